import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedServer, startEmbedded } from '@viatu/vault/postgres'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/client.ts'
import type { Replica } from '#db/replica.ts'
import { openOtherPostgres } from '../../test/other-postgres.ts'
import { type Standby, startStandby } from '../../test/standby.ts'

let home: string
let server: EmbeddedServer
let standby: Standby
let onStandby: pg.Client
let database: OpenDatabase
let replica: Replica

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-replica-'))
  server = await startEmbedded(join(home, 'primary'), ['fsync=off'])
  const owner = new pg.Client({ connectionString: server.ownerUrl() })
  await owner.connect()
  await owner.query('create table shelf (id integer primary key); grant all on shelf to viatu_app')
  await owner.end()
  standby = await startStandby(server.ownerUrl(), join(home, 'standby'))
  onStandby = new pg.Client({ connectionString: standby.on(server.ownerUrl()) })
  onStandby.on('error', () => {})
  await onStandby.connect()
})
afterAll(async () => {
  await onStandby.end()
  await standby.stop()
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const lost: string[] = []
beforeEach(() => open(standby.on(server.appUrl())))
afterEach(async () => {
  await database.close()
  lost.length = 0
})

function open(replicaUrl: string) {
  database = openDatabase(server.appUrl(), { connections: 2, replicaUrl, onError: ({ message }) => lost.push(message) })
  replica = database.replica as Replica
}

const put = (id: number) => database.db.execute(sql`insert into shelf values (${id})`)

/** Which of the two answers a list, and what it has. */
async function list(since?: string): Promise<{ by: string; has: number[] }> {
  const db = await replica.databaseFor(since)
  const { rows } = await db.execute<{ replica: boolean; has: number[] }>(
    sql`select pg_is_in_recovery() as replica, array(select id from shelf order by id) as has`,
  )
  return { by: rows[0]?.replica ? 'replica' : 'primary', has: rows[0]?.has as number[] }
}

const byWhom = async () => (await list()).by
/** A busy machine may make the replica lag for a moment. */
const patience = { timeout: 15_000 }

describe('a list', () => {
  it('is read from the replica, and has what was written before a change was told, each time', async () => {
    for (let id = 1; id <= 20; id++) {
      await put(id)
      replica.changed()
      const { has } = await list()
      expect(has).toHaveLength(id)
    }
    await expect.poll(() => replica.state(), patience).toEqual({ lagBytes: 0, isRead: true })
    await expect.poll(byWhom, patience).toBe('replica')
    expect(lost).toEqual([])
  })

  it('is read from the primary while the replica lags: at once for who wrote, within a second for others', async () => {
    await list()
    await onStandby.query('select pg_wal_replay_pause()')
    try {
      await put(100)
      const began = performance.now()
      expect(await list(await replica.position())).toMatchObject({ by: 'primary', has: expect.arrayContaining([100]) })
      expect(performance.now() - began).toBeLessThan(2_000)
      await pause(1_050)
      expect(await list()).toMatchObject({ by: 'primary', has: expect.arrayContaining([100]) })
      const { lagBytes, isRead } = await replica.state()
      expect([isRead, Number(lagBytes) > 0]).toEqual([false, true])
    } finally {
      await onStandby.query('select pg_wal_replay_resume()')
    }
    await expect.poll(() => list(), patience).toMatchObject({ by: 'replica', has: expect.arrayContaining([100]) })
  })

  it('is read from the primary for a position that nobody gave, and by others from the replica', async () => {
    for (const forged of ['unknown', 'FFFFFFFF/FFFFFFFF', '0/0; drop table shelf'])
      await expect.poll(async () => [(await list(forged)).by, await byWhom()], patience).toEqual(['primary', 'replica'])
  })

  it('is read from the primary when the address leads to no standby, or to one of another database', async () => {
    const { rows } = await onStandby.query<{ system: string }>('select system_identifier::text as system from pg_control_system()')
    const system = rows[0]?.system as string
    const other = await openOtherPostgres(standby.on(server.appUrl()), system, system.replace(/./g, '7'))
    for (const url of [server.appUrl(), other.url]) {
      await database.close()
      open(url)
      expect(await list()).toMatchObject({ by: 'primary' })
      expect(lost.splice(0)).toEqual([expect.stringContaining('leads to no standby of this database')])
      expect(await replica.state()).toEqual({ lagBytes: null, isRead: false })
    }
    await database.close()
    open(server.appUrl())
    await other.close()
  })
})

describe('a statement that the replica cannot answer', () => {
  it('is answered by the primary: a write, a transaction', async () => {
    const db = await replica.databaseFor()
    await db.execute(sql`insert into shelf values (200)`)
    await db.transaction((tx) => tx.execute(sql`insert into shelf values (201)`))
    replica.changed()
    expect((await list()).has).toEqual(expect.arrayContaining([200, 201]))
  })

  it('still fails with its own fault', async () => {
    const db = await replica.databaseFor()
    await expect(db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
  })

  it('is answered by the primary when the replica dies', async () => {
    await expect.poll(byWhom, patience).toBe('replica')
    const db = await replica.databaseFor()
    await standby.kill()
    const began = performance.now()
    const { rows } = await db.execute(sql`select pg_is_in_recovery() as replica`)
    expect(rows).toEqual([{ replica: false }])
    expect(await list()).toMatchObject({ by: 'primary' })
    expect(await replica.state()).toEqual({ lagBytes: null, isRead: false })
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
