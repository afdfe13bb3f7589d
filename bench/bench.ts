import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from '#server/build-site.ts'
import { benchBrowser } from './browser.ts'
import { cpuMeter } from './cpu.ts'
import { benchEdits } from './edits.ts'
import { selectFloor } from './floor.ts'
import { benchHeld } from './held.ts'
import { benchObserving } from './observing.ts'
import { benchOrders } from './orders.ts'
import { benchPages, measuredPages } from './pages.ts'
import { type Figures, report } from './report.ts'
import { benchSale } from './sale.ts'
import { type Home, makeHome, memoryOf, openBooks, type StartedShop, startShop } from './shop.ts'

/**
 * `npm run bench [-- --quick] [--products 1000]`: measures the shop on this machine, each figure beside a baseline measured in the same run. `-- --sale` measures
 * a flash sale instead (sale.ts), `-- --observing` what request ids and metrics cost (observing.ts).
 */
const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sale: { type: 'boolean', default: false },
    observing: { type: 'boolean', default: false },
    products: { type: 'string', default: '1000' },
  },
})
const lengths = given.quick
  ? { pages: 1, select: 1, edits: 5, orders: 5, visits: 1, rests: [1, 5] }
  : { pages: 3, select: 3, edits: 20, orders: 12, visits: 5, rests: [60, 120] }

const closing: (() => Promise<unknown>)[] = []
let interrupted: Promise<never> | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (interrupted ??= close().then(() => process.exit(130))))
try {
  if (given.sale) {
    await buildIfNeeded()
    if (!(await benchSale(closing))) process.exitCode = 1
  } else if (given.observing) {
    await buildIfNeeded()
    if (!(await benchObserving(closing))) process.exitCode = 1
  } else {
    const figures = await measure()
    console.log(report(figures))
    await writeFile('bench/latest.json', `${JSON.stringify(figures, null, 2)}\n`)
    const failed = figures.pages.reduce((sum, rate) => sum + rate.failed, figures.edits.failed + figures.edits.stale)
    if (failed > 0 || figures.orders.faults.length > 0) process.exitCode = 1
  }
} catch (error) {
  // Errors after an interruption are expected.
  if (!interrupted) throw error
} finally {
  await (interrupted ?? close())
}

async function measure(): Promise<Figures> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    loadBefore: loadavg()[0] as number,
  }
  tell('build')
  await buildIfNeeded()
  const home = await makeHome()
  closing.push(home.remove)

  tell('first start, seeding, second start')
  const first = await start(home)
  const seeding = await seed(home, given.products)
  await first.shop.stop()
  const { shop, firstPageAfter } = await start(home)
  await pause((lengths.rests[0] as number) * 1000)
  const opened = await memoryOf(shop.pid)
  const books = await openBooks(home)
  closing.push(books.close)

  tell('pages and their floor')
  const ground = { shopUrl: shop.url, simulatorUrl: shop.simulatorUrl as string, books, home, meter: cpuMeter(shop.pid, home.dataDir) }
  const pages = await benchPages({ ...ground, seconds: lengths.pages })
  const select: Figures['select'] = []
  for (const callers of [1, 32]) select.push({ callers, rate: await selectFloor(books, { callers, seconds: lengths.select }) })
  tell('cached pages while products change')
  const edits = await benchEdits(shop.url, books, lengths.edits)
  tell('browser on a slow phone')
  const seen = (await measuredPages(books)).filter(({ name }) => name !== 'search')
  const { weights, vitals } = await benchBrowser(shop.url, home, seen, lengths.visits)
  tell('checkouts')
  const orders = await benchOrders({ ...ground, seconds: lengths.orders })

  const end = await memoryOf(shop.pid)
  tell('memory at rest')
  await pause((lengths.rests[1] as number) * 1000)
  const rested = await memoryOf(shop.pid)
  await shop.stop()
  tell('connections held at checkout')
  const connections = await benchHeld({ home, books, seconds: lengths.orders, start })

  const { rows } = await books.pool.query<{ products: number }>('select count(*)::integer as products from products')
  return {
    measuredAt: new Date().toISOString(),
    machine,
    products: rows[0]?.products ?? 0,
    seconds: { seeding, firstStart: first.firstPageAfter / 1000, secondStart: firstPageAfter / 1000 },
    pages,
    edits,
    select,
    orders,
    connections,
    weights,
    vitals,
    memory: { rests: lengths.rests, opened: opened?.now, end: end?.now, rested: rested?.now, most: rested?.most },
  }
}

/** Waits for a shop that is still starting, so that it can shut down cleanly. */
function start(home: Home, nodeFlags: string[] = []): Promise<StartedShop> {
  goOn()
  const starting = startShop(home, nodeFlags)
  closing.push(async () => (await starting.catch(() => null))?.shop.stop())
  return starting
}

/** Runs `npx viatu seed`. Returns its duration in seconds. */
async function seed(home: Home, products: string): Promise<number> {
  goOn()
  const started = performance.now()
  const child = spawn(process.execPath, ['seed/main.ts', '--products', products], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...home.env },
  })
  const gone = new Promise((settle) => child.once('exit', settle))
  closing.push(async () => child.kill() && (await gone))
  const code = await gone
  if (code !== 0) throw new Error('seeding failed')
  return (performance.now() - started) / 1000
}

async function close() {
  for (const step of closing.splice(0).reverse()) await step()
}

/** Throws once the bench is closing, so that nothing new is started. */
function goOn() {
  if (interrupted) throw new Error('interrupted')
}

function tell(step: string) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${step}`)
}
