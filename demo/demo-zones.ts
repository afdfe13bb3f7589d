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
 * Takes the demo's zones out again, except those that an admin changed, in themselves, an option or a place, by the audit log, whose older entries say `delivery_ways`. Returns how many went, and the names
 * of zones that stay; places that are in no other are delivered as a shop is born (0007-delivery.sql).
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

const id = (number: number) => `de110000-0000-4000-8000-00000000000${number}`
const hours = 'Mon to Sat, 9 to 6'
const cbd = 'https://www.openstreetmap.org/?mlat=-1.2841&mlon=36.8233#map=18/-1.2841/36.8233'

/** Towns beside Nairobi in the counties around it. */
const near = [
  ...['ongata-rongai', 'ngong', 'kiserian', 'kitengela'].map((town) => `kajiado/${town}`),
  ...['athi-river', 'mlolongo', 'syokimau'].map((town) => `machakos/${town}`),
]

/** The demo's zones: all four options, free in Nairobi, less around it than in far towns; elsewhere a parcel. */
export const demoZones: DemoZone[] = [
  {
    ...{ id: id(1), name: 'Nairobi', places: ['nairobi'] },
    options: [
      { kind: 'door', name: 'Boda rider', fee: 0, days_from: 1, days_to: 2 },
      { kind: 'pickup', name: 'Pick-up in the CBD', fee: 0, days_from: 1, days_to: 2, address: 'Kimathi Street 20, Nairobi', hours, map_url: cbd },
      { kind: 'collect', name: 'Collect at the shop', fee: 0, days_from: 1, days_to: 2, address: 'Ngong Road 88, Nairobi', hours },
    ],
  },
  {
    ...{ id: id(4), name: 'Around Nairobi', places: ['kiambu', ...near] },
    options: [{ kind: 'door', name: 'Boda rider', fee: 200, days_from: 1, days_to: 2 }],
  },
  {
    ...{ id: id(2), name: 'Mombasa, Kisumu and Nakuru', places: ['mombasa', 'kisumu', 'nakuru'] },
    options: [
      { kind: 'stage', name: 'Parcel to a stage', fee: 250, free_from: 10_000, days_from: 1, days_to: 2, courier: 'Easy Coach' },
      { kind: 'door', name: 'To the door', fee: 400, days_from: 2, days_to: 3 },
    ],
  },
  {
    ...{ id: id(3), name: 'Elsewhere in Kenya', places: ['kenya'] },
    options: [{ kind: 'stage', name: 'Parcel to a courier office', fee: 350, days_from: 2, days_to: 6, courier: 'G4S' }],
  },
]
