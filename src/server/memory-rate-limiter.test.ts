import { describe, expect, it } from 'vitest'
import { processLimits } from '#domain/limits.ts'
import { createMemoryRateLimiter } from '#server/visitors.ts'

const { max, seconds } = processLimits.search_address
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', details: expect.objectContaining({ retryAfter }) })

describe('the in-memory rate limiter', () => {
  it('lets in as many as the limit says, for each visitor and each limit apart, and begins anew', () => {
    let now = 1_000_000
    const rateLimiter = createMemoryRateLimiter(() => now)
    const search = (key: string | null = '41.90.1.2') => rateLimiter.consume('search_address', key)
    for (let use = 0; use < max; use++) search()
    expect(() => search()).toThrow(tooMany(seconds))
    now += 20_000
    expect(() => search()).toThrow(tooMany(seconds - 20))
    search('41.90.1.3')
    rateLimiter.consume('page_address', '41.90.1.2')
    now += 40_000
    for (let use = 0; use < max; use++) search()
    expect(() => search()).toThrow(tooMany(seconds))
  })

  it('counts nothing without a key', () => {
    const rateLimiter = createMemoryRateLimiter(() => 0)
    expect(() => {
      for (let use = 0; use < max * 2; use++) rateLimiter.consume('search_address', null)
    }).not.toThrow()
  })
})
