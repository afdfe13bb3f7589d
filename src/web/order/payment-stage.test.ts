import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { OrderView, PaymentView } from '#domain/order-view.ts'
import type { AttemptState } from '#domain/payment.ts'
import { otherPhones, paceOf, paymentStage } from '#web/order/payment-stage.ts'

const start = Date.parse('2026-11-20T13:52:00Z')
const soon = start + 10_000
const minutes = (count: number) => start + count * 60_000

describe('the stage of an order that waits for its money', () => {
  it.each([
    [null, 'sending'],
    ['created', 'sending'],
    ['accepted', 'waiting'],
    ['unknown', 'checking'],
    ['failed', 'failed'],
    ['paid', 'checking'],
  ] as const)('is, with a prompt that is %s, %s', (state, stage) => {
    for (const status of ['pending', 'awaiting_payment', 'payment_failed'] as const) expect(paymentStage(order(status, state), soon)).toBe(stage)
  })

  it('turns from the phone to M-Pesa when the prompt must have closed', () => {
    expect(paymentStage(order('awaiting_payment', 'accepted'), start + 100_000)).toBe('waiting')
    expect(paymentStage(order('awaiting_payment', 'accepted'), start + 100_001)).toBe('checking')
  })

  it('ends with the hold when nothing can come any more', () => {
    expect(paymentStage(order('payment_failed', 'failed'), minutes(29))).toBe('failed')
    expect(paymentStage(order('payment_failed', 'failed'), minutes(30))).toBe('expired')
    expect(paymentStage(order('awaiting_payment', 'unknown'), minutes(30))).toBe('checking')
  })

  it('is live', () => {
    for (const state of [null, 'created', 'accepted', 'unknown', 'failed'] as const) {
      const view = order('awaiting_payment', state)
      expect(paceOf(view, paymentStage(view, soon))).toBe('payment')
    }
  })
})

describe('the stage of an order that is settled', () => {
  it.each([
    ['waiting_shipment', 'paid'],
    ['awaiting_shipment', 'paid'],
    ['confirmed', 'confirmed'],
    ['shipped', 'shipped'],
    ['delivered', 'delivered'],
    ['commission_earned', 'delivered'],
    ['cancelled', 'cancelled'],
    ['buyer_not_paid', 'expired'],
  ] as const)('%s is %s, whatever the prompts say', (status, stage) => {
    for (const state of [null, 'created', 'accepted', 'unknown', 'failed', 'paid'] as const) {
      expect(paymentStage(order(status, state), minutes(60))).toBe(stage)
    }
  })

  it('is ready to collect once it was shipped to a point, and collected once it was taken from there', () => {
    expect(paymentStage({ ...order('shipped', 'paid'), delivery_kind: 'pickup' }, minutes(60))).toBe('ready')
    expect(paymentStage({ ...order('delivered', 'paid'), delivery_kind: 'collect' }, minutes(60))).toBe('collected')
    expect(paymentStage({ ...order('delivered', 'paid'), delivery_kind: 'door' }, minutes(60))).toBe('delivered')
  })

  it('that expired is in review while a person looks at its payment', () => {
    const looked = (status: OrderStatus) => paymentStage({ ...order(status, 'unknown'), in_review: true }, minutes(60))
    expect([looked('buyer_not_paid'), looked('waiting_shipment'), looked('cancelled'), looked('awaiting_payment')]).toEqual([
      'in_review',
      'paid',
      'cancelled',
      'checking',
    ])
  })

  it('is discarded before anything else', () => {
    for (const status of Object.keys(orderStatuses) as OrderStatus[]) {
      expect(paymentStage({ ...order(status, 'failed'), discarded: true }, soon)).toBe('taken_back')
    }
  })

  it('of an order that is gone tells who gave it up', () => {
    const gone = { ...order('payment_failed', 'failed'), discarded: true }
    const story = (...statuses: OrderStatus[]) => statuses.map((status) => ({ status, at: gone.created_at }))
    const stage = (result_code: string, ...statuses: OrderStatus[]) =>
      paymentStage({ ...gone, payment: { ...gone.payment, result_code } as PaymentView, timeline: story(...statuses) }, start)
    expect(stage('refused', 'pending', 'payment_failed')).toBe('discarded')
    expect(stage('refused', 'pending', 'awaiting_payment', 'payment_failed'), 'a later prompt was refused').toBe('taken_back')
    expect(stage('1032', 'pending', 'payment_failed'), 'the callback was faster than the reply').toBe('taken_back')
  })

  it('is live only while a receipt is on its way', () => {
    expect(paceOf(order('waiting_shipment', 'paid'), 'paid')).toBe('payment')
    expect(paceOf({ ...order('waiting_shipment', 'paid'), mpesa_receipt_number: 'QKJ4XT81ZP' }, 'paid')).toBeNull()
    expect(paceOf(order('cancelled', 'failed'), 'cancelled')).toBeNull()
  })

  it('follows a rider who has the order, and no courier', () => {
    const parcel = { courier: null, parcel_number: null, code: '4821', on_the_way_at: null }
    const shipped = { ...order('shipped', 'paid'), mpesa_receipt_number: 'QKJ4XT81ZP', parcel }
    expect(paceOf(shipped, 'shipped')).toBe('rider')
    expect(paceOf({ ...shipped, parcel: { ...parcel, code: null, courier: 'Easy Coach' } }, 'shipped')).toBeNull()
    expect(paceOf({ ...shipped, parcel: null }, 'shipped')).toBeNull()
    expect(paceOf(shipped, 'delivered')).toBeNull()
  })

  it('is live past its end while a prompt has no outcome', () => {
    expect(paceOf(order('buyer_not_paid', 'unknown'), 'expired')).toBe('payment')
    expect(paceOf(order('buyer_not_paid', 'unknown'), 'in_review')).toBe('payment')
    for (const state of ['created', 'accepted', 'unknown'] as const) expect(paceOf(order('cancelled', state), 'cancelled')).toBe('payment')
    expect(paceOf(order('buyer_not_paid', 'failed'), 'expired')).toBeNull()
  })
})

