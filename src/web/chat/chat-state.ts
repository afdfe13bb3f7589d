import { useSyncExternalStore } from 'react'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { onSignOut, typedKeys } from '#web/session/clear-on-sign-out.ts'

/** How the chat is shown: a round button, a button with a label because there is a conversation, its box, or its full size. */
export type ChatSize = 'closed' | 'small' | 'open' | 'large'

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

export function useChatState(): ChatState {
  return useSyncExternalStore(chatState.subscribe, chatState.get, () => closedState)
}

/** After a reload: shows the labelled button if this tab has a conversation. Nothing else of the chat is loaded. */
export function restoreChat(): void {
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
