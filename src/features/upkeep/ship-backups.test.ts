import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { getShopStatus } from '#features/staff/monitoring/get-shop-status.ts'
import { backUpAtNight, shipBackups } from '#features/upkeep/back-up.ts'
import { AlreadyRunning, recordRun } from '#features/upkeep/backup-status.ts'
import type { Backups } from '#services/backups/backups.ts'
import { contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
beforeEach(() => database.db.execute(sql`delete from backup_runs`))

function backupsThat(changes: Partial<Backups> = {}) {
  const started: string[] = []
  const waiting = { segments: 0, bytes: 0, since: null }
  const backups: Backups = {
    place: 'the folder /srv',
    ship: async () => 3,
    waiting: async () => waiting,
    start: (kind) => void started.push(kind),
    stop: async () => {},
    ...changes,
  }
  return { backups, started }
}

/** Half past three at night in Nairobi on 10 November. */
const night = sql`timestamptz '2026-11-10 00:30:00+00'`
async function dueAt(now = night): Promise<string[]> {
  const { backups, started } = backupsThat()
  await backUpAtNight(contextOn(database, { actor: theShop, backups, now }))
  return started
}
const ran = (kind: string, at: string, outcome: string | null = 'done') =>
  database.db.execute(sql`
    insert into backup_runs (kind, started_at, ended_at, outcome, reason)
    values (${kind}, ${at}::timestamptz, case when ${outcome}::text is not null then ${at}::timestamptz end, ${outcome}, case when ${outcome} = 'failed' then 'The disk is full' end)`)

describe('the nightly copy and its drill', () => {
  it('come in this order, once a night after three', async () => {
    expect(await dueAt()).toEqual(['backup'])
    await ran('backup', '2026-11-09 23:59:00+00')
    expect(await dueAt(), 'of the evening before').toEqual(['backup'])
    await ran('backup', '2026-11-10 00:10:00+00')
    expect(await dueAt()).toEqual(['drill'])
    await ran('drill', '2026-11-10 00:20:00+00')
    expect(await dueAt()).toEqual([])
    expect(await dueAt(sql`timestamptz '2026-11-10 23:59:00+00'`)).toEqual([])
    expect(await dueAt(sql`timestamptz '2026-11-11 00:01:00+00'`)).toEqual(['backup'])
  })

  it('are tried again after an hour, and wait for one that is running', async () => {
    await ran('backup', '2026-11-10 00:05:00+00', 'failed')
    expect(await dueAt()).toEqual([])
    expect(await dueAt(sql`timestamptz '2026-11-10 01:06:00+00'`)).toEqual(['backup'])
    await ran('backup', '2026-11-10 01:06:00+00', null)
    expect(await dueAt(sql`timestamptz '2026-11-10 01:07:00+00'`)).toEqual([])
    await ran('export', '2026-11-10 01:08:00+00')
    await ran('drill', '2026-11-10 01:09:00+00', 'failed')
    expect(await dueAt(sql`timestamptz '2026-11-10 01:10:00+00'`)).toEqual([])
    expect(await dueAt(sql`timestamptz '2026-11-10 02:10:00+00'`)).toEqual(['drill'])
  })

  it('follow a restore at once', async () => {
    await ran('backup', '2026-11-10 00:10:00+00')
    await ran('restore', '2026-11-10 00:20:00+00')
    expect(await dueAt()).toEqual(['backup'])
  })
})

describe('what does not get to its place', () => {
  it('is told with all that waits, once a minute, and the shop goes on', async () => {
    const since = new Date(Date.now() - 5 * 60_000)
    const { backups } = backupsThat({
      ship: async () => {
        throw new Error('The disk is full')
      },
      waiting: async () => ({ segments: 10, bytes: 4096, since }),
    })
    const ctx = contextOn(database, { actor: theShop, backups })
    expect([await shipBackups(ctx), await shipBackups(ctx)]).toEqual([0, 0])
    expect(ctx.logged).toMatchObject([
      {
        level: 'error',
        message: expect.stringContaining('the backup does not take what changes'),
        facts: { place: 'the folder /srv', waiting: 10, waitingBytes: 4096 },
      },
    ])
  })

  it('is all of it where PostgreSQL was started before the backup was set up', async () => {
    const { backups } = backupsThat({ waiting: async () => ({ segments: 0, bytes: 0, since: null, isOff: true }) })
    const ctx = contextOn(database, { actor: theShop, backups })
    await shipBackups(ctx)
    expect(ctx.logged).toMatchObject([{ level: 'error', message: expect.stringContaining('open it again') }])
    expect((await getShopStatus(ctx)).find(({ name }) => name === 'Backup')).toMatchObject({ state: 'bad' })
  })

  it('is nothing in a shop without a backup, and quiet in one that works', async () => {
    const quiet = contextOn(database, { actor: theShop, backups: backupsThat().backups })
    expect([await shipBackups(quiet), await shipBackups(contextOn(database, { actor: theShop })), quiet.logged]).toEqual([3, 0, []])
  })
})

describe('a run', () => {
  it('is one of its kind, leaves its figures or its reason, and marks one that died', async () => {
    await ran('backup', '2026-11-10 00:10:00+00', null)
    const [begun, own] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = recordRun(database.db, database.ownerUrl, 'backup', async () => {
      begun.resolve()
      await own.promise
      return { copy: 'b1', bytes: 5, files: 2 }
    })
    await begun.promise
    await expect(recordRun(database.db, database.ownerUrl, 'backup', async () => ({}))).rejects.toThrow(AlreadyRunning)
    const failing = recordRun(database.db, database.ownerUrl, 'drill', async () => {
      throw new Error('The books do not balance')
    })
    await expect(failing).rejects.toThrow('The books do not balance')
    own.resolve()
    await first
    expect(
      await rowsOf(database, sql`select kind, outcome, reason, copy, bytes::integer as bytes, files from backup_runs order by started_at`),
    ).toEqual([
      { kind: 'backup', outcome: 'failed', reason: 'It was interrupted', copy: null, bytes: null, files: null },
      { kind: 'backup', outcome: 'done', reason: null, copy: 'b1', bytes: 5, files: 2 },
      { kind: 'drill', outcome: 'failed', reason: 'The books do not balance', copy: null, bytes: null, files: null },
    ])
  })
})
