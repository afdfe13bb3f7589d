import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OrderCard } from '#web/chat/messages.tsx'

it('the card of an order in the chat says its state, what was bought and what it costs', () => {
  const lines = [
    { name: 'Mbio Wingu', size: '42', quantity: 1 },
    { name: 'Karen Driver', size: '44', quantity: 2 },
  ]
  const order = { code: '3f9a21c8', status: 'waiting_shipment' as const, label: 'Paid - Ready to Ship', next: 'We pack it.', total: 13_500, lines }
  const text = renderToStaticMarkup(<OrderCard order={{ ...order, refunds: [] }} />)
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
  expect(text.replace(/\s+/g, ' ').trim()).toBe(
    'Order 3f9a21c8 Paid - Ready to Ship 1 × Mbio Wingu, size 42 2 × Karen Driver, size 44 Total KSh 13,500',
  )
})
