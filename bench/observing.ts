import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { builtSite } from '#server/build-site.ts'
import { createHttpServer } from '#server/http-server.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { openShop } from '#server/open-shop.ts'
import { readSettings } from '#server/settings.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-provider.ts'
import { fillDemo } from '../demo/open-demo.ts'
import { recordPromise } from '../test/promises.ts'
import { type CpuMeter, costEach, cpuMeter } from './cpu.ts'
import { account, type Round } from './observing-load.ts'
import { makeHome, openBooks } from './shop.ts'

/** Units of a round. Rounds are short, so that the machine is the same in both rounds of a pair: one with request ids and counting, one without. */
const rounds = { page: 200, checkout: 10 }
const pairs = Number(process.env.VIATU_PAIRS ?? 600)
const promisedPercent = 1

/**
 * `npm run bench -- --observing`: what request ids and metrics take of the processor of a page from the cache and of a paid checkout, which is that of the shop and of PostgreSQL.
 * What they add is the shop's alone. Returns whether it is as promised.
 */
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
    visitors.send({ kind, count: rounds[kind], url, items: sizes.map((item) => ({ ...item, quantity: 1 })) } satisfies Round)
    await once(visitors, 'message')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / rounds[kind]
  }
  const meter = cpuMeter(process.pid, home.dataDir)
  const results = { page: await compare('page', measure, meter), checkout: await compare('checkout', measure, meter) }
  const said = ({ added, error, shop, database }: Result, unit: string) => {
    const [least, all] = [shop * 1000, (shop + database) * 1000]
    const percent = (of: number) => `${((100_000 * added) / of).toFixed(2)} ± ${((100_000 * error) / of).toFixed(2)} %`
    return `${percent(all)} of ${unit} (${all.toFixed(0)} µs of shop and PostgreSQL; ${percent(least)} of the shop's ${least.toFixed(0)} µs)`
  }
  const figure = `${said(results.page, 'a page from the cache')}, ${said(results.checkout, 'a paid checkout')}; ${pairs} pairs of rounds of ${rounds.page} pages and ${rounds.checkout} checkouts, with and without in turn: mean of the middle three fifths, with its standard error`
  console.log(figure)
  recordPromise({ promise: 'What request ids and metrics take of the processor (promised: 1 %)', command: 'npm run bench -- --observing', figure })
  return Object.values(results).every(({ added, shop, database }) => (100 * added) / (shop + database) <= promisedPercent)
}

/** Milliseconds of processor for each unit. */
interface Result {
  /** By request ids and counting. */
  added: number
  /** Of `added`, as far as chance goes. */
  error: number
  /** Without them. */
  shop: number
  database: number
}

async function compare(
  kind: Round['kind'],
  measure: (kind: Round['kind'], which: 'with' | 'without') => Promise<number>,
  meter: CpuMeter,
): Promise<Result> {
  const differences: number[] = []
  const withouts: number[] = []
  const before = await meter()
  // The first tenth is to warm up. Which comes first changes with each pair: the machine and the tables are not the same all the time.
  for (let pair = -pairs / 10; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? await measure(kind, 'with') : null
    const without = await measure(kind, 'without')
    const difference = (first ?? (await measure(kind, 'with'))) - without
    if (pair < 0) continue
    differences.push(difference)
    withouts.push(without)
  }
  const cost = costEach(before, await meter(), 2 * (pairs + pairs / 10) * rounds[kind])
  const kept = middle(differences)
  const variance = mean(kept.map((each) => (each - mean(kept)) ** 2))
  return { added: mean(kept), error: Math.sqrt(variance / kept.length), shop: mean(middle(withouts)), database: cost?.database ?? 0 }
}

/** Without the fifth at each end, where the machine did something else. */
function middle(values: number[]): number[] {
  const cut = Math.floor(values.length / 5)
  return values.toSorted((a, b) => a - b).slice(cut, values.length - cut)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
