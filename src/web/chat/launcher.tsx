import { type RefObject, useEffect, useRef } from 'react'
import type { ShopFacts } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { type ChatSize, chatState, restoreChat, useChatState } from '#web/chat/chat-state.ts'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'

const Chat = lazyOverlay('chat', () => import('#web/chat/chat.tsx').then(({ Chat }) => Chat))

/** The chat window, which is loaded on the first tap. */
export function LazyChat({ shop }: { shop: ShopFacts }) {
  const { size } = useChatState()
  useEffect(restoreChat, [])
  return <Chat shop={shop} open={size === 'open' || size === 'large'} isLarge={size === 'large'} onClose={() => chatState.show('closed')} />
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
