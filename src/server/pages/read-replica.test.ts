import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { contextForEverybody, contextForPage, rememberWrite } from '#server/pages/serve-pages.ts'
import type { Shop } from '#server/running-shop.ts'

const [primary, standby] = [{ name: 'primary' }, { name: 'standby' }] as unknown as Context['db'][]
const logged: unknown[] = []
/** Since when each list asked for what was written. */
const asked: unknown[] = []
let position = async () => '0/3000028'
const shop = {
  contextFor: () => ({ db: primary }) as unknown as Context,
  log: { warn: (facts: unknown) => logged.push(facts) },
  replica: {
    position: () => position(),
    databaseFor: async (since?: string | null) => {
      asked.push(since)
      return standby
    },
  },
  facts: { origin: 'http://shop.example' },
} as unknown as Shop

const app = new Hono()
app.use(async (c, next) => {
  await next()
  if (c.req.method === 'POST') await rememberWrite(shop, c)
})
app.all('*', async (c) => c.json((await contextForPage(shop, c, new URL(c.req.url), anonymous)).db))
const ask = (path: string, init?: RequestInit) => app.request(`http://shop.example${path}`, init)
const readBy = async (path: string, init?: RequestInit) => ((await (await ask(path, init)).json()) as { name: string }).name

describe('what a replica answers', () => {
  it.each([
    '/admin/products',
    '/admin/products?search=boot',
    '/admin/orders.data?view=pack',
    '/admin/users',
    '/admin/customers',
    '/admin/figures',
    '/admin/audit.data',
  ])('is the list %s', async (path) => expect(await readBy(path)).toBe('standby'))

  it('is every public page, whoever asks', async () => expect((await contextForEverybody(shop)).db).toBe(standby))

  it.each([
    ...['/admin/products/1', '/admin/orders/1', '/admin/orders/1.data', '/admin/payouts', '/admin/commissions', '/admin/affiliates', '/admin'],
    ...['/admin/orders?view=refunds', '/admin/orders.data?view=review', '/checkout', '/order/1', '/dashboard', '/admin/products.csv'],
  ])('is not %s', async (path) => expect(await readBy(path)).toBe('primary'))

  it('is no request that may write', async () => expect(await readBy('/admin/products', { method: 'POST' })).toBe('primary'))
})

describe('a browser that wrote', () => {
  const post = { method: 'POST', headers: { cookie: 'session=1' } }

  it('carries where the log ended then, and its next list shows that', async () => {
    const set = (await ask('/admin/products', post)).headers.get('set-cookie')
    expect(set).toBe('viatu-written=0/3000028; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax')
    asked.length = 0
    await ask('/admin/products', { headers: { cookie: `session=1; ${set?.split(';')[0]}` } })
    await ask('/admin/products', { headers: { cookie: 'session=1' } })
    expect(asked).toEqual(['0/3000028', null])
    const live = new Hono().post('*', async (c) => {
      await rememberWrite({ ...shop, facts: { ...shop.facts, origin: 'https://shop.example' } }, c)
      return c.text('')
    })
    expect((await live.request('/', post)).headers.get('set-cookie')).toMatch(
      /^__Host-viatu-written=.*; Path=\/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('gets nothing when it has no cookies, as M-Pesa and programs have none', async () =>
    expect((await ask('/admin/products', { method: 'POST' })).headers.get('set-cookie')).toBeNull())

  it('reads the primary when nobody knows where the log ended', async () => {
    position = () => Promise.reject(new Error('gone'))
    expect((await ask('/admin/products', post)).headers.get('set-cookie')).toContain('viatu-written=unknown;')
    expect(logged).toHaveLength(1)
  })
})
