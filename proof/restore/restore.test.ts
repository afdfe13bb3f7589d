import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { folderStore, newCopy, sealedStore } from '@viatu/vault'
import { startEmbedded } from '@viatu/vault/postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import { writeLocalTime } from '#domain/nairobi-time.ts'
import { backUp } from '#features/upkeep/back-up.ts'
import { openBackupSource, requireBackup } from '#server/open-backups.ts'
import { readSettings } from '#server/settings.ts'
import { orderIn } from '../../test/checkout.ts'
import { contents } from '../../test/contents.ts'
import { expectBooksToBalance, useDatabase } from '../../test/database.ts'
import { ownDatabase } from '../../test/kept-databases.ts'
import { quickly } from '../../test/shop-process.ts'

const copied = useDatabase()
const empty = ownDatabase()
const own = { DATABASE_URL: empty.appUrl, DATABASE_OWNER_URL: empty.ownerUrl }
let [home, place] = ['', '']
beforeEach(async () => {
  ;[home, place] = (await Promise.all(['home', 'place'].map((name) => mkdtemp(join(tmpdir(), `viatu-restore-${name}-`))))) as [string, string]
})
afterEach(async () => {
  for (const folder of [home, place]) await rm(folder, { recursive: true })
})

/** `npx viatu restore`, or another command, into the empty database or into an embedded one. */
function run(database: Partial<typeof own> & { BACKUP_PASSPHRASE?: string }, args: string[] = [], file = 'restore'): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, DATA_DIR: home, BACKUP_DIR: place, ...database }
  return new Promise((settle) =>
    execFile(process.execPath, [...quickly, `src/server/${file}.ts`, ...args], { env }, (_error, stdout, stderr) => settle(stdout + stderr)),
  )
}

/** The store of the place, and a copy of the rows in it; each of a test has a second of its own, by which it is named. */
const store = () => sealedStore(folderStore(place), null)
async function copyRows(shipFiles = async (): Promise<string[]> => []) {
  const source = { store: store(), root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles }
  const { copy } = await backUp({ actor: theShop }, source)
  await pause(1_000 - (Date.now() % 1_000))
  return copy
}

async function rootOf(DATABASE_URL: string) {
  const settings = requireBackup(readSettings({ DATA_DIR: home, BACKUP_DIR: place, DATABASE_URL }))
  return (await openBackupSource(settings, DATABASE_URL)).root
}

async function withEmpty(work: () => Promise<void>) {
  await empty.make('template0')
  await work().finally(empty.drop)
}

it('looks for payments from the moment at which the rows were copied, however long the pictures took, and does without a copy whose manifest is damaged, which the next backup leaves where it is', async () => {
  const { name } = await newCopy(store(), '7').finish({ kind: 'rows', files: [] })
  const manifest = `7/copies/${name}/manifest`
  await writeFile(join(place, manifest), 'torn', { flag: 'r+' })
  let rowsAt = 0
  await pause(1_000)
  await copyRows(async () => {
    rowsAt = Date.now()
    await pause(200)
    return []
  })
  expect(await store().list('7/')).toContain(manifest)
  await withEmpty(async () => {
    const said = await run(own)
    expect(said).toMatch(/^7\/copies\/\S+ is no part of a backup: that copy is left out\.$/m)
    expect(said).toMatch(/^From the copy of .*\nRestored in [\d.]+ s: \d+ orders, 0 files; it is as it was copied, at .* The books balance\.\n/m)
    const at = await withClient(empty.ownerUrl, 'test', async (client) => {
      const { rows } = await client.query<{ at: Date }>(`select last_commit_at as at from backup_runs where kind = 'restore'`)
      return rows[0]?.at.getTime()
    })
    expect(at).toBeLessThanOrEqual(rowsAt)
  })
})

it('finds no copy in an empty place, and does not put files of the embedded PostgreSQL beside a database of its own', async () => {
  expect(await run(own)).toBe('There is no copy at that place: is it the right one, and its disk there?\n')
  await newCopy(store(), '7').finish({ kind: 'base', files: [], startLsn: '0/3000028', segmentBytes: 2 ** 24 })
  expect(await run(own)).toContain('restore it without DATABASE_URL')
})

