import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { demoAd, demoPromotion } from '../../demo/strip.ts'
import { call, createBuyer, orderBecomes } from '../../test/buyer.ts'
import { expectBooksToBalance } from '../../test/database.ts'
import { ownerUrl, postmaster } from '../../test/scene.ts'
import { command, connected, control, home, live, moveToEmptyHome, onePair, open, refusedToOpen, useStartedShops } from '../../test/started-shops.ts'

/** The shop as a stranger starts it, but for what is tried daily (test/start.test.ts): as a demo, live, on the network, filled by npx viatu seed, and beside others. */
useStartedShops()

describe('a shop that cannot open', () => {
  it('says that its port is taken, and starts nothing', async () => {
    const shop = await open()
    const other = await mkdtemp(join(tmpdir(), 'viatu-start-'))
    onTestFinished(() => rm(other, { recursive: true }))
    const { port } = new URL(shop.url)
    const refusal = await refusedToOpen({ DATA_DIR: other, PORT: port })
    expect(refusal).toContain('ended (1)')
    expect(refusal).toMatch(new RegExp(`PORT.*${port}.*taken`))
    expect(refusal).not.toContain('    at ')
    expect(await readdir(other)).toEqual([])
    expect(await call(shop.url, '/healthz', {})).toMatchObject({ status: 200 })
  })

  it('says that another one uses its data, and leaves that one alone', async () => {
    const shop = await open()
    const refusal = await refusedToOpen({ DATA_DIR: home })
    expect(refusal).toContain('ended (1)')
    expect(refusal).toContain(`The shop cannot start:\nAnother one uses ${home}: close it, or set DATA_DIR.`)
    expect(refusal).not.toContain('    at ')
    await control(shop, '/answers', { pin: true })
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    await orderBecomes(shop.url, order, 'waiting_shipment')
    expect(await shop.stop()).toBe(0)
  })
})

describe('npx viatu seed', () => {
  it('fills an empty folder and prints sign-ins that open the shop; a second time it makes nobody anew and prints those that still hold', async () => {
    await moveToEmptyHome()
    const told = await seeded('--products', '2')
    expect(told).toContain('The demo catalogue was put on the shelves.\nMade 2 products')
    expect(signInsOf(told)).toHaveLength(3)
    const shop = await open()
    expect(signInsOf(shop.output.join('\n'))).toEqual(signInsOf(told))
    const [email, password] = signInsOf(told)[0] as [string, string]
    expect(await call(shop.url, '/api/auth/sign-in', { body: { email, password } })).toMatchObject({
      status: 200,
      body: { session: { is_admin: true } },
    })
    const client = await connected({ connectionString: await ownerUrl(home) })
    await client.query(
      `update auth.accounts set password = replace(password, 'm=19456', 'm=19455') from auth.users u where u.id = user_id and u.email = 'shopper@viatu.example'`,
    )
    await client.end()
    expect(await shop.stop()).toBe(0)
    const again = await seeded()
    expect(again).not.toContain('catalogue')
    expect(signInsOf(again)).toEqual(signInsOf(told).filter(([email]) => email !== 'shopper@viatu.example'))
  })

  it('makes and prints nobody in a live shop', async () => {
    await moveToEmptyHome()
    const refusal = await seed([], live).catch((error) => error)
    expect([refusal.code, refusal.stdout, refusal.stderr]).toEqual([1, '', expect.stringContaining('have no place in a live shop')])
    expect(await readdir(home)).toEqual([])
  })
})

describe('a demo', () => {
  it('is born with an ad, a promotion and a month of made-up orders; live refuses them, until npx viatu leave-demo has taken them out', async () => {
    await moveToEmptyHome()
    const shop = await open({ DEMO_HISTORY: '1' })
    expect(shop.output.join('\n')).toContain('a month of made-up orders')
    const page = await (await fetch(shop.url)).text()
    for (const { title } of [demoAd, demoPromotion]) expect(page).toContain(title)
    const picture = /src="(\/files\/ad-images[^"]+)"/.exec(page)?.[1]
    expect((await fetch(shop.url + picture)).status).toBe(200)
    await control(shop, '/answers', { pin: true })
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    await orderBecomes(shop.url, order, 'waiting_shipment')

    const books = openDatabase(await ownerUrl(home), { connections: 1 })
    const countOf = async () => {
      await expectBooksToBalance(books.db)
      const { rows } = await books.db.execute(sql`
        select (select count(*)::integer from orders) as orders, (select count(*)::integer from affiliate_clicks) > 0 as clicks,
          (select count(*)::integer from affiliate_commissions where status = 'pending') > 0 as pending, (select count(*)::integer from affiliate_payouts) > 0 as payouts,
          (select count(*)::integer from auth.users) as people, (select count(*)::integer from ads) as ads, (select count(*)::integer from orders where created_at < now() - interval '35 days') as older`)
      return rows[0]
    }
    expect(await countOf()).toEqual({ orders: 241, clicks: true, pending: true, payouts: true, people: 15, ads: 1, older: 0 })
    await books.close()
    expect(await shop.stop()).toBe(0)

    const refusal = await refusedToOpen({ DATA_DIR: home, ...live })
    expect(refusal).toContain('ended (1)')
    expect(refusal).toMatch(/SHOP_MODE=live.*made-up.*npx viatu leave-demo/)
    expect(refusal).not.toContain('    at ')
    const { stdout } = await command('demo/leave-demo.ts', [], live)
    expect(stdout).toContain('Removed 240 made-up orders and 13 made-up people')
    const opened = await open(live)
    const real = openDatabase(await ownerUrl(home), { connections: 1 })
    await expectBooksToBalance(real.db)
    const { rows } = await real.db.execute(sql`select id, status from orders`)
    expect(rows).toEqual([{ id: order.id, status: 'waiting_shipment' }])
    await real.close()
    expect(await opened.stop()).toBe(0)
  })
})

