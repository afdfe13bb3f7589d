import { describe, expect, it } from 'vitest'
import { mayStillBePaid } from '#domain/order-story.ts'

describe('money of an order', () => {
  it.each([
    ['created', true],
    ['accepted', true],
    ['unknown', true],
    ['failed', false],
    ['paid', false],
  ] as const)('may still come while its newest prompt is %s: %s', (state, may) => {
    expect(mayStillBePaid({ in_review: false, payment: { state } })).toBe(may)
    expect(mayStillBePaid({ in_review: true, payment: { state } }), 'a person looks').toBe(true)
  })

  it('comes from no order that had no prompt', () => expect(mayStillBePaid({ in_review: false, payment: null })).toBe(false))
})
