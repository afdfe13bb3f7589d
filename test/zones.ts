import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type DeliveryOption, isPoint } from '#domain/delivery-options.ts'
import { insertOption } from '#features/delivery/options.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { optionOf } from './option.ts'

/** Makes a zone of these places with these options alone, and answers the ids of the options. The places leave the zones that they were in. */
export async function putZone({ db }: { db: Database }, name: string, places: string[], options: Partial<DeliveryOption>[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into delivery_zones (name) values (${name}) on conflict (lower(name)) do update set name = excluded.name returning id`,
  )
  const zone_id = rows[0]?.id as string
  await db.execute(
    sql`update delivery_places set zone_id = ${zone_id} where id in (select jsonb_array_elements_text(${JSON.stringify(places)}::jsonb))`,
  )
  await db.execute(sql`delete from delivery_options where zone_id = ${zone_id}`)
  const ids: string[] = []
  for (const [at, given] of options.entries()) {
    const { kind = 'door' } = given
    const needed = { ...(isPoint(kind) && { address: 'Ring Road', hours: 'Mon - Sat 9 - 18' }), ...(kind === 'stage' && { courier: 'Easy Coach' }) }
    const option = optionOf({ id: randomUUID(), zone_id, name: `${name} ${kind} ${at}`, cut_off: 1440, ...needed, ...given })
    await insertOption(db, option.id, option)
    ids.push(option.id)
  }
  forgetDeliveryTerms()
  return ids
}

/** 500 options in 50 zones, and 5,000 places, each of those added (`Own 1`, `Own 2`, ...) in a zone of its own. */
export async function fillDelivery({ ownerDb }: { ownerDb: Database }): Promise<void> {
  await ownerDb.execute(sql`
    insert into delivery_zones (name, position) select 'Zone ' || n, n from generate_series(1, 49) n`)
  await ownerDb.execute(sql`
    insert into delivery_options (zone_id, kind, name, fee, days_from, days_to)
    select z.id, 'door', 'Option ' || n, 10 * n, 1, 2 from delivery_zones z, generate_series(1, 10) n`)
  await ownerDb.execute(sql`
    insert into delivery_places (id, name, kind, parent_id, aliases, zone_id, is_own)
    select 'nairobi/own-' || n, 'Own ' || n, 'estate', 'nairobi', array['Alias ' || n], (array(select id from delivery_zones order by id))[1 + n % 50], true
    from generate_series(1, 5000 - (select count(*) from delivery_places)) n`)
  await ownerDb.execute(sql`analyze`)
  forgetDeliveryTerms()
}

/** Changes what an option is, as another process would: this one is not told. */
export async function changeOption({ db }: { db: Database }, id: string, change: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`update delivery_options set ${change} where id = ${id}`)
}
