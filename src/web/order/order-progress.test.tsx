import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OptionKind } from '#domain/delivery-options.ts'
import type { OrderStatus } from '#domain/order.ts'
import { Timeline } from '#web/order/order-progress.tsx'

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
  const wordsFor = (delivery_kind: OptionKind) =>
    [...renderToStaticMarkup(<Timeline order={{ timeline, delivery_kind }} />).matchAll(/class="badge[^>]*>([^<]*)</g)].map(([, words]) => words)
  const paid = ['Order placed', 'Payment not completed', 'M-Pesa prompt sent', 'Paid']
  expect(wordsFor('door')).toEqual([...paid, 'Delivered'])
  expect(wordsFor('pickup')).toEqual([...paid, 'Collected'])
})
