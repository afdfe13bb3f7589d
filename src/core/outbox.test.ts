import { describe, expect, it } from 'vitest'
import { nextTryAfter } from '#core/outbox.ts'

describe('the pauses between tries', () => {
  it('begin with ten seconds', () => expect([1, 2, 3].map(nextTryAfter)).toEqual([10, 30, 60]))

  it('grow, and end after three days', () => {
    const pauses = Array.from({ length: 60 }, (_, tried) => nextTryAfter(tried + 1))
    const waited = pauses.filter((pause) => pause !== null)
    expect(waited).toEqual([...waited].sort((a, b) => a - b))
    expect(pauses.slice(waited.length).every((pause) => pause === null)).toBe(true)
    expect(Math.round(waited.reduce((sum, pause) => sum + pause) / 3600)).toBe(72)
  })
})
