import { describe, expect, it } from 'vitest'
import { formatTimeAgo } from '#domain/session.ts'

describe('how long ago', () => {
  it.each([
    [-5, 'a few minutes ago'],
    [599, 'a few minutes ago'],
    [600, '10 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [7_300, '2 hours ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [6 * 86_400, '6 days ago'],
  ])('%d seconds: %s', (seconds, words) => expect(formatTimeAgo(seconds)).toBe(words))
})
