import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { ShopFacts } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { type ChatSize, chatState, restoreChat, useChatState } from '#web/chat/chat-state.ts'
import './launcher.css'

export type ChatBox = ComponentType<{ shop: ShopFacts; isLarge: boolean }>

const fetchBox = () => import('#web/chat/chat.tsx').then(({ Chat }) => Chat as ChatBox)

/** The chat window, which is loaded on the first tap; a toast reports if it does not load. */
export function LazyChat({ shop }: { shop: ShopFacts }) {
  const { size } = useChatState()
  const [box, setBox] = useState<{ Chat: ChatBox } | null>(null)
  const isOpen = size === 'open' || size === 'large'
  useEffect(restoreChat, [])
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

/** Props for a button that opens the chat: a floating one on wide screens, one in the header on narrow ones. */
export function useChatButton(shopName: string) {
  const { size, unread } = useChatState()
  const ref = useFocusBack(size)
  const isOpen = size === 'open' || size === 'large'
  const title = `${shopName} Support`
  return {
    ref,
    unread,
    isOpen,
    label: unread ? `${title}: a new answer` : `Open ${title} chat`,
    open: () => chatState.show('open'),
  }
}

/** The floating button. */
export function ChatButton({ shop }: { shop: ShopFacts }) {
  const { ref, unread, isOpen, label, open } = useChatButton(shop.name)
  return (
    <button
      type="button"
      className="chat-button"
      ref={ref as RefObject<HTMLButtonElement | null>}
      aria-busy={isOpen || undefined}
      aria-label={label}
      onClick={open}
    >
      <Icon name="chat" />
      {unread && <i className="unread-dot" />}
    </button>
  )
}

/** A chat button in the flow of the page, for pages without floating buttons. */
export function ChatLink({ className }: { className?: string }) {
  return (
    <button type="button" className={className} onClick={() => chatState.show('open')}>
      <Icon name="chat" /> Ask here
    </button>
  )
}

/** Returns the focus to the button when the window is minimised or closed, unless the visitor has moved it elsewhere. */
function useFocusBack(size: ChatSize) {
  const button = useRef<HTMLElement>(null)
  const last = useRef(size)
  useEffect(() => {
    const wasOpen = last.current === 'open' || last.current === 'large'
    const isClosed = size === 'small' || size === 'closed'
    last.current = size
    if (wasOpen && isClosed && document.activeElement === document.body && button.current?.offsetParent) button.current.focus({ preventScroll: true })
  }, [size])
  return button
}
