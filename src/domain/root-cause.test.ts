import { expect, it } from 'vitest'
import { rootCause } from '#domain/problem.ts'

it('is the innermost error', () => {
  const reset = new Error('read ECONNRESET')
  const query = new Error('Failed query: insert into orders', { cause: new Error('terminated', { cause: reset }) })
  expect(rootCause(query)).toBe(reset)
})

it.each([undefined, 'a text', { message: 'no error' }])('is the error itself where its cause is %j', (cause) => {
  const error = new Error('failed', { cause })
  expect(rootCause(error)).toBe(error)
})
