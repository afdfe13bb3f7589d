import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { builtSite } from '#server/build-site.ts'
import { createHttpServer } from '#server/http-server.ts'
import { fillDemo } from '#server/open-demo.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { openShop } from '#server/open-shop.ts'
import { readSettings } from '#server/settings.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-account.ts'
import { recordPromise } from '../test/promises.ts'
import { account, type Round } from './observing-load.ts'
import { makeHome, openBooks } from './shop.ts'

/** Units of a round, and pairs of rounds (VIATU_PAIRS): one with request ids and counting, one without, in turn. */
const pairs = Number(process.env.VIATU_PAIRS ?? 24)
const rounds = { page: { count: 4_000, pairs }, checkout: { count: 100, pairs } }
const promisedPercent = 1

/** `npm run bench -- --observing`: what request ids and metrics take of the processor, by a page from the cache and a paid checkout. Returns whether it is as promised. */
export async function benchObserving(closing: (() => Promise<unknown>)[]): Promise<boolean> {
  const home = await makeHome()
  closing.push(home.remove)
  const server = createHttpServer(() => new Response(null, { status: 503 }))
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  closing.push(server.close)
  const visitors = fork('bench/observing-load.ts', [join(home.dataDir, 'book.jsonl')])
  closing.push(async () => visitors.disconnect())
  const [baseUrl] = (await once(visitors, 'message')) as [string]
  const settings = readSettings(home.env)
  const addresses = await openPostgres(settings)
  closing.push(addresses.close)
  const payments = mpesaAccount({ ...account, transactionType: 'CustomerPayBillOnline', till: null, payouts: null, baseUrl, callbackBaseUrl: url })
  const shop = await openShop({ settings, addresses, payments, sms: null, phoneUrl: null })
  closing.push(shop.close)
  await fillDemo(shop.jobContext())
  const books = await openBooks(home)
  closing.push(books.close)
  await books.pool.query(`insert into stock_movements (product_size_id, delta, reason, note) select id, 100000, 'manual', 'Bench' from product_size`)
  const { rows: sizes } = await books.pool.query<{ product_id: string; size: string }>('select product_id, label as size from product_size limit 1')

  const site = await builtSite()
  const apps = {
    with: createApp(shop, settings, async () => site),
    without: createApp(shop, settings, async () => site, { observe: (_, next) => next() }),
  }
  let app = apps.with
  server.open((request, env) => app.fetch(request, env))
  /** Milliseconds of processor for each unit. */
  const measure = async (kind: Round['kind'], which: keyof typeof apps) => {
    app = apps[which]
    const before = process.cpuUsage()
    visitors.send({ kind, count: rounds[kind].count, url, items: sizes.map((item) => ({ ...item, quantity: 1 })) } satisfies Round)
    await once(visitors, 'message')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / rounds[kind].count
  }
  const results = { page: await compare('page', measure), checkout: await compare('checkout', measure) }
  const said = ({ without, percent }: Result, unit: string) => `${percent.toFixed(2)} % of ${unit} (${(without * 1000).toFixed(0)} µs)`
  const figure = `${said(results.page, 'a page from the cache')}, ${said(results.checkout, 'a paid checkout')}; medians of ${rounds.page.pairs} and ${rounds.checkout.pairs} pairs of rounds, with and without in turn, of ${rounds.page.count} pages and ${rounds.checkout.count} checkouts`
  console.log(figure)
  recordPromise({ promise: 'What request ids and metrics take of the processor (promised: 1 %)', command: 'npm run bench -- --observing', figure })
  return Object.values(results).every(({ percent }) => percent <= promisedPercent)
}

interface Result {
  /** Milliseconds. */
  without: number
  percent: number
}

async function compare(kind: Round['kind'], measure: (kind: Round['kind'], which: 'with' | 'without') => Promise<number>): Promise<Result> {
  for (const which of ['with', 'without'] as const) await measure(kind, which)
  const pairs: { with: number; without: number }[] = []
  // Which comes first changes with each pair: the machine and the tables are not the same all the time.
  for (let pair = 0; pair < rounds[kind].pairs; pair++) {
    const first = pair % 2 === 0 ? await measure(kind, 'with') : null
    const without = await measure(kind, 'without')
    pairs.push({ with: first ?? (await measure(kind, 'with')), without })
  }
  const without = middle(pairs.map((pair) => pair.without))
  return { without, percent: (100 * middle(pairs.map((pair) => pair.with - pair.without))) / without }
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] as number) + (sorted[Math.ceil((sorted.length - 1) / 2)] as number)) / 2
}
