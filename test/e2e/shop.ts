import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { type CartLine, cartKey } from '#domain/cart.ts'
import { type Account, account } from '../accounts.ts'
import { expectBooksToBalance } from '../database.ts'
import { ownDatabase } from '../kept-databases.ts'
import { startShopProcess } from '../shop-process.ts'
import { newVisitor, openBrowser, type Size, type Visitor } from './browser.ts'

type Options = Parameters<typeof newVisitor>[2] & {
  /** In px, what the visitor's browser shows text in that is usually of 16. */
  textSize?: number
}

export interface TestShop {
  url: string
  /** Origin of the simulated phones. */
  phones: string
  /** As the owner of the shop's database: to prepare data and check rows. */
  db: Database
  ownerUrl: string
  /** A visitor for one test, with an optional cart. After the test no page may have logged an error. */
  visit(size: Size, options?: Options & { cart?: CartLine[] }): Promise<Visitor>
  /** A signed-in visitor. */
  visitAs(who: Pick<Account, 'email' | 'password'>, size: Size, options?: Options): Promise<Visitor>
  /** A new admin, Amina Hassan. */
  visitAsAdmin(size: Size, options?: Options): Promise<Visitor & { who: Account }>
  /** Opens a page and waits until it is hydrated. */
  open(page: Page, path: string): Promise<void>
  /** A demo product as a cart line. */
  line(name: string, size: string, quantity?: number): Promise<CartLine>
  /** Sets the stock as an admin does; the difference is a stock movement. */
  setStock(line: CartLine, stock: number): Promise<void>
  /** The simulator's control (its README), such as `tellMpesa('POST /faults', { at: 'submit', answer: 'quota' })`. */
  tellMpesa(endpoint: string, body?: unknown): Promise<void>
}

/** The shop of one test file: the real process on a copy of the demo's database and folder. Checks the invariants after every test. */
export function useShop(): TestShop {
  const test: Partial<TestShop> = {}
  const closing: (() => Promise<unknown>)[] = []
  const visitors: Visitor[] = []
  let browser: Browser

  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'viatu-e2e-'))
    closing.push(() => rm(home, { recursive: true, force: true }))
    const demo = inject('demo')
    await cp(demo.home, home, { recursive: true })
    const { appUrl, ownerUrl, make, drop } = ownDatabase()
    await make(demo.template)
    closing.push(drop)
    const shop = await startShopProcess({ DATA_DIR: home, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })
    closing.push(shop.stop)
    const database = openDatabase(ownerUrl, { connections: 3 })
    closing.push(database.close)
    browser = await openBrowser()
    Object.assign(test, { url: shop.url, phones: shop.simulatorUrl, db: database.db, ownerUrl })
  })
  afterEach(async () => {
    const all = visitors.splice(0)
    for (const { context } of all) await context.close()
    for (const visitor of all) visitor.expectQuiet()
    await expectBooksToBalance(test.db as Database)
    await tell(test.phones as string, 'POST /reset')
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  return Object.assign(test as TestShop, {
    async visit(size: Size, { cart = [], textSize, ...options }: Options & { cart?: CartLine[] } = {}) {
      const left = [{ name: cartKey('Viatu', null), value: JSON.stringify(cart) }]
      const storageState = { cookies: [], origins: [{ origin: test.url as string, localStorage: cart.length > 0 ? left : [] }] }
      const visitor = await newVisitor(browser, size, { storageState, ...options })
      visitors.push(visitor)
      if (textSize) await (await visitor.context.newCDPSession(visitor.page)).send('Page.setFontSizes', { fontSizes: { standard: textSize } })
      return visitor
    },
    async visitAs({ email, password }: Pick<Account, 'email' | 'password'>, size: Size, options?: Options) {
      const visitor = await this.visit(size, options)
      const answer = await visitor.context.request.post(`${test.url}/api/auth/sign-in`, { data: { email, password } })
      expect(answer.status()).toBe(200)
      return visitor
    },
    async visitAsAdmin(size: Size, options?: Options) {
      const who = await account({ db: test.db as Database }, { isAdmin: true, full_name: 'Amina Hassan' })
      return { who, ...(await this.visitAs(who, size, options)) }
    },
    async open(page: Page, path: string) {
      await page.goto(test.url + path)
    },
    async line(name: string, size: string, quantity = 1) {
      const { rows } = await (test.db as Database).execute<CartLine & Record<string, unknown>>(sql`
        select p.id, s.label as size, p.name, p.unit_price::float8 as price, i.image_url, ${quantity}::int as quantity, s.stock
        from products p join product_size s on s.product_id = p.id and s.label = ${size} left join product_images i on i.product_id = p.id and i.is_primary
        where p.name = ${name}`)
      expect(rows, `${name}, size ${size}, on the shelf`).toHaveLength(1)
      return rows[0] as CartLine
    },
    async setStock({ id, size }: CartLine, stock: number) {
      await (test.db as Database).execute(sql`
        insert into stock_movements (product_size_id, delta, reason, note)
        select id, ${stock}::int - stock, 'manual', 'counted' from product_size where product_id = ${id} and label = ${size} and stock <> ${stock}::int`)
    },
    tellMpesa: (endpoint: string, body?: unknown) => tell(test.phones as string, endpoint, body),
  })
}

async function tell(phones: string, endpoint: string, body?: unknown) {
  const [method, path] = endpoint.split(' ') as [string, string]
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(`${phones}/control${path}`, { method, ...json })
  expect(answer.ok, `${endpoint} answered ${answer.status}`).toBe(true)
}
