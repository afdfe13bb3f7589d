import { beforeAll, describe, expect, it } from 'vitest'
import { bodyRuleOf, longestBodyMs } from '#server/http-server.ts'
import { useApp } from '../../test/app.ts'

const app = useApp()
const form = 'multipart/form-data; boundary=b'

beforeAll(() => void app.routes())

describe('a body', () => {
  it.each([
    ['/api/callbacks/payments/x/y', 'application/json', 16, 30],
    ['/api/orders', 'application/json', 32, 30],
    ['/api/functions/ai-chatbot', 'application/json', 16, 30],
    ['/api/products', 'application/json', 64, 30],
    ['/checkout', form, 64, 30],
    ['/admin/ads', 'application/x-www-form-urlencoded', 256, 30],
    ['/admin/upload', form, 50 * 1024 + 64, 600],
    ['/admin/upload', 'application/octet-stream', 50 * 1024 + 64, 600],
    ['/admin/products/x/pictures', 'application/octet-stream', 50 * 1024 + 64, 600],
    ['/admin/products.data', form, 50 * 1024 + 64, 600],
    ['/api/storage/ad-images/ads/1.png', 'image/png', 10 * 1024, 120],
    ['/api/storage/promotional-videos/videos/1.mp4', 'video/mp4', 50 * 1024 + 64, 600],
  ])('to %s of %s is at most %s KB in %s s', (path, type, kilobytes, seconds) => {
    expect(bodyRuleOf(path, type)).toMatchObject({ bytes: kilobytes * 1024, ms: seconds * 1000 })
    expect(seconds * 1000).toBeLessThanOrEqual(longestBodyMs)
  })

  it.each([
    ['/api/products', 65 * 1024],
    ['/api/orders', 33 * 1024],
    ['/api/storage/ad-images/ads/1763680000000.png', 10 * 2 ** 20 + 1],
    ['/api/storage/promotional-videos/videos/1763680000000.mp4', 51 * 2 ** 20],
  ])('to %s is refused by its length, before anybody reads it', async (path, length) => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('it was read')) }, { highWaterMark: 0 })
    const headers = { 'content-length': String(length) }
    const response = await app.fetch('POST', path, { body, headers, duplex: 'half' } as RequestInit)
    expect([response.status, (await response.json()).error.code]).toEqual([413, 'too_large'])
  })
})
