import { describe, expect, it } from 'vitest'
import { fallbackReply } from '#domain/assistant.ts'
import { readReply } from '#web/chat/ask.ts'

const shoe = {
  id: 'p',
  name: 'Mbio Wingu',
  price: 4500,
  original_price: null,
  discount_percentage: 0,
  image_url: null,
  sizes: ['42'],
  is_available: true,
  url: '/product/p',
}
const link = { label: 'Size guide', href: '/help#size-guide' }
const order = {
  code: '3f9a21c8',
  status: 'paid',
  label: 'Paid - Ready to Ship',
  next: 'We pack it.',
  total: 4500,
  lines: [{ name: 'Mbio Wingu', size: '42', quantity: 1 }],
  refunds: [],
}

describe('an answer of the assistant, as a browser reads it', () => {
  it('is shown as it came where it is whole', () => {
    expect(readReply({ response: 'Yes.', products: [shoe], links: [link] })).toEqual({ response: 'Yes.', products: [shoe], links: [link] })
    expect(readReply({ response: 'Yes.', products: [], links: [], order })).toEqual({ response: 'Yes.', products: [], links: [], order })
  })

  it.each([{}, null, 7, 'Yes.', [], { response: null }, { response: '  ' }, { response: { text: 'Yes.' } }])(
    '%j, without a response, says the fallback reply of the specification',
    (value) => {
      expect(fallbackReply).toBe("I'm here to help! How can I assist you today?")
      expect(readReply(value)).toEqual({ response: fallbackReply, products: [], links: [] })
    },
  )

  it.each([
    [{ products: {}, links: 'none', order: 'none' }],
    [{ order: { ...order, lines: [{}] } }],
    [{ order: { ...order, total: '4500' } }],
    [{ products: [{}, null, { ...shoe, sizes: null }, { ...shoe, price: '4500' }], links: [{}, null, { label: 'x' }] }],
  ])('leaves out what cannot be shown: %j', (parts) =>
    expect(readReply({ response: 'Yes.', ...parts })).toEqual({ response: 'Yes.', products: [], links: [] }),
  )
})
