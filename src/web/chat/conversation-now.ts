import type { ChatRequest } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { readSession, writeSession } from '#web/browser/session-storage.ts'
import { ask } from '#web/chat/ask.ts'
import { chatKey, chatState, whenForgotten } from '#web/chat/chat-state.ts'
import { createConversation } from '#web/chat/conversation.ts'
import type { KeptOrder } from '#web/order/kept-orders.ts'
import { keptNow } from '#web/order/use-kept-orders.ts'

let now: ReturnType<typeof createConversation> | null = null
whenForgotten(() => now?.begin())

/** "Where is my order" is asked by the browser that placed it. */
function withKept(kept: KeptOrder[]): Pick<ChatRequest, 'orders'> {
  return kept.length > 0 ? { orders: kept.map(({ id, key }) => ({ id, key })) } : {}
}

/** The tab's one conversation; begun anew when somebody signs out. */
export function conversationOf(shop: ShopFacts): ReturnType<typeof createConversation> {
  now ??= createConversation({
    shop,
    ask: (request, onText) => ask({ ...request, ...withKept(keptNow()) }, onText),
    read: () => readSession(chatKey),
    write: (text) => writeSession(chatKey, text),
    onAnswer: chatState.markAnswered,
    onFailure: () => showToast({ title: 'Failed to get response. Please try again.', tone: 'bad', about: 'chat', seconds: 6 }),
  })
  return now
}
