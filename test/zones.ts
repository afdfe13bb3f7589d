import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type DeliveryWay, isPoint } from '#domain/delivery-ways.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { insertWay } from '#features/delivery/ways.ts'
import { wayOf } from './way.ts'

/** Makes a zone of these places with these ways alone, and answers the ids of the ways. The places leave the zones that they were in. */
export async function putZone({ db }: { db: Database }, name: string, places: string[], ways: Partial<DeliveryWay>[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into delivery_zones (name) values (${name}) on conflict (lower(name)) do update set name = excluded.name returning id`,
  )
  const zone_id = rows[0]?.id as string
  await db.execute(
    sql`update delivery_places set zone_id = ${zone_id} where id in (select jsonb_array_elements_text(${JSON.stringify(places)}::jsonb))`,
  )
  await db.execute(sql`delete from delivery_ways where zone_id = ${zone_id}`)
  const ids: string[] = []
  for (const [at, given] of ways.entries()) {
    const { kind = 'door' } = given
    const needed = { ...(isPoint(kind) && { address: 'Ring Road', hours: 'Mon - Sat 9 - 18' }), ...(kind === 'stage' && { courier: 'Easy Coach' }) }
    const way = wayOf({ id: randomUUID(), zone_id, name: `${name} ${kind} ${at}`, cut_off: 1440, ...needed, ...given })
    await insertWay(db, way.id, way)
    ids.push(way.id)
  }
  forgetDeliveryTerms()
  return ids
}

/** 500 ways in 50 zones, and 5,000 places, each of those added (`Own 1`, `Own 2`, ...) in a zone of its own. */
export async function fillDelivery({ ownerDb }: { ownerDb: Database }): Promise<void> {
  await ownerDb.execute(sql`
    insert into delivery_zones (name, position) select 'Zone ' || n, n from generate_series(1, 49) n`)
  await ownerDb.execute(sql`
    insert into delivery_ways (zone_id, kind, name, fee, days_from, days_to)
    select z.id, 'door', 'Way ' || n, 10 * n, 1, 2 from delivery_zones z, generate_series(1, 10) n`)
  await ownerDb.execute(sql`
    insert into delivery_places (id, name, kind, parent_id, aliases, zone_id, is_own)
    select 'nairobi/own-' || n, 'Own ' || n, 'estate', 'nairobi', array['Alias ' || n], (array(select id from delivery_zones order by id))[1 + n % 50], true
    from generate_series(1, 5000 - (select count(*) from delivery_places)) n`)
  await ownerDb.execute(sql`analyze`)
  forgetDeliveryTerms()
}

/** Changes what a way is, as another process would: this one is not told. */
export async function changeWay({ db }: { db: Database }, id: string, change: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`update delivery_ways set ${change} where id = ${id}`)
}
