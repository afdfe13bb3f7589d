import { access, mkdir, mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type S3Server, startS3 } from '../test/s3-server.ts'
import { type BackupStore, folderStore } from './backup-store.ts'
import { s3Store } from './s3-backup-store.ts'
import { type SealedStore, sealedStore } from './sealed-store.ts'
import { createShipper } from './shipper.ts'

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viatu-backups-'))
  for (const name of ['store', 'down', 'synced']) await mkdir(join(folder, name))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const passphrase = 'a passphrase for tests'
const phone = Buffer.from('254712345678 '.repeat(40))

describe.each<[string, () => BackupStore]>([
  ['folder', () => folderStore(join(folder, 'store'))],
  ['bucket', () => s3Store(s3.place)],
])('a store in a %s', (_, open) => {
  // One for all tests, because a key takes a third of a second.
  let own: SealedStore
  beforeAll(() => {
    own = sealedStore(open(), passphrase)
  })

  it('keeps objects by name, lists them by their beginning, and forgets them', async () => {
    const store = open()
    await store.put('1/wal/B', Buffer.from('b'))
    await store.put('1/wal/A', Buffer.from('a'))
    await store.put('1/wal/A', Buffer.from('again'))
    await store.put('10/wal/A', Buffer.from('c'))
    expect(await store.list('1/')).toEqual(['1/wal/A', '1/wal/B'])
    expect(await store.list('1/wal/A')).toEqual(['1/wal/A'])
    expect(String(await store.get('1/wal/A'))).toBe('again')
    await store.remove(['1/wal/A', 'never/was'])
    expect([await store.get('1/wal/A'), await store.list('2/')]).toEqual([null, []])
  })

  it('holds nothing readable where it is sealed, and opens with the passphrase alone', async () => {
    const plain = open()
    await own.put('2/base', phone)
    expect((await plain.get('2/base'))?.includes('2547')).toBe(false)
    // Another process has the key of the same salt.
    expect(await sealedStore(plain, passphrase).get('2/base')).toEqual(phone)
    await expect(sealedStore(plain, 'another passphrase').get('2/base')).rejects.toThrow('2/base is damaged, or BACKUP_PASSPHRASE is not the one')
    await expect(sealedStore(plain, null).get('2/base')).rejects.toThrow('set BACKUP_PASSPHRASE')
    expect(await own.list('')).not.toContain('salt')
    // A checksum, which anybody can make.
    await sealedStore(plain, null).put('2/theirs', phone)
    await expect(own.get('2/theirs')).rejects.toThrow('2/theirs is not sealed')
  })

  it.each([null, passphrase])('unpacks no more than it was asked for, with the passphrase %s', async (words) => {
    const store = words ? own : sealedStore(open(), words)
    await store.put('5/small', Buffer.alloc(2 ** 20))
    await expect(store.get('5/small', 2 ** 20 - 1)).rejects.toThrow('5/small does not unpack, or to more than 1048575 bytes')
    expect((await store.get('5/small', 2 ** 20))?.length).toBe(2 ** 20)
  })

  it.each([null, passphrase])('notices every changed byte, with the passphrase %s', async (words) => {
    const plain = open()
    const store = words ? own : sealedStore(plain, words)
    await store.put('3/base', phone)
    const whole = (await plain.get('3/base')) as Buffer
    for (const at of [0, 9, 30, 45, whole.length - 1]) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      await plain.put('3/base', damaged)
      await expect(store.get('3/base'), `byte ${at}`).rejects.toThrow('3/base')
    }
    await plain.put('3/base', whole.subarray(0, -1))
    await expect(store.get('3/base')).rejects.toThrow('3/base')
    await plain.put('4/base', whole)
    if (words) await expect(store.get('4/base'), 'under another name').rejects.toThrow('4/base')
  })
})

it('a folder that is not there, as of a disk that is not mounted, is not made', async () => {
  await expect(folderStore(join(folder, 'unmounted')).put('1/wal/A', phone)).rejects.toThrow('unmounted is not there: mount its disk')
  expect(await readdir(folder)).not.toContain('unmounted')
})

