import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestShop } from '../../test/test-shop.ts'
import { mayUse, originOf } from './simulator.ts'

const tools = ['/control/book', '/control/prompts', '/phone', '/phone/254712345678', '/phone/assets/phone.css']
let shop: Awaited<ReturnType<typeof openTestShop>> | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

describe('a request of this machine', () => {
  it.each([
    ['127.0.0.1', 'localhost', true],
    ['127.8.9.10', '127.0.0.1:4800', true],
    ['::1', '[::1]:4800', true],
    ['::ffff:127.0.0.1', 'localhost:4800', true],
    ['192.168.1.7', 'localhost', false],
    ['::ffff:192.168.1.7', 'localhost', false],
    [undefined, 'localhost', false],
    ['127.0.0.1', '127.0.0.1.evil.example', false],
    ['127.0.0.1', undefined, false],
  ])('from %s for %s: %s', (address, host, expected) => {
    expect(mayUse('local', address, new Headers(host === undefined ? {} : { host }))).toBe(expected)
  })

  it('has an address that can be called, also where all interfaces are listened on', () => {
    const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '::', '::1']
    const origins = ['http://127.0.0.1:4800', 'http://localhost:4800', 'http://127.0.0.1:4800', 'http://[::1]:4800', 'http://[::1]:4800']
    expect(hosts.map((host) => originOf(host, 4800))).toEqual(origins)
  })
})

describe('the control and the phones', () => {
  it('are for this machine: pages of other sites and proxies find nothing, the wire answers them as ever', async () => {
    shop = await openTestShop()
    for (const path of tools) {
      expect(await statusOf(path)).toBe(200)
      expect(await statusOf(path, { host: 'evil.example' })).toBe(404)
      expect(await statusOf(path, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
      expect(await statusOf(path, { forwarded: 'for=127.0.0.1' })).toBe(404)
    }
    expect(await statusOf('/certificate', { host: 'evil.example' })).toBe(200)
    expect(await statusOf('/oauth/v1/generate?grant_type=client_credentials', { host: 'evil.example' })).toBe(400)
  })

  it('are not for another machine that names this one', async () => {
    shop = await openTestShop({ host: '0.0.0.0' })
    for (const address of ownAddresses()) for (const path of tools) expect(await statusOf(path, {}, address)).toBe(404)
    for (const path of tools) expect(await statusOf(path)).toBe(200)
  })

  it('are for nobody when they are closed', async () => {
    shop = await openTestShop({ access: 'closed' })
    for (const path of tools) expect(await statusOf(path)).toBe(404)
  })

  it('are for everybody when they are open', async () => {
    shop = await openTestShop({ access: 'open', host: '0.0.0.0' })
    for (const path of tools) expect(await statusOf(path, { host: '192.168.1.7', 'x-forwarded-for': '41.90.1.2' })).toBe(200)
    for (const address of ownAddresses()) for (const path of tools) expect(await statusOf(path, {}, address)).toBe(200)
  })
})

function statusOf(path: string, headers: Record<string, string> = {}, address = '127.0.0.1'): Promise<number | undefined> {
  const { port } = new URL(shop!.simulator.url)
  return new Promise((settle, fail) => {
    const asked = request({ host: address, port, path, headers: { host: `127.0.0.1:${port}`, ...headers } }, (answer) => {
      answer.resume()
      settle(answer.statusCode)
    })
    asked.once('error', fail).end()
  })
}

/** Addresses of this machine on which others can reach it. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((faces) => faces ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}
