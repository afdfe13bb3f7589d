import { useSyncExternalStore } from 'react'
import { readSession, writeSession } from '#web/browser/session-storage.ts'

/** How much of the chat is on the screen: its round button, a word beside it because a conversation waits there, its box, or all there is. */
export type ChatSize = 'closed' | 'small' | 'open' | 'large'

interface ChatState {
  size: ChatSize
  /** An answer came while the chat was closed. */
  unread: boolean
}

/** Where this tab keeps its conversation (conversation.ts). */
export const chatKey = 'viatu-chat'

const shut: ChatState = { size: 'closed', unread: false }
const listeners = new Set<() => void>()
let now: ChatState = shut

/** Small, because every page carries it: the chat itself comes with the first tap. */
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
  return useSyncExternalStore(chatState.subscribe, chatState.get, () => shut)
}

/** After a reload: whoever was talking finds the conversation by its word, and nothing else of it is loaded. */
export function findChatAgain(): void {
  if (now.size === 'closed' && readSession(chatKey) !== null) chatState.show('small')
}

/** Nothing of it stays in the browser, nor comes back with an answer that was on its way: phones go from hand to hand. */
export function forgetChat(): void {
  writeSession(chatKey, null)
  for (const forget of forgetters) forget()
  set(shut)
}

/** For the conversation itself, once there is one: every page carries this file, and not that one. */
export function whenForgotten(forget: () => void): void {
  forgetters.add(forget)
}
const forgetters = new Set<() => void>()

function set(next: ChatState) {
  now = next
  for (const listener of listeners) listener()
}
