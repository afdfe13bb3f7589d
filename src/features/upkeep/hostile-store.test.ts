import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type BackupStore, type Copy, chooseCopy, createShipper, listCopies, newCopy, restoreCopy, sealedStore } from '@viatu/vault'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { theShop } from '#core/context.ts'
import { backUp, copiedShop, requireNewest } from '#features/upkeep/back-up.ts'
import { useDatabase } from '../../../test/database.ts'
import { ownDatabase } from '../../../test/kept-databases.ts'

const copied = useDatabase({ isWalk: true })
const empty = ownDatabase()

/** The objects as the shop left them, and what a stranger who can write there has made of them. */
let [honest, objects] = [new Map<string, Buffer>(), new Map<string, Buffer>()]
const place: BackupStore = {
  put: async (name, bytes) => void objects.set(name, Buffer.from(bytes)),
  get: async (name) => objects.get(name) ?? null,
  list: async (prefix) => [...objects.keys()].filter((name) => name.startsWith(prefix)).sort(),
  remove: async (names) => names.forEach((name) => void objects.delete(name)),
}
/** One for all tests, because a key takes a third of a second. */
const store = sealedStore(place, 'a passphrase for tests')
const stranger = sealedStore(place, null)

const key = (number: number) => `ad-images/ads/176370000000${number}.webp`
let older: Copy
let newest: Copy
/** In the store: the newer state of the picture that was replaced between the two copies, and one that stayed. A third was deleted between them. */
let pictures: { after: string; stayed: string }

beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'viatu-hostile-'))
  const write = async (number: number, text: string) => {
    const path = join(home, 'files', key(number))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const shipper = createShipper({ store, root: '7', dataDir: home, walFolder: join(home, 'wal'), isFileKey: copiedShop.isFileKey })
  const copy = async () => {
    const source = { store, root: '7', ownerUrl: copied.ownerUrl, dataDir: home, isEmbedded: false, shipFiles: shipper.shipFiles }
    return (await backUp({ actor: theShop }, source)).copy
  }
  await write(1, 'first')
  await write(2, 'stays')
  await write(3, 'goes')
  older = await copy()
  // A copy is named by its second.
  await pause(1_000 - (Date.now() % 1_000))
  await write(1, 'second')
  await rm(join(home, 'files', key(3)))
  newest = await copy()
  const of = (copy: Copy, number: number) => copy.files.find(({ name }) => name.includes(key(number)))?.name as string
  pictures = { after: of(newest, 1), stayed: of(newest, 2) }
  honest = new Map(objects)
  await rm(home, { recursive: true })
}, 60_000)

let outer: string
let home: string
beforeEach(async () => {
  objects = new Map(honest)
  outer = await mkdtemp(join(tmpdir(), 'viatu-hostile-'))
  home = join(outer, 'home')
})
afterEach(async () => {
  // Whatever was refused or taken: it stayed in its folder.
  expect((await readdir(outer)).filter((name) => name !== 'home')).toEqual([])
  await rm(outer, { recursive: true })
})

/** How the two commands read the store: a drill wants every manifest whole, and draws some of the files. */
const commands = {
  restore: async () => restoreFrom(chooseCopy(await listCopies(store, undefined, () => {}), { to: null, root: null })),
  drill: async () => restoreFrom(chooseCopy(await listCopies(store, '7'), { to: null, root: '7' }), { files: 20 }),
}
function restoreFrom(copy: Copy, more: { files?: number } = {}) {
  const restoring = { store, copy, home, to: null, flags: [], work: async () => {}, ...more }
  return restoreCopy(restoring, copiedShop, empty.ownerUrl)
}

const move = (from: string, to: string) => objects.set(to, objects.get(from) as Buffer)
const added = (modified: number) => `7/files/${key(9)}@${modified}-7`