it('of rows names the copy before a damaged one, begins anew where it has failed, and the embedded PostgreSQL moves on to a database of its own, every row and sequence of it', async () => {
  for (const status of ['waiting_shipment', 'cancelled', 'buyer_not_paid'] as const) await orderIn(copied, status)
  const file = '7/files/ad-images/ads/1763700000000.webp@1763700000000-7'
  const older = await copyRows(async () => [file])
  await copyRows(async () => [file])
  await store().put(file, Buffer.from('picture'))
  const whole = await readFile(join(place, file))
  await writeFile(join(place, file), 'torn')
  const said = await run({})
  expect(said).toContain('is no part of a backup')
  const [, command = ''] = /^The copy before it: npx viatu restore --copy "([^"]+)"$/m.exec(said) ?? []
  expect(command, said).toBe(writeLocalTime(older.endedAt))
  await writeFile(join(place, file), whole)
  expect(await run({}, ['--copy', command])).toMatch(new RegExp(`^From the copy of ${command}\\.\nRestored in [\\d.]+ s: 3 orders, 1 files`))
  await withEmpty(() => moves())
})

it('takes no other database in the same place for this one', async () => {
  const other = copied.ownerUrl.replace(/[^/]+$/, 'postgres')
  const root = await rootOf(copied.ownerUrl)
  expect([await rootOf(copied.ownerUrl), (await rootOf(other)) === root]).toEqual([root, false])
})

it('with a passphrase neither a restore nor a drill takes a picture that was not sealed, and orders come back without pictures', async () => {
  const sealed = { BACKUP_PASSPHRASE: 'a passphrase for tests' }
  const theirs = { DATABASE_URL: copied.appUrl, DATABASE_OWNER_URL: copied.ownerUrl, ...sealed }
  await mkdir(join(home, 'files/ad-images/ads'), { recursive: true })
  await writeFile(join(home, 'files/ad-images/ads/1763700000000.webp'), 'picture')
  expect(await run(theirs, [], 'backup')).toContain('1 files, sealed.')
  const [picture = ''] = await store().list(`${await rootOf(copied.ownerUrl)}/files/`)
  await store().put(picture, Buffer.from('another'))
  expect(await run(theirs, [], 'drill')).toContain(`${picture} is not sealed`)
  await rm(join(home, 'files'), { recursive: true })
  await withEmpty(async () => {
    const said = await run({ ...own, ...sealed })
    expect(said).toContain(`${picture} is not sealed`)
    expect(said).toContain('npx viatu restore --without-files\n')
    expect(await readdir(join(home, 'files/ad-images/ads'))).toEqual([])
    expect(await run({ ...own, ...sealed }, ['--without-files'])).toMatch(/^Restored in [\d.]+ s: \d+ orders, 0 files/m)
  })
})

/** `npx viatu move-database`, from the embedded PostgreSQL of `home`: with the shop open, into a database that is used, and as it should be. */
async function moves() {
  const rowsOf = (url: string) => withClient(url, 'test', async (client) => (await client.query(contents)).rows)
  await writeFile(join(home, 'app-secret'), 'of the demo')
  const server = await startEmbedded(home)
  const before = await withClient(server.ownerUrl(), 'test', async (client) => {
    expect(await run(own, [], 'move-database')).toContain('Close the shop, and whatever else uses its database')
    return (await client.query(contents)).rows
  })
  const moving = run(own, [], 'move-database')
  const hasBegun = async () => {
    const [draft] = (await readdir(home)).filter((name) => name.startsWith('moving-'))
    return draft !== undefined && (await readdir(join(home, draft)).catch(() => [])).length > 0
  }
  while (!(await hasBegun())) await pause(10)
  await withClient(server.ownerUrl(), 'test', (client) => client.query('update help_sections set position = position'))
  expect(await moving).toContain('Something was written into the old database meanwhile')
  await empty.drop()
  await empty.make('template0')
  await server.stop()
  // What a move that was killed has left.
  await mkdir(join(home, 'moving-killed'))
  const used = { DATABASE_URL: copied.appUrl, DATABASE_OWNER_URL: copied.ownerUrl }
  expect(await run(used, [], 'move-database')).toMatch(/^The shop itself was not changed\..*\nthis database holds a shop already/)
  expect(await run(own, [], 'move-database')).toMatch(/^Moved, with 3 orders\. The books balance in the new database/)
  expect(await rowsOf(empty.ownerUrl)).toEqual(before)
  const kept = ['files/ad-images/ads/1763700000000.webp', 'app-secret'].map((name) => readFile(join(home, name), 'utf8'))
  expect(await Promise.all(kept)).toEqual(['picture', 'of the demo'])
  const target = openDatabase(empty.ownerUrl, { connections: 2 })
  // A new row gets the next number.
  await orderIn(target, 'shipped')
  await expectBooksToBalance(target.db)
  await target.close()
  expect(await run(own, [], 'move-database'), 'a second time').toContain('holds no embedded PostgreSQL')
  expect((await readdir(home)).filter((name) => /^(postgres|moving-.*|before-move-.*)$/.test(name))).toEqual([expect.stringMatching(/^before-move-/)])
}
