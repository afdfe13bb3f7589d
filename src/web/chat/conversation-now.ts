import type { ShopFacts } from '#domain/shop.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { ask } from '#web/chat/ask.ts'
import { createConversation } from '#web/chat/conversation.ts'
import { chatKey, chatStage } from '#web/chat/stage.ts'
import { readSession, writeSession } from '#web/session-store.ts'

let now: ReturnType<typeof createConversation> | null = null

/** The tab's one conversation; begun anew where it was forgotten meanwhile, because somebody signed out. */
export function conversationOf(shop: ShopFacts): ReturnType<typeof createConversation> {
  if (now && now.get().messages.length > 1 && readSession(chatKey) === null && !storesNothing()) now.begin()
  now ??= createConversation({
    shop,
    ask,
    read: () => readSession(chatKey),
    write: (text) => writeSession(chatKey, text),
    onAnswer: chatStage.tellAnswered,
    onFailure: () => showToast({ title: 'Failed to get response. Please try again.', tone: 'bad', about: 'chat', seconds: 6 }),
  })
  return now
}

/** A browser that keeps nothing has forgotten nothing. */
function storesNothing(): boolean {
  writeSession('viatu-probe', '1')
  const kept = readSession('viatu-probe') === '1'
  writeSession('viatu-probe', null)
  return !kept
}