describe.each(Object.entries(commands))('a %s from a store that somebody else writes to', (command, run) => {
  it(`takes what the newest copy lists and nothing that went before it${command === 'drill' ? ', also of the older form' : ''}`, async () => {
    objects.set('7/files/Thumbs.db', Buffer.from('of a tool'))
    const { name, ...written } = newest
    const files = written.files.map((file) => file.name)
    const old = Buffer.from(JSON.stringify({ ...written, version: 1, files }))
    if (command === 'drill') await store.put(`7/copies/${name}/manifest`, old)
    // What is refused comes to no database.
    await empty.make('template0')
    expect((await run().finally(empty.drop)).files.toSorted()).toEqual([key(1), key(2)])
    expect(await readFile(join(home, 'files', key(1)), 'utf8')).toBe('second')
  })

  const tamperings: [string, () => unknown, string][] = [
    ['a picture exchanged for another', () => move(pictures.stayed, pictures.after), 'is damaged'],
    ['a picture without a seal', () => stranger.put(pictures.after, Buffer.from('theirs')), 'is not sealed'],
    ['a picture taken back to its state before', () => objects.delete(pictures.after), 'is missing'],
    ['another state that was sealed under the same name', () => store.put(pictures.stayed, Buffer.from('ebbed')), 'another state of this file'],
    ['a picture renamed, as if it were new', () => move(pictures.stayed, added(Date.now())), 'is damaged'],
    ['a picture added', () => stranger.put(added(Date.now()), Buffer.from('theirs!')), 'is not sealed'],
    ['what unpacks to more than its size', () => store.put(pictures.stayed, Buffer.alloc(32 * 2 ** 20)), 'more than 5 bytes'],
  ]
  it.each(tamperings)('refuses %s', async (_, tamper, words) => {
    await tamper()
    await expect(run()).rejects.toThrow(expect.objectContaining({ name: 'DamagedCopy', message: expect.stringContaining(words) }))
  })

  it.each(['7/files/../../../outside@1-5', '7/files//tmp/outside@1-5', '7/wal/../outside', '7/wal/..\\..\\outside'])(
    'writes nothing for %j',
    async (name) => {
      move(pictures.stayed, name)
      await expect(run()).rejects.toThrow(`The store lists ${JSON.stringify(name)}, which the shop never wrote`)
      expect(await readdir(outer)).toEqual([])
    },
  )

  it('refuses parts and WAL that were exchanged, left out, taken from an older copy or not sealed, and leaves out what is no WAL', async () => {
    objects.clear()
    const [old, last] = [await baseOf('old'), await baseOf('last')]
    const wal = (number: number) => `7/wal/00000001000000000000000${number}`
    for (const number of [3, 4]) await store.put(wal(number), Buffer.from(`wal ${number}`))
    objects.set('7/wal/postgresql.auto.conf', Buffer.from('theirs'))
    const whole = new Map(objects)
    const refusals: [() => unknown, string][] = [
      [() => move(last('other'), last('base.tar')), 'is damaged'],
      [() => move(old('base.tar'), last('base.tar')), 'is damaged'],
      [() => stranger.put(last('base.tar'), Buffer.from('theirs')), 'is not sealed'],
      [() => objects.delete(last('base.tar')), 'is missing'],
      [() => move(wal(3), wal(4)), `${wal(4)} is damaged`],
      [() => stranger.put(wal(4), Buffer.from('theirs')), `${wal(4)} is not sealed`],
    ]
    for (const [tamper, words] of refusals) {
      objects = new Map(whole)
      await tamper()
      await expect(run(), words).rejects.toThrow(words)
    }
    expect(await readdir(join(home, 'postgres/pg_wal'))).not.toContain('postgresql.auto.conf')
  })

  it('refuses a link among the files of PostgreSQL', async () => {
    objects.clear()
    await baseOf('linked', '2')
    await expect(run()).rejects.toThrow('not a file of a base backup: pg_wal')
    await expect(readdir(join(home, 'postgres/pg_wal'))).rejects.toThrow('ENOENT')
  })
})

it('no older manifest stands in for the newest, and none without a seal: a restore says so, a drill fails', async () => {
  const manifest = `7/copies/${newest.name}/manifest`
  for (const tamper of [
    () => move(`7/copies/${older.name}/manifest`, manifest),
    () => stranger.put(manifest, Buffer.from(JSON.stringify({ ...newest, parts: [] }))),
    () => store.put(manifest, Buffer.from(JSON.stringify({ ...newest, parts: [{ name: '../../x', bytes: 1, sha256: '' }] }))),
  ]) {
    await tamper()
    const unreadable: string[] = []
    const copies = await listCopies(store, '7', (name) => unreadable.push(name))
    expect([copies.map(({ name }) => name), unreadable]).toEqual([[older.name], [newest.name]])
    await expect(commands.drill()).rejects.toThrow(`${manifest} is `)
  }
})

