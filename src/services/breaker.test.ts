import { describe, expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'

function atClock() {
  const time = { now: 1000 }
  const breaker = createBreaker(() => time.now)
  const fail = (times: number) => Array.from({ length: times }, () => breaker.record(false))
  return { time, breaker, fail }
}

describe('breaker', () => {
  it('pauses at the fifth failure in a row, not before', () => {
    const { breaker, fail } = atClock()
    fail(4)
    expect(breaker.allows()).toBe(true)
    fail(1)
    expect(breaker.allows()).toBe(false)
  })

  it('starts counting anew after a success', () => {
    const { breaker, fail } = atClock()
    fail(4)
    breaker.record(true)
    fail(4)
    expect(breaker.allows()).toBe(true)
  })

  it('forgets failures older than two minutes', () => {
    const { time, breaker, fail } = atClock()
    fail(4)
    time.now += 120_000
    fail(1)
    expect(breaker.allows()).toBe(true)
  })

  it('lets exactly one call through after 30 s, and all of them once that one succeeds', () => {
    const { time, breaker, fail } = atClock()
    fail(5)
    time.now += 29_999
    expect(breaker.allows()).toBe(false)
    time.now += 1
    expect([breaker.allows(), breaker.allows(), breaker.allows()]).toEqual([true, false, false])
    breaker.record(true)
    expect([breaker.allows(), breaker.allows()]).toEqual([true, true])
  })

  it('allows the next trial 30 s after one that failed, or whose end nobody told', () => {
    const { time, breaker, fail } = atClock()
    fail(5)
    time.now += 30_000
    expect(breaker.allows()).toBe(true)
    time.now += 15_000
    fail(1)
    expect(breaker.allows()).toBe(false)
    time.now += 15_000
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  })

  it('does not prolong the pause for calls that were under way when it began', () => {
    const { time, breaker, fail } = atClock()
    fail(5)
    time.now += 14_000
    fail(20)
    time.now += 16_000
    expect(breaker.allows()).toBe(true)
  })
})
