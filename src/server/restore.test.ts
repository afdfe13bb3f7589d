import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeLocalTime } from '#domain/nairobi-time.ts'
import { theShop } from '#features/context.ts'
import { backUp } from '#features/upkeep/back-up.ts'
import { newCopy } from '#features/upkeep/copies.ts'
import { openBackupSource, requireBackup } from '#server/open-backups.ts'
import { readSettings } from '#server/settings.ts'
import { folderStore } from '#services/backups/backup-store.ts'
import { sealedStore } from '#services/backups/sealed-store.ts'
import { ownDatabase, useDatabase } from '../../test/database.ts'
import { quickly } from '../../test/shop-process.ts'

const copied = useDatabase()
const empty = ownDatabase()
let [home, place] = ['', '']
beforeEach(async () => {
  ;[home, place] = (await Promise.all(['home', 'place'].map((name) => mkdtemp(join(tmpdir(), `viatu-restore-${name}-`))))) as [string, string]
  await empty.make('template0')
})
afterEach(async () => {
  await empty.drop()
  for (const folder of [home, place]) await rm(folder, { recursive: true })
})

/** `npm run restore` into the empty database, or into an embedded one. */
function restore(database: { DATABASE_URL?: string } = { DATABASE_URL: empty.ownerUrl }, args: string[] = []): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, DATA_DIR: home, BACKUP_DIR: place, ...database }
  return new Promise((settle) =>
    execFile(process.execPath, [...quickly, 'src/server/restore.ts', ...args], { env }, (_error, stdout, stderr) => settle(stdout + stderr)),
  )
}

it('looks for payments from the moment at which the rows were copied, however long the pictures took', async () => {
  let rowsAt = 0
  const shipFiles = async () => {
    rowsAt = Date.now()
    await pause(1_000)
    return []
  }
  const store = sealedStore(folderStore(place), null)
  await backUp({ actor: theShop }, { store, root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles })
  expect(await restore()).toMatch(
    /^From the copy of .*\nRestored in [\d.]+ s: 0 orders, 0 files; it is as it was copied, at .* The books balance\.\n/,
  )
  const client = new pg.Client({ connectionString: empty.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ at: Date }>(`select last_commit_at as at from backup_runs where kind = 'restore'`)
  await client.end()
  expect(rows[0]?.at.getTime()).toBeLessThanOrEqual(rowsAt)
})

it('does not put files of the embedded PostgreSQL beside a database of its own', async () => {
  await newCopy(sealedStore(folderStore(place), null), '7').finish({ kind: 'base', files: [], startLsn: '0/3000028', segmentBytes: 2 ** 24 })
  expect(await restore()).toContain('restore it without DATABASE_URL')
})

it('does without a copy whose manifest is damaged, which the next backup leaves where it is', async () => {
  const store = sealedStore(folderStore(place), null)
  const { name } = await newCopy(store, '7').finish({ kind: 'rows', files: [] })
  const manifest = `7/copies/${name}/manifest`
  await writeFile(join(place, manifest), 'torn', { flag: 'r+' })
  await pause(1_000)
  await backUp({ actor: theShop }, { store, root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles: async () => [] })
  expect(await store.list('7/')).toContain(manifest)
  const said = await restore()
  expect([said.includes(`${manifest} is no part of a backup: that copy is left out.\n`), said.includes('Restored in')], said).toEqual([true, true])
})

it('names the copy before a damaged one, and begins with that one', async () => {
  const store = sealedStore(folderStore(place), null)
  const source = { store, root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles: async () => [] }
  const { copy: older } = await backUp({ actor: theShop }, source)
  await pause(1_000)
  const { copy: newer } = await backUp({ actor: theShop }, source)
  const part = join(place, `7/copies/${newer.name}/${newer.parts.at(-1)?.name}`)
  await writeFile(part, (await readFile(part)).subarray(1))
  const said = await restore({})
  const [, command = ''] = /^The copy before it: npm run restore -- --copy "([^"]+)"$/m.exec(said) ?? []
  expect(command, said).toBe(writeLocalTime(older.endedAt))
  expect(await restore({}, ['--copy', command])).toMatch(new RegExp(`^From the copy of ${command}\\.\nRestored in`))
})

it('of rows into an embedded PostgreSQL that has failed is begun anew', async () => {
  const store = sealedStore(folderStore(place), null)
  const shipFiles = async () => ['7/files/ad-images/ads/1763700000000.webp@1763700000000-7']
  const { copy } = await backUp({ actor: theShop }, { store, root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles })
  const [file = ''] = copy.files
  await store.put(file, Buffer.from('picture'))
  const torn = join(place, file)
  const whole = await readFile(torn)
  await writeFile(torn, 'torn')
  expect(await restore({})).toContain('is no part of a backup')
  await writeFile(torn, whole)
  expect(await restore({})).toMatch(/Restored in [\d.]+ s: 0 orders, 1 files/)
})

it('takes no other database in the same place for this one', async () => {
  const rootOf = async (DATABASE_URL: string) => {
    const settings = requireBackup(readSettings({ DATA_DIR: home, BACKUP_DIR: place, DATABASE_URL }))
    return (await openBackupSource(settings, DATABASE_URL)).root
  }
  const root = await rootOf(copied.ownerUrl)
  expect([await rootOf(copied.ownerUrl), (await rootOf(empty.ownerUrl)) === root]).toEqual([root, false])
})

it('says when a place has no copy', async () => {
  expect(await restore()).toBe('There is no copy at that place: is it the right one, and its disk there?\n')
})
