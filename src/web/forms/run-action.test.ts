import { describe, expect, it } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { type Act, runAction } from '#web/forms/run-action.ts'

const acts: Record<string, Act<object, { note: string }>> = {
  save: async (_, { note = '' }, { headers }) => {
    headers.append('Set-Cookie', 'a=1')
    return { note }
  },
  refuse: async () => {
    throw new Problem('bad_input', { fields: { note: 'Too short' } })
  },
  fail: async () => {
    throw new Error('broken')
  },
}

function run(fields: Record<string, string>, secrets?: RegExp) {
  const request = new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams(fields) })
  return runAction(request, {}, acts, { secrets })
}

describe('runAction', () => {
  it('runs the handler of the intent, with line breaks as the shop writes them, and sends its headers', async () => {
    const { data, init } = await run({ intent: 'save', note: 'one\r\ntwo' })
    expect(data).toEqual({ intent: 'save', done: { note: 'one\ntwo' } })
    const headers = new Headers(init?.headers)
    expect([headers.get('Cache-Control'), headers.get('Set-Cookie')]).toEqual(['no-store', 'a=1'])
  })

  it('answers a refusal with what was typed, without secrets', async () => {
    const { data, init } = await run({ intent: 'refuse', note: 'x', password: 'p', code: '1' }, /password|code/)
    expect(data).toMatchObject({ intent: 'refuse', refusal: { fields: { note: 'Too short' } }, typed: { intent: 'refuse', note: 'x' } })
    expect(Object.keys('typed' in data ? data.typed : {})).toEqual(['intent', 'note'])
    expect(init?.status).toBe(400)
  })

  it.each(['', 'constructor', 'elsewhere'])('refuses the intent "%s"', async (intent) => {
    expect((await run({ intent })).data).toMatchObject({ intent, refusal: { code: 'malformed' } })
  })

  it('throws what is no refusal', async () => await expect(run({ intent: 'fail' })).rejects.toThrow('broken'))
})
