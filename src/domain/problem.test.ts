import { describe, expect, it } from 'vitest'
import { callBody, isProblem, Problem, type ProblemCode, problemBody, problemStatus, problems, rootCause, unlessRefused } from '#domain/problem.ts'

const codes = Object.keys(problems) as ProblemCode[]

describe('a refusal', () => {
  it.each(codes)('%s has a status, a title and a message that ends as a sentence or as spec §8 has it', (code) => {
    const { status, title, message } = problems[code]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(title).not.toBe('')
    expect(message).toMatch(
      /[.}]$|^(Product not found|Your cart is empty|Failed to initiate M-Pesa payment|M-Pesa payment failed|Failed to process payout completion|Auth session missing!|Data clearing cancelled - confirmation text did not match|Invalid login credentials|You must provide either an email or phone number and a password)$/,
    )
  })

  it('fills in its detail, as it stands', () => {
    expect(new Problem('prompt_limit', { detail: 'ten minutes' }).message).toBe(
      'Too many prompts went to this phone. Please wait ten minutes, then try again.',
    )
    expect(new Problem('size_gone', { detail: 'Only 1 left of $& $1 $$.' }).message).toBe('Only 1 left of $& $1 $$. The rest of your cart is kept.')
    expect(new Problem('size_gone').message).not.toContain('{')
  })

  it('goes on with its reason', () => {
    expect(new Problem('prompt_failed', { reason: 'M-Pesa is busy.' }).message).toBe('Failed to initiate M-Pesa payment. M-Pesa is busy.')
    expect(new Problem('prompt_refused', { reason: 'Why $&.' }).message).toBe(`${problems.prompt_refused.message} Why $&.`)
  })

  it('answers in one shape', () => {
    const problem = new Problem('prices_changed', { facts: { total_amount: 4500 } })
    expect(problemBody(problem)).toEqual({
      error: { code: 'prices_changed', title: 'Prices have changed', message: problems.prices_changed.message, facts: { total_amount: 4500 } },
    })
    expect(problemStatus(problem)).toBe(409)
    expect(problemBody(new Problem('bad_input', { fields: { customer_phone: 'Enter it.' } })).error).toMatchObject({
      fields: { customer_phone: 'Enter it.' },
    })
  })

  it('is known by its mark', () => {
    expect(isProblem(new Problem('not_found'))).toBe(true)
    expect([new Error('x'), null, 'Problem', { name: 'Problem', code: 'x' }].some(isProblem)).toBe(false)
  })

  it('says what spec §8 says', () => {
    expect(problems.prompt_refused.message).toBe('Payment failed. Please try again with a valid M-Pesa number.')
    expect(problems.prompt_failed).toMatchObject({ title: 'M-Pesa Error', message: 'Failed to initiate M-Pesa payment' })
    expect(problems.payment_failed.message).toBe('M-Pesa payment failed')
  })
})

it('is answered to callers of functions in the shape of the specification', () => {
  expect(callBody(new Problem('not_found'))).toEqual({ success: false, error: problems.not_found.message, code: 'not_found' })
  expect(callBody(new Problem('bad_input', { fields: { a: 'b' } })).fields).toEqual({ a: 'b' })
})

it('may be expected, by its code alone', async () => {
  expect(await unlessRefused('not_found', Promise.resolve(1), 2)).toBe(1)
  expect(await unlessRefused('not_found', Promise.reject(new Problem('not_found')), 2)).toBe(2)
  await expect(unlessRefused('not_found', Promise.reject(new Problem('forbidden')), 2)).rejects.toThrow(problems.forbidden.message)
  await expect(unlessRefused('not_found', Promise.reject(new TypeError('lost')), 2)).rejects.toThrow('lost')
})

it('is the innermost error', () => {
  const reset = new Error('read ECONNRESET')
  const query = new Error('Failed query: insert into orders', { cause: new Error('terminated', { cause: reset }) })
  expect(rootCause(query)).toBe(reset)
})

it.each([undefined, 'a text', { message: 'no error' }])('is the error itself where its cause is %j', (cause) => {
  const error = new Error('failed', { cause })
  expect(rootCause(error)).toBe(error)
})