describe('a prompt that was replaced', () => {
  const [wrong, right] = ['254712000001', '254712000002']
  const prompts = [wrong, right].map((phone) => ({ phone, requested_at: new Date(start).toISOString() }))
  const changed = (status: OrderStatus, state: AttemptState, phone = right): OrderView => {
    const view = order(status, state)
    return { ...view, payment: view.payment && { ...view.payment, phone }, open_prompts: prompts }
  }

  it('is named while it may be on its phone', () => {
    expect(otherPhones(changed('awaiting_payment', 'accepted'), start + 100_000)).toEqual([wrong])
    expect(otherPhones(changed('awaiting_payment', 'accepted'), start + 100_001)).toEqual([])
    expect(otherPhones(changed('waiting_shipment', 'paid', wrong), soon), 'the new one, where the old one was paid').toEqual([right])
    expect(otherPhones(order('awaiting_payment', 'accepted'), soon)).toEqual([])
  })

  it('keeps a paid order live until M-Pesa has told its outcome: money may come that goes back', () => {
    const paid = { ...changed('waiting_shipment', 'paid'), mpesa_receipt_number: 'QKJ4XT81ZP' }
    expect(paceOf(paid, 'paid')).toBe('payment')
    expect(paceOf({ ...paid, open_prompts: [] }, 'paid')).toBeNull()
  })
})

function order(status: OrderStatus, state: AttemptState | null): OrderView {
  const requested_at = new Date(start).toISOString()
  const payment: PaymentView | null = state && {
    state,
    requested_at,
    phone: '254712345678',
    amount: 9574,
    sentence: null,
    result_code: null,
    may_retry: false,
    may_change_number: false,
    retry_at: null,
  }
  return {
    id: 'e8e67e7e-462f-4a6d-9d72-5637f6761f0d',
    parcel: null,
    steps: [],
    late: null,
    short_code: 'e8e67e7e',
    status,
    total_amount: 9574,
    customer_name: 'Amina',
    customer_phone: '254712345678',
    delivery_address: 'Moi Avenue',
    delivery_kind: 'door',
    delivery_option: 'Rider',
    delivery_place: 'Nairobi',
    delivery_fee: 0,
    delivery_to_agree: false,
    delivery_point: null,
    promised_from: '2026-11-24',
    promised_to: '2026-11-25',
    receiver_name: null,
    receiver_phone: null,
    mpesa_receipt_number: null,
    created_at: requested_at,
    paid_at: null,
    hold_expires_at: new Date(minutes(30)).toISOString(),
    discarded: false,
    lines: [],
    in_review: false,
    payment,
    open_prompts: state === 'created' || state === 'accepted' || state === 'unknown' ? [{ phone: '254712345678', requested_at }] : [],
    timeline: [],
    refunds: [],
    affiliate_code: null,
    decline_reason: null,
    notices: { email: null, phone: null },
  }
}
