import { sql } from 'drizzle-orm'
import { literal } from '#core/search-text.ts'
import type { Database } from '#db/client.ts'
import { placeKey } from '#domain/delivery-places.ts'
import { Problem } from '#domain/problem.ts'
import type { PlaceRow } from '#features/delivery/places.ts'

/** Places are added, renamed and deleted one after the other, so that two do not get one id, and none lies in one that goes. */
export async function lockNaming(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7214051)`)
}

/** An id of at most three words: its name behind the first two of the place it lies in, with a number where that is taken. */
export async function freeId(tx: Database, parent: PlaceRow, name: string): Promise<string> {
  const around = parent.kind === 'country' ? [] : parent.id.split('/').slice(0, 2)
  const id = [...around, placeKey(name).replaceAll(' ', '-')].join('/')
  const { rows } = await tx.execute<{ id: string }>(sql`select id from delivery_places where id = ${id} or id like ${`${literal(id)}-%`}`)
  const taken = new Set(rows.map((row) => row.id))
  return [id, ...rows.map((_, place) => `${id}-${place + 2}`)].find((each) => !taken.has(each)) as string
}

/** Refuses another name of a place that comes with the shop, and a new name or alias that another place in the same one has; `before` is null of a new place. */
export async function requireNames(tx: Database, before: PlaceRow | null, after: Pick<PlaceRow, 'name' | 'aliases' | 'parent_id'>) {
  if (before && after.name !== before.name && !before.is_own)
    throw new Problem('bad_input', { fields: { name: `${before.name} comes with the shop and keeps its name. Add what people also call it.` } })
  const namesOf = ({ name, aliases }: Pick<PlaceRow, 'name' | 'aliases'>) => [name, ...aliases]
  const keysOf = (place: Pick<PlaceRow, 'name' | 'aliases'>) => new Set(namesOf(place).map(placeKey))
  const had = before ? keysOf(before) : new Set()
  const added = namesOf(after).filter((name) => placeKey(name) !== '' && !had.has(placeKey(name)))
  if (added.length === 0) return
  const { rows } = await tx.execute<Pick<PlaceRow, 'name' | 'aliases'>>(sql`
    select name, aliases from delivery_places where parent_id = ${after.parent_id} and id is distinct from ${before?.id ?? null}`)
  for (const other of rows) {
    const taken = added.find((name) => keysOf(other).has(placeKey(name)))
    if (taken !== undefined)
      throw new Problem('bad_input', {
        fields: { [taken === after.name ? 'name' : 'aliases']: `${other.name}, which lies in the same place, is called ${taken} already.` },
      })
  }
}
