import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { forgetMemo, memoizeFor } from '#core/memo.ts'
import type { Database } from '#db/client.ts'
import type { DeliveryOption, DeliveryTerms, DeliveryZone } from '#domain/delivery-options.ts'
import { createPlaceIndex, type Place } from '#domain/delivery-places.ts'

const key = 'delivery terms'

/** Zones, options, places and closed days. Each process keeps them until one of them changes, so that pages and checkout read them without a query. */
export function readDeliveryTerms({ db }: Pick<Context, 'db'>): Promise<DeliveryTerms> {
  return memoizeFor(db, key, async () => {
    const { rows } = await db.execute<{ zones: DeliveryZone[]; options: DeliveryOption[]; places: Place[]; closed: string[] }>(sql`
      select
        (select coalesce(json_agg(z order by position, name), '[]') from delivery_zones z) as zones,
        (select coalesce(json_agg(w order by name, id), '[]') from delivery_options w) as options,
        (select json_agg(p order by id) from delivery_places p) as places,
        (select coalesce(json_agg(day), '[]') from holidays) as closed`)
    const [{ zones, options, places, closed }] = rows as [(typeof rows)[number]]
    return { zones, options, places: createPlaceIndex(places), closed: new Set(closed) }
  })
}

/** Writes some of them in a transaction; this process reads them again afterwards, and the others when the database tells them. */
export async function writeDeliveryTerms<Answer>({ db }: Pick<Context, 'db'>, write: (tx: Database) => Promise<Answer>): Promise<Answer> {
  const answer = await db.transaction(write)
  forgetDeliveryTerms()
  return answer
}

/** Called where one of them has changed. */
export function forgetDeliveryTerms(): void {
  forgetMemo(key)
}
