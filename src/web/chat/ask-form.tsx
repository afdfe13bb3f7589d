import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { chatLimits } from '#domain/assistant.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import type { createConversation } from '#web/chat/conversation.ts'
import { pageContextOf } from '#web/chat/page-context.ts'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

/** The unsent text, so that a reload does not lose it. */
const storedDraft = storedValue(tab, typedKeys.message, { empty: '', parse: String })
/** The remaining characters are shown once they are this few. */
const nearLimit = 100

/** Enter sends the message; Shift+Enter starts a new line. */
export function AskForm({ waiting, conversation }: { waiting: boolean; conversation: ReturnType<typeof createConversation> }) {
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
