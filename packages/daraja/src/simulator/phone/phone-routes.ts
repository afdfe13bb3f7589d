import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { pin } from '../subscribers.ts'
import { readPhone } from './formats.ts'
import { numbersPage } from './numbers-page.ts'
import { phonePage, phoneVersion } from './phone-page.ts'
import { phoneView, recentNumbers, type ViewParts } from './view.ts'

interface Parts extends ViewParts {
  shopUrl?: string
  now: () => Date
}

const phonePath = '/:phone{254[17][0-9]{8}}'

/** The phone pages. Every form works without script. */
export function createPhoneRoutes({ prompts, payouts, subscribers, inbox, shop, shopUrl, now }: Parts) {
  const routes = new Hono()
  routes.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
  })

  routes.get('/', (c) => {
    const typed = c.req.query('number')
    const phone = typed === undefined ? null : readPhone(typed)
    if (phone) return c.redirect(`/phone/${phone}`, 303)
    return c.html(numbersPage(recentNumbers({ prompts, payouts, inbox }), { shop, shopUrl, wrong: typed }), typed === undefined ? 200 : 422)
  })

  routes.get('/assets/:file', async (c) => {
    const file = c.req.param('file')
    const asset = Object.hasOwn(assets, file) ? assets[file] : undefined
    return asset ? c.body(new Uint8Array(await readFile(asset.path)), 200, { 'content-type': asset.type }) : c.notFound()
  })

  routes.get(phonePath, (c) => {
    const view = viewOf(c.req.param('phone'))
    if (c.req.query('seen') === phoneVersion(view)) return c.body(null, 204)
    return c.html(phonePage(view, { shop, shopUrl, now: now() }))
  })

  routes.post(`${phonePath}/prompts/:id`, async (c) => {
    const phone = c.req.param('phone')
    const prompt = prompts.find(c.req.param('id'))
    if (prompt?.phone !== phone) return c.notFound()
    const { action, pin: entered } = await c.req.parseBody()
    const valid = pin.safeParse(entered)
    if (action === 'cancel') await subscribers.answer(prompt, 'cancel')
    else if (valid.success) await subscribers.answer(prompt, { pin: valid.data })
    else return c.html(phonePage(viewOf(phone), { shop, shopUrl, now: now(), pinError: 'Enter the 4 digits of the PIN.' }), 422)
    return backTo(c, phone)
  })

  routes.post(`${phonePath}/balance`, async (c) => {
    const { low } = await c.req.parseBody()
    subscribers.setLowBalance(c.req.param('phone'), low === 'true')
    return backTo(c, c.req.param('phone'))
  })

  const viewOf = (phone: string) => phoneView(phone, { prompts, payouts, subscribers, inbox, shop: shop.toUpperCase() })
  return routes
}

function backTo(c: Context, phone: string) {
  return c.redirect(`/phone/${phone}`, 303)
}

const here = join(import.meta.dirname, 'assets')
const assets: Record<string, { path: string; type: string }> = {
  'phone.css': { path: join(here, 'phone.css'), type: 'text/css; charset=utf-8' },
  'phone.js': { path: join(here, 'phone.js'), type: 'text/javascript; charset=utf-8' },
  'parkinsans.woff2': { path: join(here, 'parkinsans.woff2'), type: 'font/woff2' },
  'instrument-sans.woff2': { path: join(here, 'instrument-sans.woff2'), type: 'font/woff2' },
}

/** Only the shop of this machine may embed the phone in a frame. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}