it('what lies in a folder outlives a power cut: its bytes are written down before its name, and then every folder that is new', async () => {
  const synced: string[] = []
  const probe = await open(join(folder, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe)
  await probe.close()
  const { sync } = handles
  const watched = vi.spyOn(handles, 'sync').mockImplementation(async function (this: { fd: number }) {
    const isThere = await access(join(folder, 'synced/1/wal/A')).then(
      () => 'named',
      () => 'draft',
    )
    synced.push(`${isThere} ${(await readlink(`/proc/self/fd/${this.fd}`)).replace(`${folder}/synced`, '')}`)
    return sync.call(this)
  })
  await folderStore(join(folder, 'synced')).put('1/wal/A', phone)
  watched.mockRestore()
  expect(synced).toEqual([expect.stringMatching(/^draft \/1\/wal\/A\..*\.draft$/), 'named /1/wal', 'named /1', 'named '])
})

describe('a bucket that fails', () => {
  const pauses = [1, 2, 4, 8]

  it('is asked again with growing pauses, and has the object when it is well again', async () => {
    const store = s3Store(s3.place, pauses)
    s3.refuse(4, 503)
    await store.put('9/wal/A', phone)
    s3.refuse(4, 429)
    expect(await store.list('9/')).toEqual(['9/wal/A'])
    s3.refuse(4, 500)
    expect(await store.get('9/wal/A')).toEqual(phone)
  })

  it('is given up in a sentence, and at once where it refuses', async () => {
    const store = s3Store(s3.place, pauses)
    s3.refuse(5, 503)
    await expect(store.put('9/wal/B', phone)).rejects.toThrow(
      expect.objectContaining({ name: 'StoreFailed', message: expect.stringContaining(`${s3.settings.endpoint} failed 5 times in a row: `) }),
    )
    expect(await store.get('9/wal/B'), 'the sixth is answered').toBeNull()
    s3.refuse(1, 403)
    await expect(store.put('9/wal/B', phone)).rejects.not.toThrow('times in a row')
    await store.remove(['9/wal/A'])
    expect(await store.list('9/')).toEqual([])
  })
})

describe('what waits on this machine', () => {
  const segment = Buffer.concat([phone, Buffer.alloc(100_000)])
  const name = '000000010000000000000007'

  let sealed: SealedStore
  beforeAll(() => {
    sealed = sealedStore(folderStore(join(folder, 'store')), passphrase)
  })
  async function shop(store: SealedStore, root: string) {
    const dataDir = await mkdtemp(join(folder, 'shop-'))
    const walFolder = join(dataDir, 'archive')
    await mkdir(walFolder)
    await mkdir(join(dataDir, 'files/ad-images/ads'), { recursive: true })
    await writeFile(join(dataDir, 'files/ad-images/ads/1763700000000.webp'), 'picture')
    return { dataDir, walFolder, shipper: createShipper({ store, root, dataDir, walFolder, isFileKey: () => true }) }
  }

  it('goes to the store without the zeros at its end, and nothing that is still being written goes', async () => {
    const { walFolder, shipper } = await shop(sealed, '7')
    for (const [file, bytes] of Object.entries({ [name]: segment, [`archtemp.${name}.1.2`]: segment, [`${name}.00000028.backup`]: phone }))
      await writeFile(join(walFolder, file), bytes)
    expect(await shipper.waiting()).toMatchObject({ segments: 1, bytes: segment.length, since: expect.any(Date) })
    expect(await shipper.shipWal()).toBe(1)
    expect(await sealed.get(`7/wal/${name}`)).toEqual(phone)
    expect([await readdir(walFolder), await shipper.waiting()]).toEqual([[`archtemp.${name}.1.2`], { segments: 0, bytes: 0, since: null }])
  })

  it('is packed small and sealed while the store does not answer, and goes when it does', async () => {
    const store = folderStore(join(folder, 'down'))
    let isDown = true
    const whenUp = <T>(use: () => Promise<T>) => (isDown ? Promise.reject(new Error('The disk is full')) : use())
    const put: BackupStore['put'] = (object, bytes) => whenUp(() => store.put(object, bytes))
    const sealed = sealedStore({ ...store, put, get: (object) => whenUp(() => store.get(object)) }, passphrase)
    const { dataDir, walFolder, shipper } = await shop(sealed, '7')
    await writeFile(join(walFolder, name), segment)
    await expect(shipper.shipWal()).rejects.toThrow('The disk is full')
    const { bytes, segments } = await shipper.waiting()
    expect([segments, bytes < 300, (await readFile(join(dataDir, 'backup-outbox', name))).includes('2547')]).toEqual([1, true, false])
    isDown = false
    expect([await shipper.shipWal(), await sealed.get(`7/wal/${name}`)]).toEqual([1, phone])
  })

  it('are files as well, each once and again when it was replaced', async () => {
    const { dataDir, shipper } = await shop(sealed, '8')
    const [first] = await shipper.shipFiles()
    expect([String(await sealed.get(first as string)), await shipper.shipFiles()]).toEqual(['picture', [first]])
    await writeFile(join(dataDir, 'files/ad-images/ads/1763700000000.webp'), 'a newer picture')
    const [second] = await shipper.shipFiles()
    expect(second).not.toBe(first)
    expect(await sealed.list('8/files/')).toHaveLength(2)
  })
})
