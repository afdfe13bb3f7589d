import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isAlive } from '#db/processes.ts'
import { demoAd, demoPromotion } from '../demo/strip.ts'
import { call, createBuyer, orderBecomes, pair, readOrder } from './buyer.ts'
import { expectBooksToBalance } from './database.ts'
import { gone, ownerUrl, postmaster, stopPostgres } from './scene.ts'
import { quickly, type ShopProcess, startShopProcess } from './shop-process.ts'

// Real processes, and a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The shop as a stranger starts and stops it: with nothing set, everything on this machine, and nothing left behind. */
let home: string
let shared: string
const shops: ShopProcess[] = []
/** There are nine, more than all tests together buy. */
const onePair = pair(0, 1)

// A first start takes its time, so those that are not about it share one directory. Nothing runs in it between them.
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'viatu-start-'))
})
beforeEach(() => {
  home = shared
})
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.kill()))
  await stopPostgres(home)
  if (home !== shared) await rm(home, { recursive: true, force: true })
})
afterAll(() => rm(shared, { recursive: true, force: true }))

describe('a shop that is closed', () => {
  it('leaves nothing running, and finds its orders, its keys and its money when it is opened again', async () => {
    const first = await open()
    expect(first.output.join('\n')).toContain('embedded PostgreSQL, started')
    expect(first.output.join('\n')).toContain('filled with the demo catalogue')
    await control(first, '/answers', { pin: true })
    const { body: order } = await createBuyer([onePair]).placeOrder(first.url)
    const paid = await orderBecomes(first.url, order, 'waiting_shipment')
    const pids = await processesOf(first)
    expect(await first.stop()).toBe(0)
    expectNone(pids)

    const second = await open()
    expect(second.output.join('\n')).toContain('embedded PostgreSQL, started')
    expect(second.output.join('\n')).not.toContain('filled with the demo catalogue')
    expect(await readOrder(second.url, order)).toMatchObject({ status: 200, body: { mpesa_receipt_number: paid.mpesa_receipt_number } })
    const book = await call(second.simulatorUrl as string, '/control/book', {})
    expect(book.body.payments).toMatchObject([{ receipt: paid.mpesa_receipt_number, reference: order.short_code }])
    expect(await second.stop()).toBe(0)
  })

  it('lets a checkout in flight finish', async () => {
    const shop = await open()
    await control(shop, '/faults', { at: 'submit', answer: 'hang', ms: 1500 })
    const buyer = createBuyer([onePair])
    const press = buyer.placeOrder(shop.url)
    await vi.waitFor(async () => {
      const { body } = await call(shop.simulatorUrl as string, `/control/prompts?phone=${buyer.phone}`, {})
      expect(body.prompts).toHaveLength(1)
    }, waiting)
    const pids = await processesOf(shop)
    const closed = shop.stop()
    expect(await press).toMatchObject({ status: 201, body: { status: 'awaiting_payment' } })
    expect(await closed).toBe(0)
    expectNone(pids)
  })

  it('closes once when Ctrl-C comes twice, and does not wait for people who watch their order', async () => {
    const shop = await open()
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    const stream = await fetch(`${shop.url}/api/orders/${order.id}/events?key=${order.key}`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const pids = await processesOf(shop)
    const asked = performance.now()
    process.kill(shop.pid, 'SIGINT')
    process.kill(shop.pid, 'SIGINT')
    await gone(shop.pid)
    expect(await shop.stop()).toBe(0)
    expect(performance.now() - asked).toBeLessThan(10_000)
    expect(shop.output.filter((line) => line.startsWith('Closing'))).toHaveLength(1)
    expectNone(pids)
    await reader.cancel().catch(() => {})
  })

  it('closes what it has opened so far when Ctrl-C comes while it opens', async () => {
    const opening = startShopProcess({ DATA_DIR: home }).then(
      (shop) => shop.stop(),
      (error) => error,
    )
    await vi.waitFor(async () => expect((await postmaster(home)).port).toBeGreaterThan(0), waiting)
    const { pid } = await postmaster(home)
    process.kill(await openedBy(), 'SIGTERM')
    await opening
    expectNone([pid])
  })
})

describe('a shop that npm started', () => {
  it('closes when npm was told to, which tells nobody', async () => {
    const npm = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([...quickly, 'src/server/main.ts'])}, { stdio: 'inherit' })`
    const parent = await startShopProcess({ DATA_DIR: home, npm_lifecycle_event: 'start' }, ['-e', npm])
    shops.push(parent)
    const { pid } = await postmaster(home)
    const shopPid = await openedBy()
    await parent.stop()
    await gone(shopPid)
    expectNone([shopPid, pid])
  })
})

describe('a shop that was killed', () => {
  it('leaves its PostgreSQL to the next one, and no M-Pesa', async () => {
    const first = await open()
    const [, database, ...rest] = await processesOf(first)
    expect(rest).toHaveLength(1)
    await first.kill()
    await gone(rest[0] as number)
    expect(isAlive(database as number)).toBe(true)

    const second = await open()
    expect(second.output.join('\n')).toContain('embedded PostgreSQL, joined')
    expect((await postmaster(home)).pid).toBe(database)
    const pids = await processesOf(second)
    expect(await second.stop()).toBe(0)
    expectNone(pids)
  })

  it('on its very first start, half-way, does not keep the next one from opening', async () => {
    await moveToEmptyHome()
    const killed = startShopProcess({ DATA_DIR: home }).then(
      () => 'open',
      (error: Error) => error.message,
    )
    await vi.waitFor(async () => expect(await filesOf(home)).toContainEqual(expect.stringMatching(/base.1.\d/)), waiting)
    process.kill(await openedBy(), 'SIGKILL')
    expect(await killed).toContain('before it was open')
    const shop = await open()
    expect(shop.output.join('\n')).toContain('filled with the demo catalogue')
    expect((await readdir(home)).filter((name) => name.includes('draft'))).toEqual([])
    expect(await shop.stop()).toBe(0)
  })
})

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

  it.each([
    [
      'M-Pesa is half set',
      { MPESA_BASE_URL: 'http://127.0.0.1:9', MPESA_CONSUMER_KEY: 'a', MPESA_SHORTCODE: '174379' },
      ['MPESA_CONSUMER_SECRET', 'MPESA_PASSKEY', 'MPESA_CALLBACK_BASE_URL'],
    ],
    ['a live shop has nothing set', { SHOP_MODE: 'live' }, ['PUBLIC_URL', 'APP_SECRET']],
    ['a setting makes no sense', { SHOP_MODE: 'demo', PORT: 'eighty' }, ['PORT']],
  ])('names the variables when %s, and starts nothing', async (_, env, names) => {
    await moveToEmptyHome()
    const refusal = await refusedToOpen({ DATA_DIR: home, ...env })
    expect(refusal).toContain('ended (1)')
    expect(refusal).toContain('The shop cannot start')
    for (const name of names) expect(refusal).toContain(name)
    expect(refusal).not.toContain('    at ')
    expect(await readdir(home)).toEqual([])
  })
})

describe('npm run seed', () => {
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
  it('is born with an ad, a promotion and a month of made-up orders; live refuses them, until npm run leave-demo has taken them out', async () => {
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
    expect(refusal).toMatch(/SHOP_MODE=live.*made-up.*npm run leave-demo/)
    expect(refusal).not.toContain('    at ')
    const { stdout } = await command('src/server/leave-demo.ts', [], live)
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

const waiting = { timeout: 40_000, interval: 20 }

/** All that a live shop must be told; nobody is at these addresses. */
const live = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUSTED_PROXY: '1',
  APP_SECRET: 'x'.repeat(40),
  ...Object.fromEntries(
    Object.entries({
      ...{ BASE_URL: 'https://mpesa.example', CONSUMER_KEY: 'a', CONSUMER_SECRET: 'b', SHORTCODE: '174379', PASSKEY: 'c' },
      CALLBACK_BASE_URL: 'https://shop.example',
    }).map(([name, value]) => [`MPESA_${name}`, value]),
  ),
}

/** `npm run` one of the commands, by its file, in the folder. Rejects with what it printed when it ends otherwise than well. */
function command(file: string, args: string[], env: Record<string, string> = {}) {
  const { PATH, HOME, TMPDIR } = process.env
  return promisify(execFile)(process.execPath, [...quickly, file, ...args], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: home, DEMO_HISTORY: '0', ...env },
  })
}

const seed = (args: string[], env?: Record<string, string>) => command('seed/main.ts', args, env)
const seeded = async (...args: string[]) => (await seed(args)).stdout

/** Address and password of each sign-in that was printed. */
function signInsOf(text: string): string[][] {
  return [...text.matchAll(/(\S+@viatu\.example), password (\S+)/g)].map(([, ...each]) => each)
}

async function moveToEmptyHome() {
  home = await mkdtemp(join(tmpdir(), 'viatu-start-'))
}

async function open(env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShopProcess({ DATA_DIR: home, ...env })
  shops.push(shop)
  return shop
}

/** The one process that uses the PostgreSQL of this directory. */
async function openedBy(): Promise<number> {
  const users = await readdir(join(home, 'postgres-users'))
  expect(users).toHaveLength(1)
  return Number(users[0]?.split('-')[0])
}

function refusedToOpen(env: Record<string, string>): Promise<string> {
  return startShopProcess(env).then(
    () => 'it opened',
    (error: Error) => error.message,
  )
}

/** The simulated M-Pesa of a shop that has one of its own (simulator/README.md). */
async function control(shop: ShopProcess, path: string, body: unknown) {
  const { status } = await call(shop.simulatorUrl as string, `/control${path}`, { body })
  expect(status).toBeLessThan(300)
}

/** The shop, its PostgreSQL, and the processes it has started otherwise. */
async function processesOf(shop: ShopProcess): Promise<number[]> {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const { pid } = await postmaster(home)
  const children = rows.filter(([child, parent]) => parent === shop.pid && child !== pid).map(([child]) => child as number)
  return [shop.pid, pid, ...children]
}

function expectNone(pids: number[]) {
  expect(pids.filter(isAlive)).toEqual([])
  expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false)
}

/** Everything in a folder, while somebody is making it. */
function filesOf(folder: string): Promise<string[]> {
  return readdir(folder, { recursive: true }).catch(() => [])
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

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}
