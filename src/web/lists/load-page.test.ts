import { describe, expect, it } from 'vitest'
import { readCursor } from '#web/lists/load-page.ts'

describe('readCursor', () => {
  it('takes what a cursor may look like, and nothing else', () => {
    expect(readCursor(new URLSearchParams('cursor=abc-_123'))).toBe('abc-_123')
    expect(readCursor(new URLSearchParams('cursor=a b'))).toBeUndefined()
    expect(readCursor(new URLSearchParams(`cursor=${'a'.repeat(400)}`))).toBeUndefined()
  })
})
