import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { chatLimits } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { pageContextOf } from '#web/chat/ask.ts'
import { ChatBoundary, ChatFrame, hideChat } from '#web/chat/chat-frame.tsx'
import { conversationOf, type createConversation } from '#web/chat/conversation.ts'
import { chatState } from '#web/chat/launcher.tsx'
import { Messages } from '#web/chat/messages.tsx'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'
import { useSavedOrders } from '#web/session/saved-orders.ts'
import { useShop } from '#web/shop-facts.ts'
import './chat.css'

/** The chat window of the assistant (spec §2): it can be minimised, maximised and closed, and the page behind it stays usable. */
export function Chat({ open, shop, isLarge }: { open: boolean; onClose: () => void; shop: ShopFacts; isLarge: boolean }) {
  if (!open) return null
  return (
    <ChatBoundary shop={shop}>
      <ChatBox shop={shop} isLarge={isLarge} />
    </ChatBoundary>
  )
}

function ChatBox({ shop, isLarge }: { shop: ShopFacts; isLarge: boolean }) {
  const conversation = conversationOf(shop)
  const { messages, waiting, partial } = useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get)
  const isNew = messages.length === 1
  return (
    <ChatFrame
      shop={shop}
      isLarge={isLarge}
      buttons={
        <>
          <IconButton icon="minus" label="Minimize" onClick={() => hideChat('small')} />
          <IconButton
            icon={isLarge ? 'shrink' : 'grow'}
            label={isLarge ? 'Make smaller' : 'Maximize'}
            onClick={() => chatState.show(isLarge ? 'open' : 'large')}
          />
        </>
      }
    >
      <Messages {...{ shop, messages, waiting, partial }} />
      {isNew && <Suggestions />}
      {!isNew && (
        <p className="chat-restart">
          <button type="button" className="link" onClick={() => conversation.restart()}>
            <Icon name="again" small /> New conversation
          </button>
        </p>
      )}
      <AskForm waiting={waiting} conversation={conversation} />
    </ChatFrame>
  )
}

const everywhere = ['Black sneakers size 42', 'Do you deliver to my town?', 'How do I pay?']
const afterOrdering = ['Where is my order?', ...everywhere.slice(0, 2)]
const ofProduct = ['Which sizes are there?', 'Which size fits me?', 'Do you deliver to my town?']
const ofOrder = ['Where is my order?', 'How do I pay?', 'Can I return shoes?']

/** Suggested questions at the start of a conversation, depending on the page. */
function Suggestions() {
  const place = pageContextOf(useLocation())
  const conversation = conversationOf(useShop())
  const hasOrdered = useSavedOrders().length > 0
  const questions = place.product_id ? ofProduct : place.order_id ? ofOrder : hasOrdered ? afterOrdering : everywhere
  return (
    <ul className="chat-suggestions" aria-label="You can ask">
      {questions.map((question) => (
        <li key={question}>
          <Button
            small
            look="ghost"
            onClick={({ currentTarget }) => {
              // The buttons go with the first question: the focus stays in the window, so that Escape still minimises it.
              currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
              conversation.send(question, place)
            }}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The unsent text, so that a reload does not lose it. */
const storedDraft = storedValue(tab, typedKeys.message, { empty: '', parse: String })
/** The remaining characters are shown once they are this few. */
const nearLimit = 100

/** Enter sends the message; Shift+Enter starts a new line. */
function AskForm({ waiting, conversation }: { waiting: boolean; conversation: ReturnType<typeof createConversation> }) {
  const [draft, setDraft] = useDraft()
  const [offline, setOffline] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useFittingHeight(field, draft)
  const left = chatLimits.message - draft.length
  const isDisabled = waiting || draft.trim() === ''

  const send = () => {
    setOffline(!navigator.onLine)
    if (navigator.onLine && conversation.send(draft, pageContextOf(window.location))) setDraft('')
    field.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition Enter confirms a word and must not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="chat-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div role="status" className="chat-note">
        {offline && <p>You are offline. Your message stays here until you send it again.</p>}
        {left <= nearLimit && <p>{left === 1 ? '1 character left' : `${left} characters left`}</p>}
      </div>
      <textarea
        className="input"
        ref={field}
        rows={1}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="Type your message"
        aria-label="Your message"
        maxLength={chatLimits.message}
        enterKeyHint="send"
      />
      <Button type="submit" aria-label="Send" aria-disabled={isDisabled || undefined}>
        <Icon name="send" />
      </Button>
    </form>
  )
}

function useDraft(): [string, (text: string) => void] {
  const [draft, setDraft] = useState(storedDraft.get)
  return [
    draft,
    (text) => {
      setDraft(text)
      storedDraft.tryWrite(text)
    },
  ]
}

/** Makes the text area as high as its text, up to the maximum in CSS. */
function useFittingHeight(field: RefObject<HTMLTextAreaElement | null>, draft: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what it answers to
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 3}px`
  }, [field, draft])
}
