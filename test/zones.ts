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

/** Changes what a way is, as another process would: this one is not told. */
export async function changeWay({ db }: { db: Database }, id: string, change: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`update delivery_ways set ${change} where id = ${id}`)
}
