import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@viatu/vault/postgres'
import { sql } from 'drizzle-orm'
import { type Context, theShop } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { migrate } from '#db/run-migrations.ts'
import { initialSettings } from '#features/settings/setting-fields.ts'
import { precomputeRankings } from '#features/staff/rankings.ts'
import { secretsFrom } from '#server/secrets.ts'
import { type ListCase, listCases } from './list-cases.ts'
import { openPanel } from './panel.ts'
import { planPage } from './plans.ts'
import { makeHome } from './shop.ts'

/**
 * `npm run bench:lists [-- --products 100000 --orders 1000000] [--data DIR] [--plans]`: measures every list of a large shop, called as its page does,
 * beside one select by primary key in the same run. `--data` uses an existing data folder; `--plans` writes docs/generated/plans.md;
 * `--pages` measures pages of the shop and of the panel over HTTP as well; `--only shop:` selects lists and pages by name.
 */
const { values: given } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    pages: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    turns: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
  },
})
const aim = 150
const wanted = new RegExp(given.only)
const isWanted = ({ name }: ListCase) => wanted.test(name)
const home = given.data === undefined ? await makeHome() : null
try {
  const dataDir = given.data ?? (home as NonNullable<typeof home>).dataDir
  if (home) await seed(home.env)
  const server = await startEmbedded(dataDir)
  await migrate(server.ownerUrl())
  const database = openDatabase(server.appUrl())
  try {
    const ctx = contextOn(database.db)
    const cases = (await listCases(ctx)).filter(isWanted)
    if (cases.some(({ name }) => name.includes('rankings'))) await counted(ctx)
    await measure(ctx, cases, 'lists answer')
    if (given.pages) await measurePages(ctx, { DATABASE_URL: server.appUrl(), DATABASE_OWNER_URL: server.ownerUrl() })
    if (given.plans) await writeFile('docs/generated/plans.md', await planPage(server.ownerUrl(), contextOn, wanted))
  } finally {
    await database.close()
    await server.stop()
  }
} finally {
  await home?.remove()
}

/** Runs the job that a large shop runs before its lists are opened. */
async function counted(ctx: Context) {
  const start = performance.now()
  await precomputeRankings(ctx)
  console.log(`The rankings of all periods were counted in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

async function measurePages(ctx: Context, books: Record<string, string>) {
  const own = await makeHome()
  const panel = await openPanel({ ...own.env, ...books }, ctx)
  try {
    await measure(ctx, panel.cases.filter(isWanted), 'pages come')
  } finally {
    await panel.close()
    await own.remove()
  }
}

async function measure(ctx: Context, cases: ListCase[], what: string) {
  const { rows } = await ctx.db.execute<{ products: number; orders: number }>(
    sql`select (select count(*)::integer from products) as products, (select count(*)::integer from orders) as orders`,
  )
  console.log(
    `${rows[0]?.products} products, ${rows[0]?.orders} orders; ${cpus().length} cores, load average ${(loadavg()[0] as number).toFixed(2)}.`,
  )
  const floor = await floorCase(ctx)
  let missed = 0
  for (const each of [floor, ...cases]) {
    const times = await timesOf(each)
    const p95 = at(times, 0.95)
    if (p95 >= aim) missed++
    console.log(`${each.name.padEnd(36)} p50 ${fine(at(times, 0.5))} ms   p95 ${fine(p95)} ms${p95 < aim ? '' : '   missed'}`)
  }
  console.log(`${cases.length - missed} of ${cases.length} ${what} in under ${aim} ms at p95.`)
  if (missed > 0) process.exitCode = 1
}

/** One product by its key. */
async function floorCase({ db }: Context): Promise<ListCase> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from products order by id limit 100`)
  return { name: 'floor: one row by its key', ask: (turn) => db.execute(sql`select * from products where id = ${rows[turn % rows.length]?.id}`) }
}

/** Durations in milliseconds, sorted. The first five calls warm up and are not counted. */
async function timesOf({ ask }: ListCase): Promise<number[]> {
  const times: number[] = []
  for (let turn = -5; turn < Number(given.turns); turn++) {
    const start = performance.now()
    await ask(turn + 5)
    if (turn >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

function at(times: number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
}

function fine(figure: number): string {
  return figure.toFixed(1).padStart(6)
}

/** A context of an admin with what lists need. */
function contextOn(db: Context['db']): Context {
  const services = {
    secrets: secretsFrom('for the bench, and for nothing else'),
    payments: {},
    settings: { values: initialSettings },
  } as unknown as Context['services']
  const quiet = () => {}
  return { db, actor: { ...theShop, userId: null }, now: sql`now()`, services, log: { info: quiet, warn: quiet, error: quiet } }
}

async function seed(env: Record<string, string>) {
  const args = ['seed/main.ts', '--products', given.products, '--orders', given.orders]
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await new Promise((settle) => child.once('exit', settle))
  if (code !== 0) throw new Error('seeding failed')
}
