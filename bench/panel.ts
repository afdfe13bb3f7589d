import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { makeOwner } from '#features/people/users.ts'
import { startShopProcess } from '../test/shop-process.ts'
import type { ListCase } from './list-cases.ts'

/** Pages of the panel with long lists. */
const addresses: Record<string, string> = {
  products: '/admin/products',
  'products, few pairs left': '/admin/products?low=1',
  'products, unavailable': '/admin/products?availability=unavailable',
  'products, a search': '/admin/products?search=canvas',
  orders: '/admin/orders',
  'orders, a status': '/admin/orders?status=shipped',
  'orders, a name': '/admin/orders?search=akinyi',
  users: '/admin/users',
  'users, a name': '/admin/users?search=brian',
  affiliates: '/admin/affiliates',
  commissions: '/admin/commissions',
  'orders without a commission': '/admin/commissions/missing',
  payouts: '/admin/payouts',
  data: '/admin/data',
  figures: '/admin/figures',
  'figures, a week': '/admin/figures?range=7d',
  audit: '/admin/audit',
}

/** Pages of the shop that are not cached, because each call asks for another address: of the same list, or of one with a price limit of its own, whose sizes nobody has counted in this minute. */
async function shelfAddresses({ db }: Context): Promise<Record<string, (turn: number) => string>> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from products where archived_at is null order by id limit 200`)
  const category = (turn: number) => `/category/${['women-shoes', 'men-shoes', 'sandals', 'sneakers'][turn % 4]}`
  const search = (turn: number) => `/products?search=${['canvas', 'runner', 'sandal', 'coral'][turn % 4]}`
  return {
    home: (turn) => `/?_routes=${turn}`,
    category: (turn) => `${category(turn)}?_routes=${turn}`,
    'category, a price limit': (turn) => `${category(turn)}?max=${20_000 + turn}`,
    product: (turn) => `/product/${rows[turn % rows.length]?.id}`,
    search: (turn) => `${search(turn)}&_routes=${turn}`,
    'search, a price limit': (turn) => `${search(turn)}&max=${20_000 + turn}`,
  }
}

export interface OpenPanel {
  /** The shop's pages as documents, each page of the panel twice: as a document, and as navigation data. */
  cases: ListCase[]
  close(): Promise<unknown>
}

/** Starts the shop as `npm start` does, and signs in a new admin. */
export async function openPanel(env: Record<string, string>, ctx: Context): Promise<OpenPanel> {
  const shop = await startShopProcess(env)
  try {
    const cookie = await signIn(shop.url, ctx)
    const ask = async (path: string) => {
      const page = await fetch(shop.url + path, { headers: { cookie } })
      await page.arrayBuffer()
      if (page.status !== 200) throw new Error(`${path} answered ${page.status}`)
    }
    const shelf = Object.entries(await shelfAddresses(ctx)).map(([name, addressOf]) => ({
      name: `page of the shop: ${name}`,
      ask: (turn: number) => ask(addressOf(turn)),
    }))
    const panel = Object.entries(addresses).flatMap(([name, address]) => [
      { name: `page: ${name}`, ask: () => ask(address) },
      { name: `click: ${name}`, ask: () => ask(address.replace(/(\?|$)/, '.data$1')) },
    ])
    return {
      cases: [...shelf, ...panel],
      close: shop.stop,
    }
  } catch (error) {
    await shop.stop()
    throw error
  }
}

/** Returns the cookies of a new admin. */
async function signIn(shopUrl: string, ctx: Context): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(shopUrl + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const admin = { email: `bench-${randomUUID()}@example.com`, password: randomUUID() }
  await post('/api/auth/sign-up', { ...admin, metadata: { full_name: 'Bench', phone: `2547${randomInt(10_000_000, 99_999_999)}` } })
  await ctx.db.execute(sql`update auth.users set email_verified = true where email = ${admin.email}`)
  await makeOwner(ctx, admin)
  const answer = await post('/api/auth/sign-in', admin)
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
