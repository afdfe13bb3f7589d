import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { jobs, startJobs } from '#jobs/jobs.ts'
import { attemptOf, clearDesk, contextOn, orderIn, orderRow, placedAndDied, putOnShelf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { answered } from '../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(async () => {
  await clearDesk(database)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

describe('the jobs', () => {
  it('are few, and each knows how often', () => {
    expect(jobs.map(({ name, everySeconds }) => [name, everySeconds])).toEqual([
      ['check payments', 2],
      ['expire orders', 2],
      ['find late orders', 60],
      ['check payouts', 5],
      ['answer e-mail requests', 1],
      ['send notices', 2],
      ['collect alerts', 5],
      ['send alerts', 2],
      ['send rider links', 2],
      ['send owner messages', 2],
      ['send mails', 2],
      ['compact daily stats', 60],
      ['keep rankings', 300],
      ['forget mails', 3600],
      ['anonymise orders', 3600],
      ['forget old', 3600],
      ['erase keys', 600],
      ['remove files', 600],
      ['check ledger', 600],
      ['find lost payments', 2],
      ['ship backups', 2],
      ['back up at night', 60],
    ])
  })

  it('settle, send and expire what rows call for', async () => {
    const paid = await orderIn(database, 'awaiting_payment')
    const unsent = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    const late = await orderIn(database, 'awaiting_payment')
    await database.db.execute(sql`update payment_attempts set next_check_at = now() where id in (${paid.attempt.id}, ${unsent.attempt.id})`)
    await database.db.execute(sql`update orders set hold_expires_at = now() where id = ${late.id}`)
    const ctx = contextOn(database, { actor: theShop })
    ctx.mpesa.onQuery(paid.attempt, answered('0'))
    const stop = startJobs(() => ctx)
    vi.advanceTimersByTime(10_000)
    await stop()
    expect((await orderRow(ctx, paid.id)).status).toBe('waiting_shipment')
    expect((await attemptOf(ctx, unsent.id)).state).toBe('accepted')
    expect((await orderRow(ctx, late.id)).status).toBe('buyer_not_paid')
  })

  it('log the first fault whole, the same again once a minute with its count, and another one whole', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const ctx = contextOn(database, { actor: theShop })
    let fault: string | null = 'away'
    const others = jobs.splice(0)
    jobs.push({
      name: 'try',
      everySeconds: 1,
      run: async () => {
        // As the query builder wraps it: with the statement and its values, which differ.
        if (fault !== null) throw new Error(`Failed query: ${Math.random()}`, { cause: new Error(fault) })
      },
    })
    const stop = startJobs(() => ctx)
    const logged = () =>
      ctx.logged.splice(0).map(({ facts: { error, failures } }) => (error instanceof Error ? (error.cause as Error).message : failures))
    try {
      await vi.advanceTimersByTimeAsync(130_000)
      expect(logged()).toEqual(['away', 61, 121])
      fault = 'starting'
      await vi.advanceTimersByTimeAsync(30_000)
      expect(logged()).toEqual(['starting'])
      fault = null
      await vi.advanceTimersByTimeAsync(1_000)
      fault = 'starting'
      await vi.advanceTimersByTimeAsync(10_000)
      expect(logged()).toEqual(['starting'])
    } finally {
      await stop()
      jobs.splice(0, 1, ...others)
    }
  })

  it('come round again after a fault, are never two of one kind at once, and end before stop answers', async () => {
    const frequent = jobs.filter(({ everySeconds }) => everySeconds <= 20).length
    let calls = 0
    let running = 0
    let most = 0
    const slow = Promise.withResolvers<void>()
    const ctx = (): Context => {
      calls++
      const base = contextOn(database, { actor: theShop })
      const db = new Proxy(base.db, {
        get: (target, name) =>
          name === 'execute' || name === 'transaction'
            ? async () => {
                running++
                most = Math.max(most, running)
                await slow.promise
                running--
                throw new Error('away')
              }
            : Reflect.get(target, name),
      })
      return { ...base, db }
    }
    const stop = startJobs(ctx)
    vi.advanceTimersByTime(20_000)
    expect(calls, 'one of each kind').toBe(frequent)
    slow.resolve()
    await expect.poll(() => running).toBe(0)
    vi.advanceTimersByTime(20_000)
    await expect.poll(() => calls).toBeGreaterThan(frequent)
    await stop()
    // Without a backup there is nothing to ship, so that job asks nothing.
    expect([running, most]).toEqual([0, frequent - 1])
    const before = calls
    vi.advanceTimersByTime(60_000)
    expect(calls).toBe(before)
  })
})
