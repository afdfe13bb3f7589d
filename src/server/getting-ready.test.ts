import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtSite } from '#server/build-site.ts'
import { readSettings } from '#server/settings.ts'
import { type OpenedShop, startShop } from '#server/start-shop.ts'
import { useDatabase } from '../../test/database.ts'
import { codeOf } from '../../test/totp.ts'

const database = useDatabase()
let home: string
let shop: OpenedShop
const live = () => ({
  PORT: '0',
  DATA_DIR: join(home, 'data'),
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  TRUSTED_PROXY: '1',
  APP_SECRET: 'a secret of a live shop, long enough',
})
const start = (env: Record<string, string> = {}) => startShop(readSettings({ ...live(), ...env }), builtSite)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-getting-ready-'))
  await mkdir(join(home, 'data'))
  shop = await start()
})
afterAll(async () => {
  await shop.stop()
  await rm(home, { recursive: true })
})

interface Said {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}
/** As the proxy in front of the shop asks. */
const ask = (path: string, { method = 'GET', body = '', cookie = '' } = {}): Promise<Said> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: 'shop.example',
      origin: 'https://shop.example',
      'x-forwarded-for': '196.201.214.1',
      accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
      cookie,
      ...(body && { 'content-type': body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded' }),
    }
    const sent = request(`${shop.url}${path}`, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
const claimOf = ({ facts }: OpenedShop) => /https:\/\/shop\.example(\/claim\/[\w-]{43})$/m.exec(facts.join('\n'))?.[1] ?? null
const cookieOf = ({ headers }: Said) => ((headers['set-cookie'] ?? []) as string[]).map((each) => each.split(';')[0]).join('; ')
const password = 'lakeside-Viatu!7'
/** The contacts that a shop is born with. */
const examples = /\+?254 ?700 ?000 ?000(?!")|hello@viatu\.example/
const owner = new URLSearchParams({
  intent: 'claim',
  full_name: 'Achieng Otieno',
  phone: '0712 345 678',
  email: 'achieng@shop.example',
  password,
}).toString()

describe('a live shop without M-Pesa and mail', () => {
  it('starts, keeps visitors out of pages and API, and prints the link that makes its owner', async () => {
    expect(shop.facts[0]).toBe('Viatu is getting ready, and its panel alone answers: https://shop.example/admin')
    for (const path of ['/', '/products', '/_root.data', '/sitemap.xml', '/checkout']) {
      const { status, headers } = await ask(path)
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '600'])
    }
    const { status, text } = await ask('/api/products')
    expect([status, JSON.parse(text).error.code]).toEqual([503, 'not_open'])
    expect((await ask('/')).text).toContain('Opening soon')
    expect((await ask('/auth')).status).toBe(200)
    const person = { full_name: 'Wanjiku Kamau', phone: '0712 345 679' }
    const credentials = { email: 'wanjiku@shop.example', password }
    const up = await ask('/api/auth/sign-up', { method: 'POST', body: JSON.stringify({ ...credentials, metadata: person }) })
    expect([up.status, JSON.parse(up.text).error.message]).toEqual([503, 'This shop is getting ready. Please come back a little later.'])
    const form = new URLSearchParams({ intent: 'sign-up', ...person, ...credentials, confirmation: password }).toString()
    const page = await ask('/sign-up', { method: 'POST', body: form })
    expect(page.text).toContain('Sign up failed')
    expect(page.text).toContain('This shop is getting ready.')
    expect((await database.db.execute(sql`select from auth.users`)).rows).toEqual([])
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/admin')).headers.location).toMatch(/^\/auth/)
  })

  it('gives it to whoever has the newest link, once; and says what it lacks', async () => {
    const older = claimOf(shop) as string
    await shop.stop()
    shop = await start()
    const link = claimOf(shop) as string
    expect((await ask(older)).status).toBe(404)
    const claiming = await ask(link)
    expect(claiming.text).toContain('This shop is yours')
    expect(claiming.text).not.toMatch(examples)
    const weak = await ask(link, { method: 'POST', body: owner.replace(/password=.*/, 'password=short') })
    expect(weak.status).toBe(422)
    expect(weak.text).toContain('achieng@shop.example')
    const [first, second] = await Promise.all([ask(link, { method: 'POST', body: owner }), ask(link, { method: 'POST', body: owner })])
    expect([first.status, second.status].toSorted()).toEqual([302, 409])
    expect((await ask(link)).status).toBe(404)
    const entered = [first, second].find(({ status }) => status === 302) as Said
    expect(entered.headers.location).toBe('/admin')
    const early = cookieOf(entered)
    // The panel waits for the second factor, which is set up on a page that only they see.
    expect((await ask('/admin', { cookie: early })).headers.location).toBe('/dashboard#second-factor')
    const profile = await ask('/dashboard', { cookie: early })
    expect([profile.status, profile.text.match(examples)]).toEqual([200, null])
    const call = (path: string, body: object, cookie: string) =>
      ask(`/api/auth/second-factor${path}`, { method: 'POST', body: JSON.stringify(body), cookie })
    const { uri } = JSON.parse((await call('', { password }, early)).text)
    const cookie = cookieOf(await call('/confirm', { code: codeOf(uri) }, early))
    const page = await ask('/admin', { cookie })
    expect(page.text).toContain('Ready to open?')
    expect(page.text).toContain('1 of 11 steps are done')
    // What there is to look at, and that it was looked at.
    for (const open of [
      /<small>Shipping and returns: where you deliver, [^<]+<\/small>/,
      /<small>Days to exchange: [^<]+<\/small>/,
      /<small>[^<]+, Free, \d+ to \d+ days<\/small>/,
    ])
      expect(page.text).toMatch(open)
    expect(page.text).not.toMatch(examples)
    for (const intent of ['delivery', 'texts']) expect((await ask('/admin', { method: 'POST', body: `intent=${intent}`, cookie })).status).toBe(200)
    expect((await ask('/admin', { cookie })).text).toContain('3 of 11 steps are done')
    // The owner may look at the shop, and no cache keeps what was shown.
    const seen = await ask('/products', { cookie })
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await ask('/products')).status).toBe(503)
    // Not before it is ready.
    const refused = await ask('/admin', { method: 'POST', body: 'intent=open&anyway=on', cookie })
    expect([refused.status, refused.text.includes('Still to do before the shop opens: Contacts, E-mail, M-Pesa')]).toEqual([409, true])
    const { rows } = await database.db.execute(sql`select opened_at from shop_opening`)
    expect(rows).toEqual([{ opened_at: null }])
  })

  it('prints no link once it has an owner, and opens by itself where the environment has both', async () => {
    await shop.stop()
    shop = await start()
    expect(claimOf(shop)).toBe(null)
    await shop.stop()
    const mpesa = {
      MPESA_BASE_URL: 'https://mpesa.example',
      MPESA_CONSUMER_KEY: 'k',
      MPESA_CONSUMER_SECRET: 's',
      MPESA_SHORTCODE: '600123',
      MPESA_PASSKEY: 'p',
      MPESA_CALLBACK_BASE_URL: 'https://shop.example',
    }
    shop = await start({ ...mpesa, SMTP_URL: 'smtps://u:p@127.0.0.1:9' })
    expect(shop.facts[0]).toBe('Viatu is open: https://shop.example')
    expect((await ask('/products')).status).toBe(200)
  })
})
