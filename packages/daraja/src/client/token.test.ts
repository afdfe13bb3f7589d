import { describe, expect, it } from 'vitest'
import type { Token } from './mpesa.ts'
import { createTokenSource, memoryTokens, readToken, TokenRefused } from './token.ts'

const reply = (body: unknown, status = 200) => ({ outcome: 'reply' as const, status, body: typeof body === 'string' ? body : JSON.stringify(body) })

function source(life = 3_599_000) {
  const state = { now: 0, made: 0 }
  const store = memoryTokens()
  const renew = async (): Promise<Token> => ({ value: `token-${++state.made}`, expiresAt: state.now + life })
  return { state, store, renew, usable: createTokenSource(store, renew, () => state.now) }
}

describe('a usable token', () => {
  it('is renewed a minute before it ends, not earlier', async () => {
    const { state, usable } = source()
    expect(await usable(null)).toBe('token-1')
    state.now = 3_538_999
    expect(await usable(null)).toBe('token-1')
    state.now = 3_539_000
    expect(await usable(null)).toBe('token-2')
  })

  it('is never the one that was refused', async () => {
    const { usable } = source()
    const first = await usable(null)
    expect(await Promise.all([usable(first), usable(first), usable(first)])).toEqual(['token-2', 'token-2', 'token-2'])
    expect(await usable(first)).toBe('token-2')
    expect(await usable(null)).toBe('token-2')
  })

  it('is the one that another process has made meanwhile', async () => {
    const { state, store, renew, usable } = source()
    const otherProcess = createTokenSource(store, renew, () => state.now)
    const both = await Promise.all([usable(null), otherProcess(null)])
    expect(both).toEqual(['token-1', 'token-1'])
    expect(await Promise.all([usable('token-1'), otherProcess('token-1')])).toEqual(['token-2', 'token-2'])
    expect(state.made).toBe(2)
  })

  it('is read from the store once while it lives', async () => {
    const { state, store, renew } = source()
    let read = 0
    const counting: typeof store = {
      ...store,
      read: () => {
        read += 1
        return store.read()
      },
    }
    await store.replace(null, renew)
    const usable = createTokenSource(counting, renew, () => state.now)
    for (const _ of [1, 2, 3]) expect(await usable(null)).toBe('token-1')
    expect(read).toBe(1)
    expect(await usable('token-1')).toBe('token-2')
  })

  it('is replaced by one request for all that wait in this process', async () => {
    const { store, renew } = source()
    let replaced = 0
    const replace: typeof store.replace = (stale, make) => {
      replaced += 1
      return store.replace(stale, make)
    }
    const counting = { ...store, replace }
    const usable = createTokenSource(counting, renew, () => 0)
    await Promise.all(Array.from({ length: 20 }, () => usable(null)))
    expect(replaced).toBe(1)
  })

  it('is asked for again after a failure', async () => {
    let tries = 0
    const renew = async () => {
      if (++tries === 1) throw new TokenRefused('unreachable', true)
      return { value: 'token-1', expiresAt: 3_600_000 }
    }
    const usable = createTokenSource(memoryTokens(), renew, () => 0)
    const failed = await Promise.allSettled([usable(null), usable(null)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await usable(null)).toBe('token-1')
    expect(tries).toBe(2)
  })
})

describe('readToken', () => {
  it.each([
    ['3599', 3_599_000],
    [3599, 3_599_000],
    ['60', 60_000],
    ['soon', 3_599_000],
    [undefined, 3_599_000],
  ])('reads a life of %j seconds', (expires_in, life) => {
    expect(readToken(reply({ access_token: 'abc', expires_in }), 1000)).toEqual({ value: 'abc', expiresAt: 1000 + life })
  })

  it.each([
    [reply({ errorCode: '400.008.02', errorMessage: 'Invalid grant type passed' }, 400), '400.008.02', false],
    [reply('', 401), 'no_token', false],
    [reply('', 500), 'no_token', true],
    [reply({ access_token: '' }), 'no_token', true],
    [reply({ access_token: 'a b' }), 'no_token', true],
    [{ outcome: 'unsent' as const, reason: 'ENOTFOUND' }, 'unreachable', true],
    [{ outcome: 'lost' as const, reason: 'time-out' }, 'no_token', true],
  ])('throws for %j', (exchange, code, busy) => {
    expect(() => readToken(exchange, 0)).toThrow(expect.objectContaining({ name: 'TokenRefused', code, busy }))
  })
})
