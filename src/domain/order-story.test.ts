import { describe, expect, it } from 'vitest'
import { mayStillBePaid } from '#domain/order-story.ts'

describe('money of an order', () => {
  it('may still come while a phone may show a prompt of it, or a person looks', () => {
    expect(mayStillBePaid({ in_review: false, open_prompts: [{}] })).toBe(true)
    expect(mayStillBePaid({ in_review: true, open_prompts: [] })).toBe(true)
    expect(mayStillBePaid({ in_review: false, open_prompts: [] })).toBe(false)
  })
})
