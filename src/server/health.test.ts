import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '#features/context.ts'
import { healthDoors } from '#server/health.ts'
import { useApp } from '../../test/app.ts'

describe('the doors for machines', () => {
  const app = useApp()

  it.each(['/healthz', '/readyz'])('%s answers under any name, and says no more than that', async (path) => {
    for (const host of ['10.0.0.7:3000', 'localhost', 'evil.example']) {
      const response = await app.fetch('GET', path, { headers: { host } })
      expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([200, 'ok', 'no-store'])
    }
    expect((await app.fetch('GET', '/', { headers: { host: '10.0.0.7:3000' } })).status).toBe(421)
  })
})

describe('a shop whose database', () => {
  afterEach(() => void vi.useRealTimers())

  function doors(execute: () => Promise<unknown>) {
    const app = new Hono()
    healthDoors(app, { contextFor: () => ({ db: { execute } }) as unknown as Context })
    return (path: string) => Promise.resolve(app.request(path))
  }

  it('is away lives, and is not ready', async () => {
    const ask = doors(() => Promise.reject(new Error('ECONNREFUSED 10.0.0.9:5432')))
    const ready = await ask('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, 'not ready'])
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('does not answer within a second is not ready, and is asked once by many', async () => {
    vi.useFakeTimers()
    let asked = 0
    let answer = (_: unknown) => {}
    const ask = doors(() => {
      asked++
      return new Promise((settle) => (answer = settle))
    })
    const many = Promise.all([ask('/readyz'), ask('/readyz'), ask('/readyz')])
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await many).map(({ status }) => status)).toEqual([503, 503, 503])
    const late = ask('/readyz')
    answer(null)
    expect((await late).status).toBe(200)
    expect(asked).toBe(1)
  })
})
