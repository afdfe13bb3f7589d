import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OrderStatus } from '#domain/order.ts'
import { Timeline } from '#web/order/timeline.tsx'

it('the history of an order says each thing once, in the words of people', () => {
  const statuses: OrderStatus[] = [
    'pending',
    'awaiting_payment',
    'payment_failed',
    'awaiting_payment',
    'waiting_shipment',
    'delivered',
    'commission_earned',
  ]
  const timeline = statuses.map((status, minute) => ({ status, at: `2026-11-27T10:0${minute}:00Z` }))
  const markup = renderToStaticMarkup(<Timeline order={{ timeline }} />)
  expect([...markup.matchAll(/class="badge[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
    'Order placed',
    'Payment not completed',
    'M-Pesa prompt sent',
    'Paid',
    'Delivered',
  ])
})
