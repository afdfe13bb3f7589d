import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkDatabase } from '#db/check-database.ts'
import { type OpenDatabase, openDatabase } from '#db/client.ts'
import { listen, startNotifier } from '#db/listen-notify.ts'
import { useDatabase } from '../../test/database.ts'
import { type Pooler, startPooler } from '../../test/pgbouncer.ts'

/** The shop's connections through Debian's PgBouncer in transaction mode, with fewer connections to PostgreSQL than the shop opens. */
const database = useDatabase()
let pooler: Pooler
let pooled: OpenDatabase

const addresses = () => ({ url: pooler.through(database.appUrl), directUrl: database.appUrl, ownerUrl: database.ownerUrl })

beforeAll(async () => {
  pooler = await startPooler(database.appUrl, 3)
  await checkDatabase(addresses())
  pooled = openDatabase(addresses().url, { connections: 20, pooled: true })
})
afterAll(async () => {
  await pooled.close()
  await pooler.stop()
})

describe('through a pooler', () => {
  it('every connection has the timeouts, and no statement is prepared on it', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'timezone']
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const { rows } = await pooled.db.execute(sql`
          select ${number}::integer as number, pg_backend_pid() as pid, array(select current_setting(name) from unnest(${sql.param(names)}::text[]) name) as settings,
            (select count(*)::integer from pg_prepared_statements) as prepared`)
        return rows[0]
      }),
    )
    expect(seen.map((row) => row?.number)).toEqual(Array.from({ length: 60 }, (_, number) => number))
    for (const row of seen) expect(row).toMatchObject({ settings: ['5s', '2s', '10s', '15s', 'UTC'], prepared: 0 })
    expect(new Set(seen.map((row) => row?.pid)).size).toBeLessThanOrEqual(3)
  })

  it('twenty transactions at once keep their own rows, locks and local settings', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        pooled.db.transaction(async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(${number % 2})`)
          await tx.execute(sql.raw(`set local work_mem = '${64 + number}kB'`))
          const { rows } = await tx.execute(sql`select current_setting('work_mem') as work_mem, ${number}::integer as number`)
          return rows[0]
        }),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, (_, number) => ({ work_mem: `${64 + number}kB`, number })))
    const { rows } = await pooled.db.execute(sql`select current_setting('work_mem') as work_mem`)
    expect(rows).toEqual([{ work_mem: '4MB' }])
  })

  it('a change that is told through it arrives at who listens past it', async () => {
    const heard: string[] = []
    let listening = false
    const listener = listen(database.appUrl, { shelf_changed: () => {}, order_changed: (id) => heard.push(id) }, () => {
      listening = true
    })
    await vi.waitFor(() => expect(listening).toBe(true))
    await database.ownerDb.execute(sql`insert into changes (channel, payload) values ('order_changed', 'an order')`)
    const notifier = startNotifier(pooled.notifierDb, { onError: (error) => expect(error).toBeNull() })
    await vi.waitFor(() => expect(heard).toEqual(['an order']))
    await notifier.stop()
    await listener.stop()
  })

  it('a shop that forgot the second address is told so at its start, in words', async () => {
    const { url } = addresses()
    await expect(checkDatabase({ ...addresses(), directUrl: url }, 500)).rejects.toThrow('DATABASE_DIRECT_URL should lead past the pooler')
    const unaware = openDatabase(url, { connections: 1 })
    await expect(unaware.db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('unsupported startup parameter') },
    })
    await unaware.close()
  })
})
