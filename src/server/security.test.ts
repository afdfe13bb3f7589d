import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { pagePolicy, withoutNonces } from '#server/pages/content-security-policy.ts'
import { answerProblems, withoutSecrets } from '#server/problem-responses.ts'
import { knownHosts, safeHeaders, sameSiteOnly } from '#server/security.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('the policy of a page', () => {
  const nonce = 'q-83_1Zk0'
  const scriptsOf = (html: string) => /script-src ([^;]*);/.exec(pagePolicy([html], nonce))?.[1]

  it('names exactly the inline scripts that carry the nonce', () => {
    const ours = `<script nonce="${nonce}">one()</script><script type="module" nonce="${nonce}" async="">two()</script>`
    expect(scriptsOf(`${ours}<script src="/assets/x.js"></script>${ours}`)).toBe(`'self' ${hash('one()')} ${hash('two()')}`)
    const policy = pagePolicy([ours], nonce)
    expect(policy).not.toContain("unsafe-inline'; script")
    expect(policy).toMatch(/frame-ancestors 'none'/)
  })

  it.each([
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="guessed">alert(1)</script>',
    `<script data-nonce="${nonce}">alert(1)</script>`,
    `<script nonce="${nonce}x">alert(1)</script>`,
    `<script nonce="x ${nonce}">alert(1)</script>`,
    '<SCRIPT>alert(1)</SCRIPT>',
  ])('does not name %s', (planted) => {
    expect(scriptsOf(`<p>${planted}</p><script nonce="${nonce}">one()</script>`)).toBe(`'self' ${hash('one()')}`)
  })

  it('names no more because of a tag that was left open', () => {
    for (const open of ['<script ', '<script x="', "<script x='", '<script><!--<script '])
      expect(scriptsOf(`<p>${open}</p><b>alert(1)</b><script nonce="${nonce}">one()</script>`)).toBe(`'self' ${hash('one()')}`)
  })

  it('takes the marks off what is sent', () =>
    expect(withoutNonces([`<link nonce="${nonce}" href="/x">`, `<script nonce="${nonce}">one()</script>`], nonce).toString()).toBe(
      '<link href="/x"><script>one()</script>',
    ))
})

describe('every route', () => {
  const app = (origin: string, live = false) => {
    const app = new Hono()
    app.onError(answerProblems({ log: silent, facts: { name: 'Viatu', origin: 'https://shop.example' } }))
    app.use(safeHeaders(live)).use(knownHosts(origin)).use(sameSiteOnly(origin))
    return app.all('*', (c) => c.text('in'))
  }
  const ask = (headers: Record<string, string>, method = 'GET', origin = 'http://127.0.0.1:3000') =>
    app(origin).request('http://127.0.0.1:3000/', { method, headers })

  it.each([
    ['127.0.0.1:3000', undefined, 200],
    ['localhost:3000', undefined, 200],
    ['[::1]:3000', undefined, 200],
    ['192.168.1.7:3000', undefined, 421],
    ['192.168.1.7:3000', 'http://192.168.1.7:3000', 200],
    ['evil.example', undefined, 421],
    ['127.0.0.1.evil.example', undefined, 421],
    ['shop.example.com', 'https://shop.example.com', 200],
    ['evil.example', 'https://shop.example.com', 421],
    ['', undefined, 421],
  ])('answers to %j when the shop is known as %j with %i', async (host, origin, status) =>
    expect((await ask({ host }, 'GET', origin)).status).toBe(status),
  )

  it('hear M-Pesa under whatever name it reaches the shop', async () => {
    const asked = (path: string) =>
      app('https://shop.example.com').request(`http://127.0.0.1:3000${path}`, { method: 'POST', headers: { host: 'pay.example.com' } })
    expect((await asked('/api/callbacks/payments/id/secret')).status).toBe(200)
    expect((await asked('/api/orders')).status).toBe(421)
  })

  it.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }, 200],
    ['POST', {}, 200],
    ['POST', { 'sec-fetch-site': 'same-origin' }, 200],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['POST', { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', { origin: 'http://127.0.0.1:3000' }, 200],
    ['POST', { origin: 'https://evil.example' }, 403],
    ['POST', { origin: 'https://127.0.0.1:3000' }, 403],
    ['POST', { origin: 'null' }, 403],
    ['DELETE', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('lets %s with %j in with %i', async (method, headers, status) =>
    expect((await ask({ host: '127.0.0.1:3000', ...(headers as Record<string, string>) }, method)).status).toBe(status),
  )

  it.each([
    ['https://shop.example', 200],
    ['http://shop.example', 403],
    ['https://shop.example:8443', 403],
  ])('lets a change from %s into the shop at https://shop.example with %i, though a proxy speaks http to it', async (origin, status) =>
    expect((await ask({ host: 'shop.example', origin }, 'POST', 'https://shop.example')).status).toBe(status),
  )

  it('send their headers, and HSTS only in a live shop', async () => {
    const demo = await ask({ host: 'localhost' })
    expect(demo.headers.get('x-content-type-options')).toBe('nosniff')
    expect(demo.headers.get('strict-transport-security')).toBeNull()
    expect(
      (await app('http://127.0.0.1:3000', true).request('/', { headers: { host: 'localhost' } })).headers.get('strict-transport-security'),
    ).toContain('max-age=31536000')
  })

  it.each([
    ['text/html; charset=utf-8', 'same-origin'],
    ['application/json', 'same-origin'],
    ['text/javascript', null],
    ['font/woff2', null],
    ['image/avif', null],
  ])('send with %s the opener policy %s, which only documents heed', async (type, policy) => {
    const sender = new Hono().use(safeHeaders(false)).get('/', (c) => c.body('', 200, { 'content-type': type }))
    const { headers } = await sender.request('/')
    expect([headers.get('cross-origin-opener-policy'), headers.get('x-content-type-options')]).toEqual([policy, 'nosniff'])
  })

  it.each([
    ['/api/callbacks/payments/id/secret', '/api/callbacks/payments/id/…'],
    ['/o/3f9a21c8.Zm9vYmFy_mF6cX-4', '/o/3f9a21c8…'],
    ['/o/3f9a21c8.Zm9vYmFy_mF6cX-4.data', '/o/3f9a21c8…'],
    ['/o/Zm9vYmFy_mF6cX-4', '/o/Zm9vYmFy…'],
    ['/rider/AAAAAAAAAAAAAAAAAAAAAA', '/rider/…'],
    ['/claim/AAAAAAAAAAAAAAAAAAAAAA', '/claim/…'],
    ['/invitation/AAAAAAAAAAAAAAAAAAAAAA', '/invitation/…'],
    ['/rider/AAAAAAAAAAAAAAAAAAAAAA.data', '/rider/…'],
    ['/order/3f9a21c8', '/order/3f9a21c8'],
  ])('write no secret of %s into a log', (path, logged) => expect(withoutSecrets(path)).toBe(logged))
})
