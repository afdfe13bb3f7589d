import { sql } from 'drizzle-orm'
import { writeInBulk } from '#db/bulk.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { vacuum } from '#db/vacuum.ts'
import { seedProductsInBulk, shelfTables } from '#features/catalogue/seed-products.ts'
import { theShop } from '#features/context.ts'
import { bookTables, seedOrders } from '#features/orders/seed-orders.ts'
import { fillDemo } from '#server/open-demo.ts'
import { openFiles } from '#server/open-files.ts'
import { createLog, openPostgres } from '#server/open-shop.ts'
import { readSeedPlan, type SeedPlan, SeedPlanError } from '#server/seed-plan.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'

/** `npm run seed`: the demo catalogue where there is none yet, and behind it as many made-up products and orders as asked for: all of them or none. */
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
  const database = openDatabase(postgres.url)
  try {
    const services = { files: await openFiles(settings, createLog()) }
    const ctx = { db: database.db, actor: theShop, now: sql`now()`, services }
    if (plan.orders > 0 && !plan.force) await refuseOrders(database.db)
    if (await fillDemo(ctx)) console.log('The demo catalogue was put on the shelves.')
    const rebuilt = [...(plan.products > 20_000 ? shelfTables : []), ...(plan.orders > 100_000 ? bookTables : [])]
    await writeInBulk(postgres.ownerUrl, rebuilt, async (bulk) => {
      if (plan.products > 0) await timed('products', () => seedProductsInBulk(ctx, bulk, { count: plan.products, stock: plan.stock }))
      if (plan.orders > 0) await timed('orders', () => seedOrders(ctx, bulk, { count: plan.orders, seed: plan.seed }))
    })
    await vacuum(postgres.ownerUrl)
  } finally {
    await database.close()
    await postgres.close()
  }
}

/** Made-up orders among real ones could never be told apart again. */
async function refuseOrders(db: Database) {
  const { rows } = await db.execute(sql`select from orders limit 1`)
  if (rows.length > 0)
    throw new SeedPlanError('There are orders in this shop already: nothing was made. With --force the new ones are put behind them.')
}

async function timed(what: string, make: () => Promise<{ first: number; last: number }>) {
  const start = performance.now()
  const { first, last } = await make()
  console.log(`Made ${last - first + 1} ${what}, numbers ${first} to ${last}, in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
