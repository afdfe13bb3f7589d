import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { startNotifier } from '#db/listen-notify.ts'
import { pageKeys } from '#web/public-page.ts'
import { orderIn, putOnShelf, rowsOf, tellPaid } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await database.db.execute(sql`delete from changes`)
})

/** Another process, as far as notifications go. */
async function otherProcess() {
  const client = new pg.Client(database.appUrl)
  const heard: string[] = []
  client.on('notification', ({ channel, payload }) => heard.push([channel, payload].filter(Boolean).join(' ')))
  await client.connect()
  for (const channel of ['shelf_changed', 'order_changed']) await client.query(`listen ${channel}`)
  closing.push(() => client.end())
  return heard
}
function notifier(pollMs: number) {
  const started = startNotifier(database.db, {
    pollMs,
    onError: (error) => {
      throw error
    },
  })
  closing.push(started.stop)
  return started
}
const waiting = () => rowsOf<{ channel: string; payload: string }>(database, sql`select distinct channel, payload from changes order by 1`)

describe('what is written with money', () => {
  it('is told to other processes after a wake, once for many changes of one order', async () => {
    const order = await orderIn(database, 'awaiting_payment')
    await database.db.execute(sql`delete from changes`)
    const heard = await otherProcess()
    // A poll that never comes: only the wake tells.
    const { wake } = notifier(3_600_000)
    await tellPaid(order.ctx, order.attempt)
    wake()
    await expect.poll(() => heard).toEqual([`order_changed ${order.id}`])
    expect(await waiting()).toEqual([])
  })

  it('is told at once, and with all that comes within the rest after it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let told = 0
    const execute = () => Promise.resolve({ rows: [], told: told++ })
    const { wake, stop } = startNotifier({ execute } as unknown as Database, { pollMs: 3_600_000, restMs: 100, onError: () => {} })
    const calls = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return told
    }
    expect(await calls(0), 'the first look').toBe(1)
    for (const _ of [1, 2, 3]) wake()
    expect(await calls(99)).toBe(1)
    expect(await calls(1)).toBe(2)
    expect(await calls(1_000)).toBe(2)
    wake()
    expect(await calls(0)).toBe(3)
    wake()
    await stop()
    expect(await calls(1_000), 'what is left').toBe(4)
  })

  it('is no concern of the request that woke it where it cannot be told', async () => {
    const request = new AsyncLocalStorage<string>()
    const heard: unknown[] = []
    let away = false
    const execute = () => (away ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] }))
    const { wake, stop } = startNotifier({ execute } as unknown as Database, { pollMs: 3_600_000, onError: () => heard.push(request.getStore()) })
    // The first look is over: what follows begins with the wake.
    await pause(20)
    away = true
    request.run('a request', wake)
    await expect.poll(() => heard).toEqual([undefined])
    await stop()
  })

  it('is told without a wake, where its process died after the commit', async () => {
    const order = await orderIn(database, 'waiting_shipment')
    await database.db.execute(sql`delete from changes where channel = 'shelf_changed'`)
    const heard = await otherProcess()
    expect(await waiting()).toEqual([{ channel: 'order_changed', payload: order.id }])
    notifier(10)
    await expect.poll(() => heard).toEqual([`order_changed ${order.id}`])
  })

  it('is told when it is committed, and never when it is rolled back', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 1 } })
    await database.db.execute(sql`delete from changes`)
    const heard = await otherProcess()
    const { wake } = notifier(3_600_000)
    const sellOut = sql`insert into stock_movements (product_size_id, delta, reason) values (${shoe.sizes['40']}, -1, 'manual')`
    /** Another change, committed at once: once it was told, the notifier has looked. */
    const looked = async (payload: string) => {
      await database.ownerDb.execute(sql`insert into changes (channel, payload) values ('order_changed', ${payload})`)
      wake()
      await expect.poll(() => heard.splice(0)).toEqual([`order_changed ${payload}`])
    }
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(sellOut)
      tx.rollback()
    })
    await expect(undone).rejects.toThrow()
    await looked('rolled back')
    await database.db.transaction(async (tx) => {
      await tx.execute(sellOut)
      await looked('not committed')
    })
    wake()
    await expect.poll(() => heard.toSorted()).toEqual([`shelf_changed ${pageKeys.lists}`, `shelf_changed ${pageKeys.product(shoe.id)}`])
  })

  it('is told of all pages, where the version before wrote no product', async () => {
    await database.ownerDb.execute(sql`insert into changes (channel) values ('shelf_changed')`)
    const heard = await otherProcess()
    notifier(10)
    await expect.poll(() => heard).toEqual(['shelf_changed'])
  })

  it('waits for the next process, where one ends at once', async () => {
    const order = await orderIn(database, 'waiting_shipment')
    await database.db.execute(sql`delete from changes where channel = 'shelf_changed'`)
    const heard = await otherProcess()
    await notifier(3_600_000).stop()
    await expect.poll(() => heard).toEqual([`order_changed ${order.id}`])
  })
})

it('no trigger of a table that money writes notifies: that takes a lock until the commit is on the disk', async () => {
  const rows = await rowsOf<{ trigger: string }>(
    database,
    sql`select t.tgname as trigger from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid in ('orders'::regclass, 'order_items'::regclass, 'order_events'::regclass, 'payment_attempts'::regclass, 'stock_movements'::regclass,
        'idempotency_keys'::regclass, 'callbacks'::regclass, 'notices'::regclass, 'refunds'::regclass, 'affiliate_commissions'::regclass, 'product_size'::regclass)
        and p.prosrc ~* 'notify' order by 1`,
  )
  // An admin adds or removes a size.
  expect(rows).toEqual([{ trigger: 'sizes_come' }, { trigger: 'sizes_go' }])
})
