import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../test/app.ts'
import { contextOn } from '../../test/checkout.ts'

const app = useApp({ isWalk: true })
const url = '/files/promotional-videos/videos/1763680000000.mp4'
const large = '/files/promotional-videos/videos/1763680000001.webm'
const film = Buffer.alloc(2_000_000, '0123456789')
beforeAll(async () => {
  app.routes()
  const { files } = contextOn(app.database).services
  await files.put(url.replace('/files/', ''), new TextEncoder().encode('0123456789'))
  await files.put(large.replace('/files/', ''), film)
})
const get = (headers: Record<string, string> = {}, path = url, method = 'GET') => app.fetch(method, path, { headers })
const facts = async (response: Response) => [response.status, response.headers.get('content-range'), await response.text()]

describe('a stored file', () => {
  it('is kept for an hour, says what it is, and cannot run', async () => {
    const response = await get()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(await response.text()).toBe('0123456789')
  })

  it('is not sent again to whom has it', async () => {
    const etag = (await get()).headers.get('etag') as string
    const again = await get({ 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'public, max-age=3600'])
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=0-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=9-9', 206, 'bytes 9-9/10', '9'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=99-100', 416, 'bytes */10', ''],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=5-2', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['bytes=-', 200, null, '0123456789'],
    ['pages=1-2', 200, null, '0123456789'],
  ])('is sent in the part that is asked for: %s', async (range, ...expected) => expect(await facts(await get({ range }))).toEqual(expected))

  it('is sent whole to whom has a part of another', async () => {
    expect(await facts(await get({ range: 'bytes=0-3', 'if-range': '"other"' }))).toEqual([200, null, '0123456789'])
    const etag = (await get()).headers.get('etag') as string
    expect(await facts(await get({ range: 'bytes=0-3', 'if-range': etag }))).toEqual([206, 'bytes 0-3/10', '0123'])
  })

  it('tells its facts without itself', async () => {
    const response = await get({}, url, 'HEAD')
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', ''])
  })

  it('is sent as a stream when it is large, also in part', async () => {
    expect(Buffer.from(await (await get({}, large)).arrayBuffer()).equals(film)).toBe(true)
    const part = Buffer.from(await (await get({ range: 'bytes=100-1500099' }, large)).arrayBuffer())
    expect(part.equals(film.subarray(100, 1_500_100))).toBe(true)
  })

  it('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await get({}, url, method)).status).toBe(404)
  })
})
