import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { createPlaceIndex, type Place } from '#domain/delivery-places.ts'
import type { DeliveryTerms, DeliveryZone } from '#domain/delivery-terms.ts'
import type { DeliveryWay } from '#domain/delivery-ways.ts'
import type { Context } from '#features/context.ts'
import { forgetMemo, memoizeFor } from '#features/memoize-for.ts'

const key = 'delivery terms'

/** Zones, ways, places and closed days. Each process keeps them until one of them changes, so that pages and checkout read them without a query. */
export function readDeliveryTerms({ db }: Pick<Context, 'db'>): Promise<DeliveryTerms> {
  return memoizeFor(db, key, async () => {
    const { rows } = await db.execute<{ zones: DeliveryZone[]; ways: DeliveryWay[]; places: Place[]; closed: string[] }>(sql`
      select
        (select coalesce(json_agg(z order by position, name), '[]') from delivery_zones z) as zones,
        (select coalesce(json_agg(w order by name, id), '[]') from delivery_ways w) as ways,
        (select json_agg(p order by id) from delivery_places p) as places,
        (select coalesce(json_agg(day), '[]') from holidays) as closed`)
    const [{ zones, ways, places, closed }] = rows as [(typeof rows)[number]]
    return { zones, ways, places: createPlaceIndex(places), closed: new Set(closed) }
  })
}

/** Writes some of them in a transaction; this process reads them anew afterwards, and the others when the database tells them. */
export async function writeDeliveryTerms<Answer>({ db }: Pick<Context, 'db'>, write: (tx: Database) => Promise<Answer>): Promise<Answer> {
  const answer = await db.transaction(write)
  forgetDeliveryTerms()
  return answer
}

/** Called where one of them has changed. */
export function forgetDeliveryTerms(): void {
  forgetMemo(key)
}
