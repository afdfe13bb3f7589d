import type { ShopFacts } from '#domain/shop.ts'
import type { ChatRequest } from '#features/assistant/question.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { ask } from '#web/chat/ask.ts'
import { chatState, onChatCleared, storedChat } from '#web/chat/chat-state.ts'
import { createConversation } from '#web/chat/conversation.ts'
import { readSavedOrders, type SavedOrder } from '#web/session/saved-orders.ts'

let now: ReturnType<typeof createConversation> | null = null
onChatCleared(() => now?.restart())

/** Sends the orders of this browser, so that "Where is my order" can be answered. */
function withSavedOrders(saved: SavedOrder[]): Pick<ChatRequest, 'orders'> {
  return saved.length > 0 ? { orders: saved.map(({ id, key }) => ({ id, key })) } : {}
}

/** The tab's conversation; it is restarted when the visitor signs out. */
export function conversationOf(shop: ShopFacts): ReturnType<typeof createConversation> {
  now ??= createConversation({
    shop,
    ask: (request, onText) => ask({ ...request, ...withSavedOrders(readSavedOrders()) }, onText),
    read: storedChat.get,
    write: storedChat.tryWrite,
    onAnswer: chatState.markAnswered,
    onFailure: () => showToast({ title: 'Failed to get response. Please try again.', tone: 'bad', topic: 'chat', seconds: 6 }),
  })
  return now
}
