import { describe, expect, it } from 'vitest'
import { toAgree } from '#domain/delivery-options.ts'
import { collected, inReview, mayStillBePaid, nextStep, nextSteps, readyToCollect, refusePrompt } from '#domain/order-view.ts'

describe('money of an order', () => {
  it('may still come while a phone may show a prompt of it, or a person looks', () => {
    expect(mayStillBePaid({ in_review: false, open_prompts: [{}] })).toBe(true)
    expect(mayStillBePaid({ in_review: true, open_prompts: [] })).toBe(true)
    expect(mayStillBePaid({ in_review: false, open_prompts: [] })).toBe(false)
  })
})

describe('what happens next with an order', () => {
  const order = {
    ...({ status: 'pending', discarded: false, in_review: false, paid_at: null, open_prompts: [], delivery_kind: null } as const),
    delivery_to_agree: false,
  } as const
  it.each([
    [order, nextSteps.pending],
    [{ ...order, discarded: true }, 'It was not placed and waits for no payment.'],
    [{ ...order, in_review: true }, `${inReview.title} ${inReview.next}`],
    [{ ...order, status: 'shipped' as const, in_review: true, paid_at: '2026-11-23' }, nextSteps.shipped],
    [{ ...order, open_prompts: [{}] }, nextSteps.pending],
    [{ ...order, status: 'cancelled' as const, open_prompts: [{}] }, `It was cancelled. ${refusePrompt}`],
    [{ ...order, status: 'cancelled' as const }, nextSteps.cancelled],
    [{ ...order, status: 'shipped' as const, delivery_kind: 'stage' as const }, nextSteps.shipped],
    [{ ...order, status: 'shipped' as const, delivery_kind: 'pickup' as const }, readyToCollect],
    [{ ...order, delivery_kind: 'collect' as const }, nextSteps.pending],
    [{ ...order, status: 'delivered' as const, delivery_kind: 'collect' as const }, collected],
    [{ ...order, status: 'delivered' as const, delivery_kind: 'door' as const }, nextSteps.delivered],
    [{ ...order, delivery_to_agree: true }, nextSteps.pending],
    [{ ...order, status: 'waiting_shipment' as const, delivery_to_agree: true }, `${toAgree.next} Then it is shipped.`],
  ])('%j: %s', (standing, step) => expect(nextStep({ ...standing, open_prompts: [...standing.open_prompts] })).toBe(step))
})
