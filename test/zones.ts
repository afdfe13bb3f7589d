import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { WayKind } from '#domain/delivery-ways.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'

interface Way {
  kind?: WayKind
  name?: string
  /** KSh. */
  fee?: number
  freeFrom?: number | null
  daysFrom?: number
  daysTo?: number
  /** Minutes after midnight. */
  cutOff?: number
  isOn?: boolean
  address?: string
}

/** Makes a zone of these places with these ways alone, and answers the ids of the ways. The places leave the zones that they were in. */
export async function putZone({ db }: { db: Database }, name: string, places: string[], ways: Way[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into delivery_zones (name) values (${name}) on conflict (lower(name)) do update set name = excluded.name returning id`,
  )
  const zone = rows[0]?.id as string
  await db.execute(sql`update delivery_places set zone_id = ${zone} where id in (select jsonb_array_elements_text(${JSON.stringify(places)}::jsonb))`)
  await db.execute(sql`delete from delivery_ways where zone_id = ${zone}`)
  const ids: string[] = []
  for (const [at, { kind = 'door', fee = 250, freeFrom = null, daysFrom = 1, daysTo = 2, cutOff = 1440, isOn = true, ...way }] of ways.entries()) {
    const isPoint = kind === 'pickup' || kind === 'collect'
    const added = await db.execute<{ id: string }>(sql`
      insert into delivery_ways (zone_id, kind, name, fee, free_from, days_from, days_to, cut_off, is_on, address, hours, courier)
      values (${zone}, ${kind}, ${way.name ?? `${name} ${kind} ${at}`}, ${fee}, ${freeFrom}, ${daysFrom}, ${daysTo}, ${cutOff}, ${isOn},
        ${isPoint ? (way.address ?? 'Ring Road') : null}, ${isPoint ? 'Mon - Sat 9 - 18' : null}, ${kind === 'stage' ? 'Easy Coach' : null}) returning id`)
    ids.push(added.rows[0]?.id as string)
  }
  forgetDeliveryTerms()
  return ids
}

/** Changes what a way is, as another process would: this one is not told. */
export async function changeWay({ db }: { db: Database }, id: string, change: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`update delivery_ways set ${change} where id = ${id}`)
}
