import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@viatu/vault/postgres'
import { afterEach, expect, it, vi } from 'vitest'
import { recordRun } from '#features/upkeep/backup-status.ts'
import { openBackups } from '#server/open-backups.ts'
import { readSettings } from '#server/settings.ts'
import { contextOn } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
afterEach(() => vi.unstubAllEnvs())

it('a PostgreSQL that was started before the backup was set up is noticed', async () => {
  const [DATA_DIR, BACKUP_DIR] = (await Promise.all(['home', 'place'].map((name) => mkdtemp(join(tmpdir(), `viatu-${name}-`))))) as [string, string]
  const server = await startEmbedded(DATA_DIR)
  const backups = await openBackups(readSettings({ DATA_DIR, BACKUP_DIR }), server.ownerUrl(), contextOn(database).log)
  expect(await backups?.waiting()).toMatchObject({ segments: 0, isOff: true })
  await server.stop()
  for (const folder of [DATA_DIR, BACKUP_DIR]) await rm(folder, { recursive: true })
})

it('a backup that another process is making is no failure of this one', async () => {
  const [DATA_DIR, BACKUP_DIR] = (await Promise.all(['home', 'place'].map((name) => mkdtemp(join(tmpdir(), `viatu-${name}-`))))) as [string, string]
  for (const [name, value] of Object.entries({ DATA_DIR, BACKUP_DIR, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }))
    vi.stubEnv(name, value)
  const { log, logged } = contextOn(database)
  const backups = await openBackups(readSettings(), database.ownerUrl, log)
  await recordRun(database.ownerDb, database.ownerUrl, 'export', async () => {
    backups?.start('backup')
    await vi.waitFor(() => expect(logged).toMatchObject([{ level: 'info', message: 'backup run of another process' }]), { timeout: 15_000 })
    return {}
  })
  for (const folder of [DATA_DIR, BACKUP_DIR]) await rm(folder, { recursive: true })
})
