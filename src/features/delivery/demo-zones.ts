import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { options as deliveryOptions, insertOption, type OptionRow } from '#features/delivery/options.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'

export interface DemoZone {
  /** Begins with `de110000`, by which `leaveDemoZones` knows it again. */
  id: string
  name: string
  places: string[]
  options: (Pick<OptionRow, 'kind' | 'name' | 'fee' | 'days_from' | 'days_to'> & Partial<OptionRow>)[]
}

/** Puts the demo's zones in place of the one that a shop is born with. */
export async function stockZones(ctx: Context, zones: DemoZone[]): Promise<void> {
  requirePermission(ctx, 'manage_delivery')
  await writeDeliveryTerms(ctx, async (tx) => {
    await tx.execute(sql`delete from delivery_zones`)
    for (const [position, { id, name, places, options }] of zones.entries()) {
      await tx.execute(sql`insert into delivery_zones (id, name, position) values (${id}, ${name}, ${position})`)
      for (const place of places) await tx.execute(sql`update delivery_places set zone_id = ${id} where id = ${place}`)
      for (const option of options) await insertOption(tx, randomUUID(), deliveryOptions.input.parse({ zone_id: id, ...option }))
    }
  })
}

/**
 * Takes the demo's zones out again, except those that an admin changed, in themselves, an option or a place, by the audit log, whose older entries say `delivery_ways`. Answers how many went, and the names
 * of those that stay; places that are in no other are delivered as a shop is born (0033-order-delivery.sql).
 */
export async function leaveDemoZones(tx: Database): Promise<{ zones: number; keptZones: string[] }> {
  const { rowCount } = await tx.execute(sql`
    with changed as (
      select unnest(array[row_id, before ->> 'zone_id', after ->> 'zone_id']) as id from audit_log
      where table_name in ('delivery_zones', 'delivery_options', 'delivery_ways', 'delivery_places'))
    delete from delivery_zones z where id::text like 'de110000-%' and id::text not in (select id from changed where id is not null)
      and not exists (select from delivery_options w join changed c on c.id = w.id::text where w.zone_id = z.id)`)
  const { rows: kept } = await tx.execute<{ name: string }>(
    sql`select name from delivery_zones where id::text like 'de110000-%' order by position, name`,
  )
  if (rowCount) await deliverAsBorn(tx)
  return { zones: rowCount ?? 0, keptZones: kept.map(({ name }) => name) }
}

async function deliverAsBorn(tx: Database) {
  const { rows: elsewhere } = await tx.execute(sql`select from delivery_places where id = ${rootPlace} and zone_id is not null`)
  if (elsewhere.length > 0) return
  const { rows: born } = await tx.execute<{ id: string }>(sql`
    insert into delivery_zones (name) values ('All of Kenya') on conflict (lower(name)) do update set name = excluded.name returning id`)
  const id = born[0]?.id as string
  await tx.execute(sql`
    insert into delivery_options (zone_id, kind, name, fee, days_from, days_to)
    select ${id}, 'door', 'To the door', 0, 1, 6 where not exists (select from delivery_options where zone_id = ${id})`)
  await tx.execute(sql`update delivery_places set zone_id = ${id} where id = ${rootPlace}`)
}
