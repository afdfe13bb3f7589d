import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import type { ShopFacts } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'
import { onSignOut, typedKeys } from '#web/session/clear-on-sign-out.ts'

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

/** How the chat is shown: a round button, a button with a label because there is a conversation, its box, or its full size. */
type ChatSize = 'closed' | 'small' | 'open' | 'large'

interface ChatState {
  size: ChatSize
  /** An answer came while the chat was closed. */
  unread: boolean
}

/** The conversation of this tab as text (conversation.ts). */
export const storedChat = storedValue<string | null>(tab, typedKeys.conversation, { empty: null, parse: String })

const closedState: ChatState = { size: 'closed', unread: false }
const listeners = new Set<() => void>()
let now: ChatState = closedState

/** Every page loads this, so it is small; the chat itself is loaded on the first tap. */
export const chatState = {
  get: () => now,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show(size: ChatSize) {
    set({ size, unread: false })
  },
  /** Marks an unread answer, only while the chat is closed. */
  markAnswered() {
    if (now.size === 'small' || now.size === 'closed') set({ size: 'small', unread: true })
  },
}

function useChatState(): ChatState {
  return useSyncExternalStore(chatState.subscribe, chatState.get, () => closedState)
}

/** After a reload: shows the labelled button if this tab has a conversation. Nothing else of the chat is loaded. */
function restoreChat(): void {
  if (now.size === 'closed' && storedChat.get() !== null) chatState.show('small')
}

/** Deletes the conversation, including an answer that is still on its way: the next user of a shared phone must not see it. */
export function clearChat(): void {
  storedChat.tryWrite(null)
  for (const forget of clearListeners) forget()
  set(closedState)
}
onSignOut(clearChat)

/** Registers a callback for `clearChat`. The conversation registers itself, because this file must not import it. */
export function onChatCleared(forget: () => void): void {
  clearListeners.add(forget)
}
const clearListeners = new Set<() => void>()

function set(next: ChatState) {
  now = next
  for (const listener of listeners) listener()
}
