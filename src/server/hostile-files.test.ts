import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileTypes, uploadLimits } from '#domain/storage.ts'
import { type Entered, entered } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { rowsOf } from '../../test/checkout.ts'
import { type HostileFile, hostilePictures, hostileVideos, payload } from '../../test/hostile-files.ts'
import { videoOf } from '../../test/pictures.ts'

const app = useApp({ isWalk: true })
let admin: Entered
let name = 1_763_680_000_000
beforeAll(async () => {
  app.routes()
  admin = await entered(app.database, { isAdmin: true })
})

const send = async (folder: string, { file, type }: Pick<HostileFile, 'file' | 'type'>, body: Uint8Array | ReadableStream<Uint8Array>) => {
  const path = `/api/storage/${folder}/${++name}.${file.split('.')[1]}`
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type }
  const response = await app.fetch('POST', path, { body, headers, duplex: 'half' } as RequestInit)
  return { status: response.status, body: await response.json() }
}
/** Of what was taken before: what is refused adds nothing. */
let kept: unknown
const keptFiles = () => rowsOf(app.database, sql`select stem from stored_files order by stem`)
/** Whatever is answered under an address of the storage cannot run. */
const expectHarmless = async (url: string) => {
  const response = await app.fetch('GET', url)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return expect([url, response.status]).toEqual([url, 404])
  expect(Object.values(fileTypes)).toContain(response.headers.get('content-type'))
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
  expect(bytes.includes(payload)).toBe(false)
}

describe('a hostile picture', () => {
  it.each(hostilePictures)('is neutralised: $name', async (file) => {
    kept ??= await keptFiles()
    const { status, body } = await send('ad-images/ads', file, await file.bytes())
    if (status !== 201) {
      expect(body.error.code).toMatch(/^(file_refused|file_too_large|too_large)$/)
      // The words are about this file, and say what to do.
      expect(body.error.message).toMatch(/^(\d+\.\w+ (is|has) .+|.+ larger than .+)\.\)?$/)
      expect(await keptFiles()).toEqual(kept)
      expect(file.isPicture && status).toBeFalsy()
      return
    }
    kept = undefined
    expect(file.isPicture, 'only what holds a picture is kept').toBe(true)
    expect(body.public_url).toMatch(/^\/files\/ad-images\/ads\/\d{13}\.webp$/)
    const response = await app.fetch('GET', body.public_url)
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([metadata.format, metadata.exif, metadata.xmp, metadata.icc, metadata.pages]).toEqual(['webp', undefined, undefined, undefined, undefined])
    for (const url of [body.public_url, ...body.variants.map(({ url }: { url: string }) => url)]) await expectHarmless(url)
  })

  it('is stopped where it becomes too large when nobody says how long it is', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 2 ** 20
        controller.enqueue(new Uint8Array(2 ** 20))
      },
    })
    expect(await send('ad-images/ads', { file: 'a.jpg', type: 'image/jpeg' }, endless)).toMatchObject({
      status: 413,
      body: { error: { code: 'file_too_large' } },
    })
    expect(sent).toBeLessThan(uploadLimits.pictureBytes + 5 * 2 ** 20)
  })
})

describe('a hostile video', () => {
  it.each(hostileVideos)('is refused: $name', async (file) => {
    const before = await keptFiles()
    const { status, body } = await send('promotional-videos/videos', file, await file.bytes())
    expect([status, body.error.code]).toEqual([422, 'file_refused'])
    expect(await keptFiles()).toEqual(before)
  })

  it('that is one is served as a video and nothing else', async () => {
    const bytes = Buffer.concat([videoOf('mp4'), Buffer.from('<script>alert(1)</script>')])
    const { body } = await send('promotional-videos/videos', { file: 'a.mp4', type: 'text/html' }, bytes)
    const response = await app.fetch('GET', body.public_url)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    await response.body?.cancel()
    await expectHarmless(body.public_url)
  })
})

describe('a hostile address', () => {
  it('leads nowhere', async () => {
    for (const path of [
      '/files/..%2fapp-secret',
      '/files/ad-images/ads/..%5c..%5capp-secret',
      '/files/ad-images/ads/%00.webp',
      '/files/ad-images/ads/1763680000000.webp%00.html',
      '/files/ad-images/ads/1763680000000.html',
      '/files/ad-images/ads/1763680000000.svg',
      '/files/ad-images/ads/1763680000000.jpg.html',
      '/files//etc/passwd',
      '/files/ad-images/ads/',
      '/files/ad-images',
      '/files/incoming/x',
      `/files/ad-images/ads/${'a'.repeat(4000)}.webp`,
      '/files/ad-images/ads/\u2025\u2025/x.webp',
      '/files/__proto__/ads/x.webp',
      '/files/constructor',
      '/files/',
      '/assets/',
      '/assets/..%2f..%2f..%2f.git%2fconfig',
      '/assets/..%2f..%2fpackage.json',
      '/assets/..%5c..%5c.env',
    ])
      expect((await app.fetch('GET', path)).status, path).toBe(404)
  })
})
