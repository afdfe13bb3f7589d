import { expect, it } from 'vitest'
import { isStillTrue, noticeFor, noticeKinds, noticeMoves } from '#domain/buyer-notice.ts'
import { allTransitions, orderStatuses } from '#domain/order.ts'

it('every status is told by one notice or by none, and a notice is true where its move ends', () => {
  const told = Object.keys(orderStatuses).filter((status) => noticeFor(status as keyof typeof orderStatuses))
  expect(told).toEqual(['awaiting_payment', 'waiting_shipment', 'confirmed', 'shipped', 'delivered', 'cancelled'])
  expect(noticeMoves).toEqual(['pending awaiting_payment', '* confirmed', '* waiting_shipment', '* shipped', '* delivered', '* cancelled'])
  for (const [kind, { to }] of Object.entries(noticeKinds)) expect(to === null || isStillTrue(kind as keyof typeof noticeKinds, to), kind).toBe(true)
})

it('whatever makes a notice untrue is told by itself, save that an order ran out unpaid, which its page tells', () => {
  for (const [kind, { trueIn }] of Object.entries(noticeKinds))
    for (const { from, to } of allTransitions().filter((move) => trueIn === null || (trueIn as readonly string[]).includes(move.from)))
      if (!isStillTrue(kind as keyof typeof noticeKinds, to)) expect(to === 'buyer_not_paid' || noticeFor(to) !== null, `${from} to ${to}`).toBe(true)
})
