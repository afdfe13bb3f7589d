import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Bulk, vacuum, writeInBulk } from '#db/bulk.ts'
import type { Database } from '#db/client.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { openShop } from '#server/open-shop.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'
import { makeDemoPeople } from '../demo/demo-people.ts'
import { fillDemo, makeDemoPast, signInFacts } from '../demo/open-demo.ts'
import { bookTables, seedOrders } from './orders.ts'
import { readSeedPlan, type SeedPlan, SeedPlanError } from './plan.ts'
import { seedProductsInBulk, shelfTables } from './products.ts'

/** `npx viatu seed`: creates the demo catalogue and people where there are none, then the requested number of made-up products and orders, all of them or none. */
try {
  const plan = readSeedPlan(process.argv.slice(2))
  const settings = readSettings()
  if (settings.mode === 'live') throw new SettingsError('SHOP_MODE=live: made-up products and orders have no place in a live shop')
  await seed(plan, settings)
} catch (error) {
  console.error(error instanceof SeedPlanError || error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}

async function seed(plan: SeedPlan, settings: Settings) {
  const postgres = await openPostgres(settings)
  try {
    const shop = await openShop({ settings, addresses: postgres, payments: null, sms: null, phoneUrl: null })
    try {
      await fill(plan, shop.jobContext(), postgres.ownerUrl, settings.demoHistory)
    } finally {
      await shop.close()
    }
  } finally {
    await postgres.close()
  }
}

async function fill(plan: SeedPlan, ctx: Context, ownerUrl: string, hasPast: boolean) {
  if (plan.orders > 0 && !plan.force) await refuseOrders(ctx.db)
  const filled = await fillDemo(ctx)
  if (filled) console.log('The demo catalogue was put on the shelves.')
  // Before the made-up buyers: the demo people are created only while there are no accounts.
  const signIns = signInFacts(await makeDemoPeople(ctx))
  // Not where numbers were requested, so that they are met exactly.
  if (filled && hasPast && plan.products === 0 && plan.orders === 0 && (await makeDemoPast(ctx, ownerUrl)))
    console.log('A month of made-up orders was put behind it.')
  const rebuilt = [...(plan.products > 20_000 ? shelfTables : []), ...(plan.orders > 100_000 ? bookTables : [])]
  const make = async (bulk: Bulk) => {
    if (plan.products > 0) await timed('products', () => seedProductsInBulk(ctx, bulk, { count: plan.products, stock: plan.stock }))
    if (plan.orders > 0) await timed('orders', () => seedOrders(ctx, bulk, { count: plan.orders, seed: plan.seed }))
  }
  if (plan.products > 0 || plan.orders > 0) await writeInBulk(ownerUrl, rebuilt, make)
  await vacuum(ownerUrl)
  if (signIns.length > 0) console.log(['Sign in as', ...signIns].join('\n'))
}

/** Refuses to add made-up orders to real ones without `--force`, because statistics would count both. */
async function refuseOrders(db: Database) {
  const { rows } = await db.execute(sql`select from orders o where not exists (select from made_up_orders m where m.order_id = o.id) limit 1`)
  if (rows.length > 0)
    throw new SeedPlanError('There are orders in this shop already: nothing was made. With --force the new ones are put behind them.')
}

async function timed(what: string, make: () => Promise<{ first: number; last: number }>) {
  const start = performance.now()
  const { first, last } = await make()
  console.log(`Made ${last - first + 1} ${what}, numbers ${first} to ${last}, in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
