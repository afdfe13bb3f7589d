import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/** A stray `console.error` fails a test. A test that expects an error clears it with `vi.mocked(console.error).mockClear()`. */
let errors: MockInstance

beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = errors.mock.calls
  errors.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