it.each([
  ['without a passphrase, once there is one', stranger, store, 'is not sealed'],
  ['with a passphrase, once there is none', store, stranger, 'is sealed'],
])('no copy is made where all copies were made %s: it says what to do, and writes nothing', async (_, before, now, words) => {
  objects.clear()
  const source = { root: '7', ownerUrl: copied.ownerUrl, dataDir: outer, isEmbedded: false, shipFiles: async () => [] }
  await backUp({ actor: theShop }, { ...source, store: before })
  const names = [...objects.keys()]
  const again = backUp({ actor: theShop }, { ...source, store: now })
  await expect(again).rejects.toThrow(new RegExp(`manifest ${words}.*to a new, empty place`))
  expect([...objects.keys()]).toEqual(names)
})

it('of several such copies the first by name is the reason, whichever is read first', async () => {
  objects.clear()
  const [first, second] = ['7/copies/20261126T031000Z/manifest', '7/copies/20261127T031000Z/manifest'] as const
  for (const name of [second, first]) await stranger.put(name, Buffer.from('theirs'))
  const slow: BackupStore = {
    ...place,
    get: async (name) => {
      if (name === first) await pause(0)
      return place.get(name)
    },
  }
  const source = { root: '7', ownerUrl: copied.ownerUrl, dataDir: outer, isEmbedded: false, shipFiles: async () => [] }
  const now = sealedStore(slow, 'a passphrase for tests')
  await expect(backUp({ actor: theShop }, { ...source, store: now })).rejects.toThrow(`${first} is not sealed`)
  await expect(listCopies(now)).rejects.toThrow(`${first} is not sealed`)
})

it('a drill knows the copy that was made last, and the WAL that was handed over last, which it ships where it waits', async () => {
  const source = { store, root: '7', isEmbedded: false, shipWal: async () => 0 }
  await copied.db.execute(sql`insert into backup_runs (kind, ended_at, outcome, copy) values ('export', now(), 'done', ${newest.name})`)
  await requireNewest(copied.db, source, await listCopies(store, '7'))
  objects.delete(`7/copies/${newest.name}/manifest`)
  await expect(requireNewest(copied.db, source, await listCopies(store, '7'))).rejects.toThrow(`lacks the copy that was made last, ${newest.name}`)

  const wal = '000000010000000000000004'
  const handedOver = { execute: async () => ({ rows: [{ copy: null, wal }] }) } as unknown as typeof copied.db
  const own = { ...source, isEmbedded: true }
  await expect(requireNewest(handedOver, own, [])).rejects.toThrow(`lacks the WAL that was handed over last, ${wal}`)
  await requireNewest(handedOver, { ...own, shipWal: () => store.put(`7/wal/${wal}`, Buffer.from('wal')) }, [])
  objects.delete(`7/wal/${wal}`)
  // No restore reads it any more.
  await requireNewest(handedOver, own, [{ ...newest, startLsn: '0/5000028', segmentBytes: 2 ** 24 }])
})

/** A copy of PostgreSQL's own files, with a folder of WAL and nothing else; answers the names of its parts in the store. */
async function baseOf(name: string, kind = '5'): Promise<(part: string) => string> {
  // A copy is named by its second.
  vi.setSystemTime(Date.parse('2026-11-27T03:10:00Z') + 1000 * objects.size)
  const copy = newCopy(store, '7')
  await copy.write('base.tar', Readable.from([Buffer.concat([header('pg_wal', kind), header(`pg_wal/${name}`, '0'), Buffer.alloc(1024)])]))
  await copy.write('other', Readable.from([Buffer.from('other')]))
  await copy.finish({ kind: 'base', files: [], startLsn: '0/3000028', segmentBytes: 2 ** 24 })
  vi.useRealTimers()
  return (part) => `7/copies/${copy.name}/${part}.000000`
}

/** Of a tar: a name and a kind, with nothing in it. */
function header(name: string, kind: string): Buffer {
  const bytes = Buffer.alloc(512)
  bytes.write(name)
  bytes.write('00000000000', 124)
  bytes.write(kind, 156)
  bytes.write('../../outside', 157)
  bytes.write('ustar', 257)
  return bytes
}
