import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { isReady } from '#features/upkeep/is-ready.ts'
import { healthRoutes } from '#server/monitoring.ts'
import { useApp } from '../../test/app.ts'
import { orderOf, putOnShelf, stockOf } from '../../test/checkout.ts'

describe('the routes for machines', () => {
  const app = useApp()

  it.each(['/healthz', '/readyz'])('%s answers under any name, and says no more than that', async (path) => {
    for (const host of ['10.0.0.7:3000', 'localhost', 'evil.example']) {
      const response = await app.fetch('GET', path, { headers: { host } })
      expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([200, 'ok', 'no-store'])
    }
    expect((await app.fetch('GET', '/', { headers: { host: '10.0.0.7:3000' } })).status).toBe(421)
  })

  it('have no figures where nobody has a token for them', async () => {
    for (const authorization of ['', 'Bearer null', 'Bearer '])
      expect((await app.fetch('GET', '/metrics', { headers: { authorization } })).status).toBe(404)
  })
})

describe('a database without room', () => {
  const app = useApp()
  const sent = (shoe: Awaited<ReturnType<typeof putOnShelf>>) => {
    const { idempotencyKey, ...body } = orderOf(shoe)
    return { body, headers: { 'idempotency-key': idempotencyKey } }
  }

  it('is not ready, and is again when there is room', async () => {
    const role = new URL(app.database.appUrl).username
    const name = new URL(app.database.appUrl).pathname.slice(1)
    const asked = async () => {
      const { db, close } = openDatabase(app.database.appUrl, { connections: 1 })
      return isReady({ db }).finally(close)
    }
    expect(await asked()).toBe(true)
    // Room for temporary files is what a server can be told to run out of.
    await app.database.ownerDb.execute(sql.raw(`alter role ${role} in database ${name} set temp_file_limit = 0`))
    expect(await asked()).toBe(false)
    await app.database.ownerDb.execute(sql.raw(`alter role ${role} in database ${name} reset temp_file_limit`))
    expect(await asked()).toBe(true)
  })

  it.each(['orders', 'rate_limits', 'payment_attempts'])(
    'refuses an order in words where %s has no room, sends no prompt, and takes it when there is room',
    async (table) => {
      const { ownerDb } = app.database
      const shoe = await putOnShelf(app.database)
      const order = sent(shoe)
      await ownerDb.execute(sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
      await ownerDb.execute(sql.raw(`create trigger no_room before insert on ${table} execute function no_room()`))
      const refused = await app.ask('POST', '/api/orders', order)
      await ownerDb.execute(sql`drop function no_room cascade`)
      expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([503, 'storage_full', '5'])
      expect(refused.body.error.message).toContain('Nothing was saved and nothing was charged. Please try again in a few minutes.')
      expect(app.mpesa.prompts).toEqual([])
      expect(await stockOf(app.database, shoe)).toBe(10)
      expect((await app.ask('POST', '/api/orders', order)).status).toBe(201)
      app.mpesa.prompts.splice(0)
    },
  )
})

describe('a shop whose database', () => {
  afterEach(() => void vi.useRealTimers())

  function serverWith(execute: () => Promise<unknown>) {
    const app = new Hono()
    healthRoutes(app, { contextFor: () => ({ db: { execute } }) as unknown as Context })
    return (path: string) => Promise.resolve(app.request(path))
  }

  it('is away lives, and is not ready', async () => {
    const ask = serverWith(() => Promise.reject(new Error('ECONNREFUSED 10.0.0.9:5432')))
    const ready = await ask('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, 'not ready'])
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('does not answer within a second is not ready, and is asked once by many', async () => {
    vi.useFakeTimers()
    let asked = 0
    let answer = (_: unknown) => {}
    const ask = serverWith(() => {
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
