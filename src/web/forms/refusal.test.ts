import { describe, expect, it, vi } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { answerOf, keepsForm, refusalResponse } from '#web/forms/refusal.ts'

/** As the router throws what did not come from one of its own actions. */
const routeError = (status: number, body: string) => ({ status, statusText: '', internal: false, data: body })

describe('an action whose verb refused', () => {
  it('answers the words, the facts and the status of the refusal', () => {
    const answer = refusalResponse(new Problem('prompt_limit', { detail: 'ten minutes', retryAfter: 600 }))
    expect(answer.init).toMatchObject({ status: 429, headers: { 'Retry-After': '600' } })
    expect(answer.data).toEqual({
      refusal: {
        code: 'prompt_limit',
        title: 'M-Pesa Error',
        message: 'Too many prompts went to this phone. Please wait ten minutes, then try again.',
        retry_at: expect.stringMatching(/^\d{4}-.*:00\.000Z$/),
      },
    })
  })

  it('names no minute for a wait of seconds', () =>
    expect(refusalResponse(new Problem('too_many', { detail: 'Please wait a few seconds', retryAfter: 8 })).data).toEqual({
      refusal: { code: 'too_many', title: 'Too many tries', message: 'Please wait a few seconds, then try again.' },
    }))

  it('is unsure when the shop is busy', () => {
    const answer = refusalResponse(new Problem('unavailable', { retryAfter: 2 }))
    expect(answer.init).toMatchObject({ status: 503 })
    expect(answer.data).toEqual({ unsure: 'busy' })
  })

  it('throws on what is no refusal', () => {
    expect(() => refusalResponse(new Error('a fault'))).toThrow('a fault')
  })
})

describe('the answer on its way to the screen', () => {
  it('arrives as it is', async () => {
    expect(await answerOf(async () => ({ placed: 1 }))).toEqual({ placed: 1 })
  })

  it.each([
    ['a lost connection', new TypeError('Failed to fetch'), { unsure: 'lost' }],
    ['a fault of ours', new Error('Unexpected Server Error'), { unsure: 'busy' }],
    ['a page of a proxy', routeError(502, '<html>Bad gateway</html>'), { unsure: 'busy' }],
    ['the shop opening', routeError(503, 'The shop is opening.'), { unsure: 'busy' }],
    [
      'a refusal by the server',
      routeError(413, '{"error":{"code":"too_large","title":"Too large","message":"Too much."}}'),
      { refusal: { code: 'too_large', title: 'Too large', message: 'Too much.' } },
    ],
    ['a response that says nothing', routeError(404, ''), { unsure: 'busy' }],
  ])('%s is an answer too', async (_, error, answer) => {
    expect(await answerOf(() => Promise.reject(error))).toEqual(answer)
  })

  it('is that the session ended where it leads to signing in; other redirects are carried out', async () => {
    const redirect = (to: string) => answerOf(() => Promise.reject(new Response(null, { status: 302, headers: { Location: to } })))
    const answer = await redirect('/auth?next=%2Fdashboard')
    expect(answer).toEqual({ refusal: { code: 'signed_out', title: 'Your session ended', message: expect.stringContaining('still here') } })
    expect(keepsForm(answer)).toBe(true)
    await expect(redirect('/account-deleted')).rejects.toBeInstanceOf(Response)
  })

  it.each([
    [{ unsure: 'lost' }, true],
    [{ refusal: { code: 'bad_input' } }, false],
    [{ done: {} }, false],
    [undefined, false],
    [null, false],
  ])('%j keeps the form as it stands: %s', (answer, keeps) => expect(keepsForm(answer)).toBe(keeps))

  it('counts as lost when it never comes', async () => {
    vi.useFakeTimers()
    const answer = answerOf(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await answer).toEqual({ unsure: 'lost' })
    vi.useRealTimers()
  })
})
