import { describe, expect, it } from 'vitest'
import { changeAd, createAd, getAd } from '#features/content/ads.ts'
import { useApp } from '../../test/app.ts'
import { contextOn, theShop } from '../../test/checkout.ts'

const app = useApp({ isWalk: true })
const shop = () => contextOn(app.database, { actor: theShop })
const code = '<script src="https://network.example/a.js"></script>'
const framed = async (more: object = {}) =>
  (await createAd(shop(), { title: '<b>Ferry', target_url: 'https://a.example', is_sponsored: true, embed_code: code, ...more })).id
const within = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
const frame = (id: string, headers: Record<string, string> = within) => app.ask('GET', `/ads/${id}/frame`, { headers })
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K)' }

describe('the frame of an ad', () => {
  it('runs code of a network as a stranger, in pages of ours alone', async () => {
    const { status, body, headers } = await frame(await framed())
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(body).toContain(code)
    expect(body).toContain('<title>&lt;b&gt;Ferry</title>')
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    for (const rule of ['sandbox allow-scripts', "default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(rule)
    expect(['x-frame-options', 'referrer-policy', 'cache-control', 'set-cookie'].map((name) => headers.get(name))).toEqual([
      'SAMEORIGIN',
      'no-referrer',
      'no-store',
      null,
    ])
  })

  it('is not there as a page, for other sites, for what is off, nor for what is no ad of a network', async () => {
    const id = await framed()
    expect((await frame(id, {})).status, 'a browser that does not say').toBe(200)
    expect((await frame(id, { ...within, 'sec-fetch-dest': 'document' })).status).toBe(404)
    expect((await frame(id, { ...within, 'sec-fetch-site': 'cross-site' })).status).toBe(404)
    for (const wrong of ['x', '__proto__', '%00', '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c', await framed({ is_sponsored: false })])
      expect((await frame(wrong)).status, wrong).toBe(404)
    await changeAd(shop(), id, { is_active: false })
    expect((await frame(id)).status).toBe(404)
  })
})

describe('the click on an ad', () => {
  it('is posted from a page of ours, sets the visitor’s cookie, and counts once', async () => {
    const id = await framed()
    const click = (headers: Record<string, string>) => app.ask('POST', `/api/ads/${id}/clicks`, { headers: { ...phone, ...headers } })
    const first = await click({ 'sec-fetch-site': 'same-origin' })
    expect([first.status, first.body]).toEqual([200, { recorded: true }])
    const [set = ''] = first.headers.getSetCookie()
    const cookie = set.split(';')[0] as string
    expect(set).toMatch(/^viatu-ref=\..*HttpOnly.*SameSite=Lax/)
    const ping = { method: 'POST', body: 'PING', headers: { ...phone, 'content-type': 'text/ping', 'sec-fetch-site': 'same-origin', cookie } }
    expect(await (await app.fetch('POST', `/api/ads/${id}/clicks`, ping)).json(), 'as the link itself tells it').toEqual({ recorded: false })
    expect((await click({ cookie })).body).toEqual({ recorded: false })
    expect((await click({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await click({ origin: 'null' })).status).toBe(403)
    expect((await app.ask('GET', `/api/ads/${id}/clicks`, { headers: phone })).status).toBe(405)
    expect((await getAd(shop(), id)).click_count).toBe(1)
  })
})
