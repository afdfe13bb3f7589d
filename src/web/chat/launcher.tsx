import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { ShopFacts } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { type ChatSize, chatState, findChatAgain, useChatState } from '#web/chat/chat-state.ts'
import './launcher.css'

export type ChatBox = ComponentType<{ shop: ShopFacts; isLarge: boolean }>

const fetchBox = () => import('#web/chat/chat.tsx').then(({ Chat }) => Chat as ChatBox)

/** The box of the chat, from the first tap on; what it is made of comes with that tap. Where it does not come, that is said. */
export function LazyChat({ shop }: { shop: ShopFacts }) {
  const { size } = useChatState()
  const [box, setBox] = useState<{ Chat: ChatBox } | null>(null)
  const isOpen = size === 'open' || size === 'large'
  useEffect(findChatAgain, [])
  useEffect(() => {
    if (!isOpen || box) return
    fetchBox().then(
      (Chat) => setBox({ Chat }),
      () => {
        chatState.show('closed')
        showToast({ title: 'The chat did not open', text: 'Check your connection and try again, or ask us on WhatsApp.', tone: 'bad' })
      },
    )
  }, [isOpen, box])
  return box && isOpen ? <box.Chat shop={shop} isLarge={size === 'large'} /> : null
}

/** How the chat is opened: floating beside WhatsApp where there is room, from the header on smaller screens. `word` shows where a conversation waits. */
export function useChatButton(shopName: string) {
  const { size, unread } = useChatState()
  const ref = useFocusBack(size)
  const isOpen = size === 'open' || size === 'large'
  const title = `${shopName} Support`
  return {
    ref,
    word: size === 'small' ? title : null,
    unread,
    isOpen,
    label: unread ? `${title}: a new answer` : `Open ${title} chat`,
    open: () => chatState.show('open'),
  }
}

/** The button beside WhatsApp: round, or with a word where a conversation waits. */
export function ChatButton({ shop }: { shop: ShopFacts }) {
  const { ref, word, unread, isOpen, label, open } = useChatButton(shop.name)
  return (
    <button
      type="button"
      className={word ? 'ai ai-word' : 'ai'}
      ref={ref as RefObject<HTMLButtonElement | null>}
      aria-busy={isOpen || undefined}
      aria-label={label}
      onClick={open}
    >
      <Icon name="chat" />
      {word && <b>{word}</b>}
      {unread && <i className="dot" />}
    </button>
  )
}

/** In the flow of pages where nothing floats. */
export function ChatLink({ className }: { className?: string }) {
  return (
    <button type="button" className={className} onClick={() => chatState.show('open')}>
      <Icon name="chat" /> Ask here
    </button>
  )
}

/** Whoever minimises or closes the box stands at the button again, if they did not choose to be elsewhere. */
function useFocusBack(size: ChatSize) {
  const button = useRef<HTMLElement>(null)
  const last = useRef(size)
  useEffect(() => {
    const wasOpen = last.current === 'open' || last.current === 'large'
    const isShut = size === 'small' || size === 'closed'
    last.current = size
    if (wasOpen && isShut && document.activeElement === document.body && button.current?.offsetParent) button.current.focus({ preventScroll: true })
  }, [size])
  return button
}
