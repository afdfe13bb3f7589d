import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSubmission, readSubmission, submissionOf } from '#web/checkout/use-placing.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', memory()))
afterEach(() => vi.unstubAllGlobals())

describe('the key of an order', () => {
  it('is 128 random bits', () => expect(submissionOf('a').key).toMatch(/^[\da-f]{32}$/))

  it('is the same for the same content until the outcome is known', () => {
    const { key } = submissionOf('a')
    expect(submissionOf('a').key).toBe(key)
    expect(readSubmission()).toEqual({ key, content: 'a' })
  })

  it('is another one for other content', () => {
    const { key } = submissionOf('a')
    expect(submissionOf('b').key).not.toBe(key)
  })

  it('is renewed after a refusal and after success', () => {
    const { key } = submissionOf('a')
    clearSubmission()
    expect(readSubmission()).toBeNull()
    expect(submissionOf('a').key).not.toBe(key)
  })

  it.each(['{broken', '{}', 'null', '{"key":1,"content":"a"}'])('is new when what is stored reads %s', (text) => {
    sessionStorage.setItem('checkout-submission', text)
    expect(readSubmission()).toBeNull()
    expect(submissionOf('a').key).toHaveLength(32)
  })

  it('is still made where the browser forbids storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    expect(submissionOf('a').key).toHaveLength(32)
    expect(readSubmission()).toBeNull()
  })
})

function memory() {
  const map = new Map<string, string>()
  return {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  }
}
