import { describe, expect, it } from 'vitest'
import { formatWait, limitDetails, limits, processLimits } from '#domain/limits.ts'
import { Problem, problemStatus } from '#domain/problem.ts'
import { formatCount, maxCounted, maxTotal } from './limits.ts'

describe('a limit', () => {
  it.each(Object.entries({ ...limits, ...processLimits }))('%s is a whole number in a time, and says what there was too much of', (_, limit) => {
    expect(Number.isInteger(limit.max) && limit.max > 0).toBe(true)
    expect(limit.seconds).toBeGreaterThanOrEqual(60)
    expect(limit.message).toMatch(/^[A-Z].+\.$/)
  })

  it('is strict by account and phone, and loose by network, which many share', () => {
    expect(limits.order_address.max).toBeGreaterThan(limits.order_phone.max)
    expect(limits.sign_in_address.max).toBeGreaterThan(limits.sign_in_account.max)
    expect([limits.order_account, limits.order_phone].map(({ max, seconds }) => [max, seconds])).toEqual([
      [6, 600],
      [6, 600],
    ])
  })

  it('refuses in plain words, and says from when on not', () => {
    const problem = new Problem('too_many', limitDetails(limits.order_account, 170.2))
    expect(problem.message).toBe('You placed many orders in a short time. Please wait about 3 minutes, then try again.')
    expect([problem.details.retryAfter, problemStatus(problem)]).toEqual([171, 429])
    expect(limitDetails(limits.order_account, -1).retryAfter).toBe(1)
    expect(limitDetails(limits.order_account, 600.2).retryAfter, 'no longer than the limit').toBe(600)
  })

  it.each([
    [1, 'a few seconds'],
    [10, 'a few seconds'],
    [11, 'a minute'],
    [60, 'a minute'],
    [61, 'about 2 minutes'],
    [3540, 'about 59 minutes'],
    [3541, 'about an hour'],
    [3600, 'about an hour'],
    [3601, 'about 2 hours'],
  ])('%d seconds are %s', (seconds, words) => expect(formatWait(seconds)).toBe(words))
})

it('counts exactly up to 10,000, and says when there is more', () => {
  expect([0, 7, 5054, maxCounted, maxCounted + 1].map((count) => formatCount(count))).toEqual(['0', '7', '5,054', '10,000', '10,000+'])
  expect([maxTotal, maxTotal + 1].map((count) => formatCount(count, maxTotal))).toEqual(['1,000', '1,000+'])
})
