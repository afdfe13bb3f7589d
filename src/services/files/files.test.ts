import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../../packages/vault/test/s3-server.ts'
import { diskFiles } from './disk-files.ts'
import { type Files, type FoundFile, refusingFullDisk } from './files.ts'
import { s3Files } from './s3-files.ts'

let folder: string
let s3: S3Server
const stores = {} as Record<'disk' | 's3', Files>
const failures: unknown[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viatu-files-'))
  s3 = await startS3()
  stores.disk = diskFiles(join(folder, 'disk'))
  stores.s3 = s3Files(s3.settings, join(folder, 's3'), (error) => failures.push(error))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const key = 'ad-images/ads/1763680000000.webp'
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = async (found: FoundFile | null, range?: { from: number; to: number }) => {
  const body = await found?.read(range)
  return body === undefined ? null : Buffer.from(body instanceof Uint8Array ? body : await buffer(body as never)).toString()
}
const streamOf = (...pieces: Uint8Array[]) => new Blob(pieces as Uint8Array<ArrayBuffer>[]).stream()
const incoming = (name: 'disk' | 's3') => readdir(join(folder, name, 'incoming')).catch(() => [])

describe.each(['disk', 's3'] as const)('files on %s', (name) => {
  it('are found as they were put', async () => {
    await stores[name].put(key, bytes('a picture'))
    const found = await stores[name].find(key)
    expect([found?.bytes, await textOf(found)]).toEqual([9, 'a picture'])
    expect(found?.tag).toMatch(/^".+"$/)
  })

  it('are read in parts', async () => {
    await stores[name].put(key, bytes('0123456789'))
    const found = await stores[name].find(key)
    expect(await textOf(found, { from: 2, to: 4 })).toBe('234')
    expect(await textOf(found, { from: 9, to: 9 })).toBe('9')
  })

  it('take the place of what was there, whole', async () => {
    await stores[name].put(key, bytes('long ago and far away'))
    const before = (await stores[name].find(key))?.tag
    await stores[name].put(key, bytes('now'))
    const found = await stores[name].find(key)
    expect([found?.bytes, await textOf(found)]).toEqual([3, 'now'])
    expect(found?.tag).not.toBe(before)
  })

  it('may be large: they are read as a stream', async () => {
    const large = new Uint8Array(3 * 2 ** 20).fill(7)
    const video = 'promotional-videos/videos/1763680000000.mp4'
    const body = await stores[name].receive(streamOf(large.subarray(0, 2 ** 20), large.subarray(2 ** 20)), 4 * 2 ** 20)
    expect(body.bytes).toBe(large.length)
    await stores[name].put(video, body)
    await body.discard()
    const read = await (await stores[name].find(video))?.read()
    expect(read).toBeInstanceOf(ReadableStream)
    expect((await buffer(read as never)).equals(large)).toBe(true)
    expect(await incoming(name)).toEqual([])
  })

  it('come in up to a size, and leave nothing behind beyond it', async () => {
    let asked = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        asked++
        controller.enqueue(new Uint8Array(2 ** 20))
      },
    })
    await expect(stores[name].receive(endless, 3 * 2 ** 20)).rejects.toMatchObject({
      code: 'file_too_large',
      message: expect.stringContaining('3 MB'),
    })
    expect(asked).toBeLessThan(8)
    expect(await incoming(name)).toEqual([])
  })

  it('leave nothing behind when the sender goes away', async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
    await expect(stores[name].receive(broken, 100)).rejects.toThrow('gone')
    expect(await incoming(name)).toEqual([])
  })

  it('are removed, also those that are not there', async () => {
    await stores[name].put(key, bytes('a picture'))
    await stores[name].remove([key, 'ad-images/ads/1763680000001.webp'])
    expect(await stores[name].find(key)).toBeNull()
    await stores[name].remove([key])
  })

  it.each([
    '../app-secret',
    'ad-images/ads/../../../app-secret.webp',
    'ad-images/ads/..%2f..%2fapp-secret.webp',
    '/etc/passwd',
    'ad-images/ads/a.webp/../../b.webp',
    'ad-images/ads/a\0.webp',
    'ad-images/ads/a.html',
    'ad-images/ads/a.svg',
    'ad-images/ads/a.jpg.html',
    'ad-images/ads/.webp',
    'ad-images/videos/a.webp',
    'other/ads/a.webp',
    '__proto__/ads/a.webp',
    `ad-images/ads/${'a'.repeat(300)}.webp`,
    'ad-images\\ads\\a.webp',
    'ad-images/ads/\u2025/a.webp',
    '',
  ])('are never called %j', async (wrong) => {
    await expect(Promise.resolve().then(() => stores[name].put(wrong, bytes('x')))).rejects.toThrow('not a key of the storage')
    await expect(Promise.resolve().then(() => stores[name].remove([wrong]))).rejects.toThrow('not a key of the storage')
    expect(await stores[name].find(wrong)).toBeNull()
  })

  it('that a crash left half written are swept away after an hour', async () => {
    const left = join(folder, name, 'incoming')
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'old'), 'half a video')
    await writeFile(join(left, 'new'), 'half a video')
    const longAgo = new Date(Date.now() - 3_700_000)
    await utimes(join(left, 'old'), longAgo, longAgo)
    await stores[name].sweep()
    expect(await incoming(name)).toEqual(['new'])
    await rm(join(left, 'new'))
  })
})

describe('files on disk', () => {
  it('are no links to other files', async () => {
    await writeFile(join(folder, 'secret'), 'a secret')
    await mkdir(join(folder, 'disk/files/ad-images/ads'), { recursive: true })
    await symlink(join(folder, 'secret'), join(folder, 'disk/files/ad-images/ads/link.webp'))
    expect(await stores.disk.find('ad-images/ads/link.webp')).toBeNull()
  })

  it.skipIf(process.platform !== 'linux')('are refused in words when the disk is full', async () => {
    // A device that never has room.
    await expect(refusingFullDisk(() => writeFile('/dev/full', 'x'))).rejects.toMatchObject({ code: 'storage_full' })
  })
})

describe('files in S3', () => {
  it('that cannot be reached are a transient failure, in words, and the reason is for the log', async () => {
    failures.length = 0
    const lost = s3Files({ ...s3.settings, endpoint: 'http://127.0.0.1:9' }, folder, (error) => failures.push(error))
    await expect(lost.find(key)).rejects.toMatchObject({ code: 'storage_failed' })
    await expect(lost.put(key, bytes('x'))).rejects.toMatchObject({ code: 'storage_failed' })
    expect(failures).toHaveLength(2)
  })

  it('of a bucket that is not there are a failure, not an empty shelf', async () => {
    const wrong = s3Files({ ...s3.settings, bucket: 'no-such-bucket' }, folder, () => {})
    await expect(wrong.put(key, bytes('x'))).rejects.toMatchObject({ code: 'storage_failed' })
  })
})
