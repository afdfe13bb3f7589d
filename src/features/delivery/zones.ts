import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { resource } from '#core/resource.ts'
import { zoneColumns } from '#domain/delivery-setup.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'

/** Places with their delivery options. The options of a zone go with it; its places belong to the zone around them from then on. */
export const zones = resource({
  ...{ table: 'delivery_zones', one: 'zone', notFound: 'zone_not_found', writes: 'manage_delivery' },
  columns: zoneColumns,
  order: ['position', 'name', 'id'],
  violations: { delivery_zones_name: { name: 'There is a zone of this name already.' } },
  within: writeDeliveryTerms,
  async fill(tx, { position }) {
    const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(least(max(position) + 1, 999), 0) as last from delivery_zones`)
    return { position: position ?? rows[0]?.last }
  },
  async removing(tx, { id }) {
    const { rows } = await tx.execute<{ options: number; places: number }>(sql`
      select (select count(*) from delivery_options where zone_id = ${id})::integer as options,
        (select count(*) from delivery_places where zone_id = ${id})::integer as places`)
    return rows[0] ?? {}
  },
})
export const { all: listZones, get: getZone, create: createZone, change: changeZone, remove: deleteZone } = zones
export type ZoneRow = Awaited<ReturnType<typeof getZone>>

/** The names by which orders can be told apart: of zones in their order, and of delivery options. */
export async function listDeliveryNames({ db }: Pick<Context, 'db'>): Promise<{ zones: string[]; options: string[] }> {
  const { rows } = await db.execute<{ zones: string[]; options: string[] }>(sql`
    select array(select name from delivery_zones order by position, name) as zones, array(select distinct name from delivery_options order by name) as options`)
  return rows[0] as { zones: string[]; options: string[] }
}
