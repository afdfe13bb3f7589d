import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import { rootPlace } from '#domain/delivery-terms.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'
import { checkedWay, insertWay, newWay } from '#features/delivery/ways.ts'

export interface DemoZone {
  /** Begins with `de110000`, by which `leaveDemoZones` knows it again. */
  id: string
  name: string
  places: string[]
  ways: Omit<z.input<typeof newWay>, 'zone_id'>[]
}

/** Puts the demo's zones in place of the one that a shop is born with. Problems: signed_out, forbidden. */
export async function stockZones(ctx: Context, zones: DemoZone[]): Promise<void> {
  requireAdmin(ctx)
  await writeDeliveryTerms(ctx, async (tx) => {
    await tx.execute(sql`delete from delivery_zones`)
    for (const [position, { id, name, places, ways }] of zones.entries()) {
      await tx.execute(sql`insert into delivery_zones (id, name, position) values (${id}, ${name}, ${position})`)
      for (const place of places) await tx.execute(sql`update delivery_places set zone_id = ${id} where id = ${place}`)
      for (const way of ways) await insertWay(tx, randomUUID(), checkedWay(newWay.parse({ zone_id: id, ...way })))
    }
  })
}

/** Takes the demo's zones out again, and returns how many there were; places that are in no other are delivered as a shop is born (0033-order-delivery.sql). */
export async function leaveDemoZones(tx: Database): Promise<number> {
  const { rows } = await tx.execute(sql`delete from delivery_zones where id::text like 'de110000-%' returning id`)
  if (rows.length === 0) return 0
  const { rows: elsewhere } = await tx.execute(sql`select from delivery_places where id = ${rootPlace} and zone_id is not null`)
  if (elsewhere.length > 0) return rows.length
  const { rows: born } = await tx.execute<{ id: string }>(sql`
    insert into delivery_zones (name) values ('All of Kenya') on conflict (lower(name)) do update set name = excluded.name returning id`)
  const id = born[0]?.id as string
  await tx.execute(sql`
    insert into delivery_ways (zone_id, kind, name, fee, days_from, days_to)
    select ${id}, 'door', 'To the door', 0, 1, 6 where not exists (select from delivery_ways where zone_id = ${id})`)
  await tx.execute(sql`update delivery_places set zone_id = ${id} where id = ${rootPlace}`)
  return rows.length
}
