import { expect, it, vi } from 'vitest'
import { conversationOf } from '#web/chat/conversation.ts'
import { chatState, clearChat } from '#web/chat/launcher.tsx'
import { shopFacts } from '../../../test/checkout.ts'

it('is forgotten with an answer that is still on its way, also where a browser stores nothing', async () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  for (const sessionStorage of [storage, undefined]) {
    const pending = Promise.withResolvers<Response>()
    vi.stubGlobal('sessionStorage', sessionStorage)
    vi.stubGlobal('fetch', () => pending.promise)
    const conversation = conversationOf(shopFacts)
    chatState.show('small')
    expect(conversation.send('Where is my order?')).toBe(true)
    clearChat()
    pending.resolve(Response.json({ response: 'Order 1a2b3c4d: Shipped.', products: [], links: [] }))
    await new Promise(setImmediate)
    expect(conversationOf(shopFacts).get()).toMatchObject({ messages: [{ isBot: true }], waiting: false })
    expect([chatState.get(), kept.size]).toEqual([{ size: 'closed', unread: false }, 0])
  }
  vi.unstubAllGlobals()
})
