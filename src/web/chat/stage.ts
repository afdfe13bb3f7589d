import { useSyncExternalStore } from 'react'
import { readSession, writeSession } from '#web/browser/session-storage.ts'

/** How much of the chat is on the screen: its round button, a word beside it because a conversation waits there, its box, or all there is. */
export type ChatStage = 'closed' | 'small' | 'open' | 'large'

interface Stage {
  stage: ChatStage
  /** An answer came while nobody looked. */
  unread: boolean
}

/** Where this tab keeps its conversation (conversation.ts). */
export const chatKey = 'viatu-chat'

const shut: Stage = { stage: 'closed', unread: false }
const listeners = new Set<() => void>()
let now: Stage = shut

/** Small, because every page carries it: the chat itself comes with the first tap. */
export const chatStage = {
  get: () => now,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show(stage: ChatStage) {
    set({ stage, unread: false })
  },
  /** Marked only where nobody sees the answer anyway. */
  tellAnswered() {
    if (now.stage === 'small' || now.stage === 'closed') set({ stage: 'small', unread: true })
  },
}

export function useChatStage(): Stage {
  return useSyncExternalStore(chatStage.subscribe, chatStage.get, () => shut)
}

/** After a reload: whoever was talking finds the conversation by its word, and nothing else of it is loaded. */
export function findChatAgain(): void {
  if (now.stage === 'closed' && readSession(chatKey) !== null) chatStage.show('small')
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

function set(next: Stage) {
  now = next
  for (const listener of listeners) listener()
}