describe('a shop on an address of IPv6', () => {
  it('is found there, and M-Pesa finds it there', async () => {
    const shop = await open({ HOST: '::1' })
    expect([shop.url, shop.simulatorUrl]).toEqual([expect.stringMatching(/^http:..\[::1\]:\d+$/), expect.stringMatching(/^http:..\[::1\]:\d+$/)])
    await control(shop, '/answers', { pin: true })
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    await orderBecomes(shop.url, order, 'waiting_shipment')
    expect(await shop.stop()).toBe(0)
  })
})

describe('a demo that listens to the network', () => {
  it('prints addresses that answer, and keeps its e-mails, its phone and its M-Pesa to this machine', async () => {
    const shop = await open({ HOST: '0.0.0.0' })
    expect(shop.output.join('\n')).toMatch(/Proxy +one on this machine needs PUBLIC_URL/)
    expect([shop.url, shop.simulatorUrl]).toEqual([expect.stringMatching(/^http:..127.0.0.1:\d+$/), expect.stringMatching(/^http:..127.0.0.1:\d+$/)])
    for (const url of [shop.url, `${shop.url}/outbox`, `${shop.simulatorUrl}/phone`, `${shop.simulatorUrl}/control/book`])
      expect((await fetch(url)).status, url).toBe(200)
    const { port } = new URL(shop.url)
    for (const address of ownAddresses()) {
      expect(await statusFrom(address, port, '/outbox')).toBe(404)
      expect(await statusFrom(address, port, '/')).toBe(200)
      await expect(statusFrom(address, new URL(shop.simulatorUrl as string).port, '/control/book')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }
    await control(shop, '/answers', { pin: true })
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    await orderBecomes(shop.url, order, 'waiting_shipment')
    expect(await shop.stop()).toBe(0)
  })

  it('opens them to everybody with one switch, and says so; with PUBLIC_URL and without it they are closed, and it says that', async () => {
    const opened = await open({ HOST: '0.0.0.0', DEMO_OPEN: '1' })
    expect(opened.output.join('\n')).toMatch(/DEMO_OPEN +everybody who reaches this machine may read .outbox, answer the phone and command .control/)
    const forwarded = { headers: { 'x-forwarded-for': '41.90.1.2' } }
    for (const url of [`${opened.url}/outbox`, `${opened.simulatorUrl}/phone`, `${opened.simulatorUrl}/control/book`])
      expect((await fetch(url, forwarded)).status, url).toBe(200)
    for (const address of ownAddresses()) expect(await statusFrom(address, new URL(opened.url).port, '/outbox')).toBe(200)
    expect(await opened.stop()).toBe(0)

    const closed = await open({ PUBLIC_URL: 'http://shop.example' })
    const said = closed.output.join('\n')
    expect(said).toContain('Viatu is open: http://shop.example')
    expect(said).toMatch(/DEMO_OPEN +not set: PUBLIC_URL is, so .outbox, the phone and .control answer nobody/)
    expect([said.includes('/phone'), said.includes('http://shop.example/outbox'), said.includes('Proxy')]).toEqual([false, false, false])
    expect(await closed.stop()).toBe(0)
  })
})

describe('the embedded PostgreSQL', () => {
  it('listens to this machine only, asks for passwords, and lets the shop change rows, not tables', async () => {
    const shop = await open()
    const { port } = await postmaster(home)
    const url = new URL(await ownerUrl(home))
    for (const address of ownAddresses()) await expect(connected({ host: address, port })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const here = { host: '127.0.0.1', port, database: 'viatu' }
    for (const user of ['viatu_owner', 'viatu_app', 'postgres']) {
      await expect(connected({ ...here, user }), `${user} without a password`).rejects.toThrow(/password/)
      await expect(connected({ ...here, user, password: 'postgres' }), `${user} with a wrong one`).rejects.toMatchObject({ code: '28P01' })
    }

    const { app } = JSON.parse(await readFile(join(home, 'postgres-passwords.json'), 'utf8'))
    const client = await connected({ ...here, user: 'viatu_app', password: app })
    expect((await client.query('select count(*)::integer as products from products')).rows[0].products).toBeGreaterThan(0)
    for (const statement of notForTheShop) await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    await client.end()
    expect(url.username).toBe('viatu_owner')
    expect(await shop.stop()).toBe(0)
  })
})

const notForTheShop = [
  'alter table orders add column note text',
  'drop table orders',
  'truncate orders cascade',
  'create table notes (note text)',
  'create role mine superuser',
  'update product_size set stock = 5',
  'update stock_movements set delta = 1',
  'delete from stock_movements',
  'update order_events set note = null',
  'delete from audit_log',
  "insert into transitions values ('delivered', 'pending')",
  'select * from schema_migrations',
  'alter table stock_movements disable trigger stock_movements_move',
]

const seed = (args: string[], env?: Record<string, string>) => command('seed/main.ts', args, env)
const seeded = async (...args: string[]) => (await seed(args)).stdout

/** Address and password of each sign-in that was printed. */
function signInsOf(text: string): string[][] {
  return [...text.matchAll(/(\S+@viatu\.example), password (\S+)/g)].map(([, ...each]) => each)
}

/** Addresses of this machine that others can reach. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((faces) => faces ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

/** What another machine reads that names this one as its own. */
function statusFrom(address: string, port: string, path: string): Promise<number | undefined> {
  return new Promise((settle, fail) => {
    const asked = request({ host: address, port, path, headers: { host: `127.0.0.1:${port}` } }, (answer) => {
      answer.resume()
      settle(answer.statusCode)
    })
    asked.once('error', fail).end()
  })
}
