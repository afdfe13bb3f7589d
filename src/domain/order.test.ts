import { describe, expect, it } from 'vitest'
import {
  actionsFrom,
  actionTo,
  allTransitions,
  hasLeftShop,
  isDelivered,
  isUnpaid,
  mayLeaveShop,
  type OrderStatus,
  orderActions,
  orderStatuses,
  statusesLike,
  statusLabel,
} from '#domain/order.ts'
import { shortCode } from '#domain/order-code.ts'

const all = Object.keys(orderStatuses) as OrderStatus[]

describe('the statuses of spec §4', () => {
  it.each([
    ['pending', 'Awaiting Payment'],
    ['awaiting_payment', 'Awaiting Payment'],
    ['payment_failed', 'Payment Failed'],
    ['buyer_not_paid', 'Buyer Not Paid'],
    ['waiting_shipment', 'Paid - Ready to Ship'],
    ['awaiting_shipment', 'Awaiting Shipment'],
    ['confirmed', 'Confirmed'],
    ['shipped', 'Shipped'],
    ['delivered', 'Delivered'],
    ['cancelled', 'Cancelled'],
    ['commission_earned', 'Commission Earned'],
  ])('%s reads %s', (status, label) => expect(statusLabel(status)).toBe(label))

  it('an order that its buyer comes for is ready to collect, then collected; every other label stays', () => {
    for (const kind of ['pickup', 'collect'] as const)
      expect([statusLabel('shipped', kind), statusLabel('delivered', kind)]).toEqual(['Ready to collect', 'Collected'])
    for (const kind of ['door', 'stage', null] as const)
      expect([statusLabel('shipped', kind), statusLabel('delivered', kind)]).toEqual(['Shipped', 'Delivered'])
    expect(statusLabel('waiting_shipment', 'collect')).toBe('Paid - Ready to Ship')
  })

  it('wait for somebody in three cases', () =>
    expect(all.filter((status) => orderStatuses[status].waiting)).toEqual(['pending', 'awaiting_payment', 'awaiting_shipment']))

  it('have left the shop in three cases, and reached the buyer in two', () => {
    expect(all.filter(hasLeftShop)).toEqual(['shipped', 'delivered', 'commission_earned'])
    expect(all.filter(isDelivered)).toEqual(['delivered', 'commission_earned'])
    expect(all.filter((status) => !mayLeaveShop(status) && !hasLeftShop(status))).toEqual(['buyer_not_paid', 'cancelled'])
  })

  it('are one where they read the same', () => {
    expect(statusesLike('pending')).toEqual(['pending', 'awaiting_payment'])
    expect(statusesLike('shipped')).toEqual(['shipped'])
  })

  it('are all there', () => expect(all).toHaveLength(11))

  it.each([
    ['on_its_way', 'On Its Way'],
    ['refunded', 'Refunded'],
    ['toString', 'ToString'],
    ['__proto__', '  Proto  '],
    ['', ''],
  ])('any other value, such as %s, is title-cased', (status, label) => expect(statusLabel(status)).toBe(label))

  it('hold stock without money in three cases', () => expect(all.filter(isUnpaid)).toEqual(['pending', 'awaiting_payment', 'payment_failed']))
})

describe('what an admin may do', () => {
  it.each<[OrderStatus, string[]]>([
    ['pending', ['confirm', 'cancel']],
    ['awaiting_payment', ['cancel']],
    ['payment_failed', ['cancel']],
    ['buyer_not_paid', ['cancel']],
    ['waiting_shipment', ['ship', 'cancel']],
    ['awaiting_shipment', ['ship', 'cancel']],
    ['confirmed', ['deliver', 'cancel']],
    ['shipped', ['deliver', 'cancel']],
    ['delivered', ['cancel']],
    ['commission_earned', ['cancel']],
    ['cancelled', []],
  ])('to an order that is %s: %s', (status, actions) => expect(actionsFrom(status)).toEqual(actions))

  it.each([
    ['confirmed', 'confirm'],
    ['shipped', 'ship'],
    ['delivered', 'deliver'],
    ['cancelled', 'cancel'],
    ['waiting_shipment', null],
    ['constructor', null],
  ])('a request for %s means %s', (status, action) => expect(actionTo(status)).toBe(action))

  it('says what was done in the words of spec §8', () =>
    expect(Object.values(orderActions).map(({ done }) => done)).toEqual([
      'Order confirmed and ready for delivery (payment assumed)!',
      'Order updated',
      'Order marked as delivered.',
      'Order cancelled.',
    ]))
})

describe('every move', () => {
  it('stands once in the table', () => {
    const moves = allTransitions().map(({ from, to }) => `${from} > ${to}`)
    expect(new Set(moves).size).toBe(moves.length)
  })
  it('never leads out of a paid status but along the admin’s actions', () => {
    const paid = ['waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'commission_earned']
    const out = allTransitions().filter(({ from, to }) => paid.includes(from) && !paid.includes(to))
    expect(out.map(({ to }) => to)).toEqual(paid.map(() => 'cancelled'))
  })
})

it('writes the short code of an order as M-Pesa takes it', () => expect(shortCode('1a2b3c4d-0000-4000-8000-000000000000')).toMatch(/^[a-z0-9]{8}$/))
