import { describe, expect, it, vi } from 'vitest'
import type { ChatReply, ChatRequest } from '#features/assistant/chat-reply.ts'
import { ChatRefusal } from '#web/chat/ask.ts'
import { createConversation } from '#web/chat/conversation.ts'

const shop = { name: 'Viatu', phone: '+254 700 000 000' }
const nothing: ChatReply = { response: 'Yes, in 42.', products: [], links: [] }

/** A conversation whose answers the test gives. */
function talk(kept: string | null = null) {
  const asked: ChatRequest[] = []
  const pending: { text: (delta: string) => void; resolve: (reply: ChatReply) => void; reject: (error: Error) => void }[] = []
  const told = { answers: 0, failures: 0 }
  let stored = kept
  let ids = 0
  const conversation = createConversation({
    shop,
    ask: (request, text) => {
      asked.push(request)
      return new Promise((resolve, reject) => pending.push({ text, resolve, reject }))
    },
    read: () => stored,
    write: (text) => {
      stored = text
    },
    onAnswer: () => told.answers++,
    onFailure: () => told.failures++,
    newId: () => `id-${++ids}`,
    clock: () => 1_763_000_000_000,
  })
  const texts = () => conversation.get().messages.map(({ text, isBot }) => `${isBot ? 'shop' : 'me'}: ${text}`)
  return { conversation, asked, pending, told, texts, stored: () => stored }
}

const settled = () => vi.waitFor(() => undefined)

describe('a conversation', () => {
  it('neither keeps nor sends a PIN', () => {
    const { conversation, asked, stored } = talk()
    conversation.send('my pin is 1234')
    expect(asked[0]?.message).toBe('my pin is ••••')
    expect(stored()).not.toContain('1234')
  })

  it('begins with the welcome, and sends neither nothing nor two questions at once', async () => {
    const { conversation, asked, pending, texts } = talk()
    expect(texts()).toEqual(['shop: Hi! Welcome to Viatu! How can I help you today?'])
    expect([conversation.send(''), conversation.send(' \n '), conversation.send('x'.repeat(1001))]).toEqual([false, false, false])
    expect([conversation.send(' Black shoes? '), conversation.send('And in 43?')]).toEqual([true, false])
    expect(conversation.get().waiting).toBe(true)
    pending[0]?.text('Yes, ')
    expect(conversation.get().partial).toBe('Yes, ')
    pending[0]?.resolve(nothing)
    await settled()
    expect(conversation.get()).toMatchObject({ waiting: false, partial: '' })
    expect(texts().slice(1)).toEqual(['me: Black shoes?', 'shop: Yes, in 42.'])
    expect(asked).toEqual([{ visitor: 'id-1', history: [], message: 'Black shoes?' }])
  })

  it('carries what was said before, and where the visitor is', async () => {
    const { conversation, asked, pending } = talk()
    conversation.send('Black shoes?')
    pending[0]?.resolve(nothing)
    await settled()
    conversation.send('And in 43?', { product_id: 'p' })
    expect(asked[1]).toEqual({
      visitor: 'id-1',
      product_id: 'p',
      message: 'And in 43?',
      history: [
        { role: 'user', text: 'Black shoes?' },
        { role: 'assistant', text: 'Yes, in 42.' },
      ],
    })
  })

  it('says in the words of the specification that it failed, and asks the same again without saying it twice', async () => {
    const { conversation, asked, pending, told, texts } = talk()
    conversation.send('Where is my order?')
    pending[0]?.reject(new TypeError('fetch failed'))
    await settled()
    expect(texts().at(-1)).toBe(
      "shop: Sorry, I'm having trouble responding right now. Please try again or contact support via WhatsApp at +254 700 000 000.",
    )
    conversation.retry()
    expect(texts().slice(1)).toEqual(['me: Where is my order?'])
    expect(asked[1]).toMatchObject({ message: 'Where is my order?', history: [] })
    pending[1]?.reject(new ChatRefusal('You sent many messages. Please wait a minute, then try again.'))
    await settled()
    expect(texts().at(-1)).toBe('shop: You sent many messages. Please wait a minute, then try again.')
    expect(told).toEqual({ answers: 0, failures: 2 })
  })

  it('is found again after a reload, and forgotten when a new one begins, with what was still to come', async () => {
    const first = talk()
    first.conversation.send('Black shoes?')
    first.pending[0]?.resolve(nothing)
    await settled()
    const again = talk(first.stored())
    expect(again.texts()).toEqual(first.texts())
    again.conversation.send('And in 43?')
    again.conversation.restart()
    again.pending[0]?.resolve(nothing)
    await settled()
    expect([again.texts(), again.stored(), again.told.answers]).toEqual([['shop: Hi! Welcome to Viatu! How can I help you today?'], null, 0])
  })

  it.each([
    '',
    '{',
    '[]',
    '{"visitor":"a","messages":[]}',
    '{"visitor":1,"messages":[{"id":"a","text":"x","isBot":true}]}',
    '{"visitor":"a","messages":[{}]}',
  ])('begins anew where what was kept cannot be read: %j', (kept) => {
    expect(talk(kept).texts()).toEqual(['shop: Hi! Welcome to Viatu! How can I help you today?'])
  })
})
