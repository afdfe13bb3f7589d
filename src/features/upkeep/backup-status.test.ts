import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { backupRun, getBackupStatus } from '#features/upkeep/backup-status.ts'
import type { Backups } from '#services/backups/backups.ts'
import { contextOn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const waiting = { segments: 2, bytes: 32, since: new Date(Date.now() - 90_000) }
const backups: Backups = { place: 'the folder /srv/copies', ship: async () => 0, waiting: async () => waiting, start: () => {}, stop: async () => {} }

it('says nothing of a shop without backups', async () => {
  const ctx = contextOn(database, { actor: theShop })
  expect(await getBackupStatus(ctx)).toEqual({ place: null, wal: null, backup: null, drill: null, failed: null })
})

it('tells the age of the last good backup and drill, what waits, and what failed since', async () => {
  const ctx = contextOn(database, { actor: theShop, backups })
  await database.db.execute(sql`
    insert into backup_runs (kind, started_at, ended_at, outcome, reason, copy, bytes, files, last_commit_at, orders, seconds_to_sale) values
      ('backup', now() - interval '3 days', now() - interval '3 days', 'failed', 'The disk is full', null, null, null, null, null, null),
      ('backup', now() - interval '1 day', now() - interval '1 day', 'done', null, 'b1', 4096, 3, null, null, null),
      ('drill', now() - interval '2 hours', now() - interval '1 hour', 'done', null, 'b1', 4096, 3, now() - interval '3 hours', 12, 9.5),
      ('drill', now() - interval '30 minutes', now() - interval '20 minutes', 'failed', 'The books do not balance', 'b1', null, null, null, null, null),
      ('backup', now() - interval '1 minute', null, null, null, null, null, null, null, null, null)`)
  const status = await getBackupStatus(ctx)
  expect(status).toMatchObject({
    place: 'the folder /srv/copies',
    wal: { newestAge: null, waiting: 2, waitingBytes: 32, failing: false },
    backup: { run: { copy: 'b1', bytes: 4096 } },
    drill: { run: { orders: 12, seconds_to_sale: 9.5 } },
    failed: { kind: 'drill', reason: 'The books do not balance' },
  })
  expect(status.wal?.waitingAge).toBeCloseTo(90, -1)
  expect(status.backup?.age).toBeCloseTo(86_400, -2)
  expect(status.drill?.age).toBeCloseTo(3_600, -2)
  for (const run of [status.backup?.run, status.drill?.run, status.failed]) expect(backupRun.parse(run)).toEqual(run)
})
