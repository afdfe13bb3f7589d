import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import type { Services } from '#core/context.ts'
import { writeInBulk } from '#db/bulk.ts'
import { fromShillings } from '#domain/money.ts'
import { fileUrl } from '#domain/storage.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { stockStrip } from '#features/content/home-strip.ts'
import { addHoliday } from '#features/delivery/holidays.ts'
import { makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { invitePerson } from '#features/people/invitations.ts'
import { createMonitor } from '#features/staff/monitoring/monitor.ts'
import { takeSnapshot } from '#features/staff/snapshots.ts'
import { demoProducts } from '../demo/catalogue.ts'
import { demoZones, stockZones } from '../demo/demo-zones.ts'
import { demoAd, demoPromotion } from '../demo/strip.ts'
import { seedOrders } from '../seed/orders.ts'
import { account, signedIn } from './accounts.ts'
import { administer } from './administer.ts'
import { as, contextOn, rowsOf, secrets, theShop } from './checkout.ts'
import { usePages } from './visitor.ts'

/** It is always this moment, a Wednesday, to the program and to its database. */
const now = '2026-11-25T10:00:00+03:00'
const template = 'guarded'

/** A shop in process that is the same in each run: the demo's shelf, zones and strip, made-up orders of a month, and one of everything that the panel edits. */
export function useGuardedShop() {
  beforeAll(makeTemplate)
  let monitor: Services['monitor'] | undefined
  const shop = usePages({
    template: () => template,
    isWalk: true,
    services: (given) => {
      // Of this shop alone, whatever the process has tested before.
      monitor ??= createMonitor(given.monitor.probe)
      return { monitor }
    },
  })
  beforeAll(() => vi.setSystemTime(now))
  // Before the database is given back, which waits by the clock.
  afterAll(() => vi.useRealTimers())
  return shop
}

/** A database in which it is always `now`, also where rows get their time by default, and was when its first rows were written. */
async function makeTemplate() {
  const { ownerUrl, template: migrated } = inject('database')
  await administer(ownerUrl, `drop database if exists ${template} with (force)`)
  await administer(ownerUrl, `create database ${template} template ${migrated} strategy file_copy`)
  await writeInBulk(ownerUrl.replace('DATABASE', template), [], async ({ db }) => {
    // PostgreSQL puts the body of a function in SQL in the place of its call.
    for (const clock of ['now', 'clock_timestamp'])
      await db.execute(
        sql.raw(`create or replace function pg_catalog.${clock}() returns timestamptz language sql as $$ select timestamptz '${now}' $$`),
      )
    const { rows: columns } = await db.execute<{ change: string }>(sql`
      select format('update %I.%I set %I = %L where %I is not null', table_schema, table_name, column_name, ${now}::text, column_name) as change
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where data_type = 'timestamp with time zone' and is_generated = 'NEVER' and table_type = 'BASE TABLE' and table_schema in ('public', 'auth')`)
    for (const { change } of columns) await db.execute(sql.raw(change))
  })
}

/** Fills it; answers who reads it, and the rows that addresses name. */
export async function fillGuardedShop({ database, ...shop }: ReturnType<typeof useGuardedShop>) {
  const one = async (query: SQL) => (await rowsOf<{ id: string }>(database, query))[0]?.id as string
  const ctx = contextOn(database, { actor: theShop })
  const images = (product: (typeof demoProducts)[number]) =>
    product.pictures.map(({ alt }, index) => ({ url: fileUrl(`product-images/products/${product.id}_${index}_1.webp`), alt }))
  await stockShelf(
    ctx,
    demoProducts.map((product) => ({ ...product, price: fromShillings(product.price), images: images(product) })),
  )
  await stockZones(ctx, demoZones)
  // Options of one fee stand in the order of their ids.
  await database.ownerDb.execute(sql`update delivery_options set id = md5(concat(zone_id, name))::uuid`)
  await stockStrip(ctx, { ad: { ...demoAd, image_url: fileUrl(`${demoAd.stem}.webp`) }, promotion: demoPromotion })

  const owner = await account(database, { full_name: 'Amina Hassan', email: 'amina@viatu.example', phone: '+254700000001', isAdmin: true })
  const shopper = await account(database, { full_name: 'Wanjiku Kamau', email: 'wanjiku@example.com', phone: '+254700000002' })
  const earner = { full_name: 'Achieng Otieno', email: 'achieng@example.com', phone: '+254700000003' }
  const affiliate = await account(database, { ...earner, is_affiliate: true })
  await database.ownerDb.execute(sql`
    update profiles set affiliate_code = 'ACHENG23', created_at = now() - interval '40 days', affiliate_since = now() - interval '40 days' where id = ${affiliate.id}`)
  // Lists of people begin with the newest.
  await database.ownerDb.execute(sql`update profiles set created_at = now() - interval '20 days' where id = ${shopper.id}`)
  await database.ownerDb.execute(sql`insert into made_up_people (profile_id) values (${affiliate.id})`)
  const affiliates = [{ id: affiliate.id, name: earner.full_name, phone: earner.phone }]
  await writeInBulk(database.ownerUrl, [], (bulk) => seedOrders(ctx, bulk, { count: 20, days: 30, perAffiliate: 4, affiliates }))
  await database.ownerDb.execute(sql`
    update orders set user_id = ${shopper.id} where id in (select id from orders where user_id is not null order by created_at limit 3)`)

  const boss = as(ctx, (await signedIn(ctx, owner)).actor)
  await addHoliday(boss, { day: '2026-12-31', name: 'Stocktaking' })
  await invitePerson(boss, { email: 'otieno@example.com', role: 'packer' })
  const rider = await makeRiderDay(boss, { name: 'Otieno', phone: '0722111222' })
  const snapshot = await database.db.transaction((tx) => takeSnapshot(tx, boss))
  return {
    /** The rows that addresses name. */
    rows: {
      product: demoProducts[0]?.id as string,
      soldOut: demoProducts.find(({ sizes }) => sizes.every(({ stock }) => stock === 0))?.id as string,
      order: await one(sql`select id from orders where status = 'waiting_shipment' order by created_at desc, id limit 1`),
      ownOrder: await one(sql`select id from orders where user_id = ${shopper.id} order by created_at, id limit 1`),
      snapshot: snapshot.id,
      customer: await one(sql`
        select c.id from customers c join orders o on o.customer_phone = c.phone where o.user_id = ${shopper.id} order by o.created_at, o.id limit 1`),
      promotion: await one(sql`select id from promotional_content`),
      ad: await one(sql`select id from ads`),
      zone: demoZones[0]?.id as string,
      option: await one(sql`select id from delivery_options where name = 'Pick-up in the CBD'`),
      rider: secrets.riderToken(rider),
      invitation: 'nothing',
      claim: 'nothing',
      category: await one(sql`select id from categories where slug = 'casual'`),
      help: await one(sql`select id from help_sections order by position limit 1`),
    } as Record<string, string>,
    readers: {
      visitor: shop.visit(),
      shopper: await shop.visitAs(shopper),
      affiliate: await shop.visitAs(affiliate),
      owner: await shop.visitAs(owner),
    },
  }
}
