import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput, refusingViolation, words } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { type Page, type Paging, pageOf, pageSize, readCursor } from '#core/page-of.ts'
import { holding, literal } from '#core/search-text.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { placeKey, placeKinds } from '#domain/delivery-places.ts'
import { Problem } from '#domain/problem.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'

/** A row of `delivery_places`. */
export const placeRow = z.object({
  id: z.string().meta({ description: 'Words of a path, such as `kisumu/ahero`: in an address the slash is written `%2F`' }),
  name: z.string(),
  kind: z.enum(placeKinds),
  parent_id: z.string().nullable().meta({ description: 'The place it lies in; null of Kenya alone' }),
  aliases: z.array(z.string()).meta({ description: 'What people also call it' }),
  zone_id: z.uuid().nullable().meta({ description: 'The zone it belongs to itself; null where it belongs to that of the place it lies in' }),
  is_own: z.boolean().meta({ description: 'Added by the owner, who alone may delete it' }),
})
export type PlaceRow = z.infer<typeof placeRow>

const placeId = z.string('Choose a place.').max(200, "We don't know this place.")
const zoneId = z.uuid("We don't know this zone.").nullable()
const placeName = words('Enter a name, such as Kiserian.', 80)
  .refine((name) => placeKey(name) !== '', 'Use letters from A to Z, or figures.')
  .meta({ example: 'Kiserian Stage' })
const alias = words('Leave out empty names.', 80)
/** A form has one field for all of them: what is wrong with one is answered under the list. */
const aliasList = z
  .array(z.string('Send a list of names.').trim().meta({ minLength: 1, maxLength: 80 }), 'Send a list of names.')
  .max(20, 'Enter at most 20 names.')
  .superRefine((aliases, { addIssue }) =>
    aliases.forEach((each, at) => {
      const [issue] = alias.safeParse(each).error?.issues ?? []
      if (issue) addIssue(`Name ${at + 1}: ${issue.message}`)
    }),
  )
  .meta({ description: 'What people also call it', example: ['Kise'] })
export const newPlace = z.object({
  name: placeName,
  kind: z.enum(placeKinds).exclude(['country'], 'Choose what it is.').meta({ example: 'stage' }),
  parent_id: placeId.meta({ description: 'The place it lies in', example: 'kajiado' }),
  aliases: aliasList.default([]),
  zone_id: zoneId.default(null).meta({ description: 'Null where it belongs to the zone of the place it lies in', type: ['string', 'null'] }),
})
export const placeChanges = z
  .object({
    name: placeName.meta({ description: 'Of one that the owner has added; others keep theirs', example: 'Kiserian Stage' }),
    aliases: aliasList,
    zone_id: zoneId.meta({ example: null }),
  })
  .partial()

interface PlaceFilter extends Paging {
  /** Part of a name or alias. */
  search?: string | undefined
  /** Those that belong to this zone themselves. */
  zone_id?: string | undefined
  /** Added by the owner, or not. */
  is_own?: boolean | undefined
}

/** The table is called `p`. */
const selectPlaces = sql`select p.id, p.name, p.kind, p.parent_id, p.aliases, p.zone_id, p.is_own`
/** A name or alias as it is compared with what `placeKey` makes of a text that is looked for. */
const names = sql`translate(lower(concat_ws('|', p.name, array_to_string(p.aliases, '|'))), '-''’.', ' ')`

/** Places, those first whose name or alias is or begins with the searched text, then in the order of their ids. Problem `malformed` for a cursor that is not ours. */
export async function listPlaces({ db }: Pick<Context, 'db'>, filter: PlaceFilter = {}): Promise<Page<PlaceRow>> {
  const size = pageSize(filter)
  const key = placeKey(filter.search ?? '')
  const [wanted, first, exact] = [holding(key), `%|${literal(key)}%`, `%|${literal(key)}|%`]
  const [rank, id] = filter.cursor ? readCursor(filter.cursor, 'number', isPlaceId) : [null, null]
  const { rows } = await db.execute<PlaceRow & { rank: number }>(sql`
    select * from (
      ${selectPlaces}, case when ${wanted}::text is null or '|' || ${names} || '|' like ${exact} then 0 when '|' || ${names} like ${first} then 1 else 2 end as rank
      from delivery_places p
      where (${wanted}::text is null or ${names} like ${wanted}) and (${filter.zone_id ?? null}::uuid is null or p.zone_id = ${filter.zone_id ?? null}::uuid)
        and (${filter.is_own ?? null}::boolean is null or p.is_own = ${filter.is_own ?? null}::boolean)) found
    where ${rank}::numeric is null or (rank, id) > (${rank}::numeric, ${id}::text)
    order by rank, id limit ${size + 1}`)
  return pageOf(
    rows.map(({ rank, ...row }) => ({ row, key: [String(rank), row.id] })),
    size,
  )
}

/** Aliases as a form writes them. */
export const aliasText = (aliases: string[]) => aliases.join(', ')

async function findPlace(db: Database, id: string): Promise<PlaceRow | null> {
  const { rows } = isPlaceId(id) ? await db.execute<PlaceRow>(sql`${selectPlaces} from delivery_places p where p.id = ${id}`) : { rows: [] }
  return rows[0] ?? null
}

/** Adds a place of the owner's; the same place sent twice is added once. */
export async function addPlace(ctx: Context, sent: unknown): Promise<PlaceRow> {
  requirePermission(ctx, 'manage_delivery')
  const place = parseInput(newPlace, sent)
  return zoned(ctx, async (tx) => {
    await lockNaming(tx)
    const parent = await findPlace(tx, place.parent_id)
    if (!parent) throw new Problem('bad_input', { fields: { parent_id: "We don't know this place. Name a county, a town or an estate." } })
    if (placeKinds.indexOf(parent.kind) >= placeKinds.indexOf(place.kind))
      throw new Problem('bad_input', { fields: { parent_id: `${parent.name} is no place that a ${place.kind} lies in.` } })
    const { rows: same } = await tx.execute<PlaceRow>(sql`
      ${selectPlaces} from delivery_places p where p.parent_id = ${parent.id} and lower(p.name) = lower(${place.name})`)
    if (same[0]?.is_own && isSame(same[0], place)) return same[0]
    await requireNames(tx, null, place)
    const id = await freeId(tx, parent, place.name)
    await tx.execute(sql`
      insert into delivery_places (id, name, kind, parent_id, aliases, zone_id, is_own)
      values (${id}, ${place.name}, ${place.kind}, ${place.parent_id}, ${sql.param(place.aliases)}::text[], ${place.zone_id}, true)`)
    const row = { id, ...place, is_own: true }
    await writeAudit(tx, ctx, { action: 'place added', table: 'delivery_places', id, after: row })
    return row
  })
}

/**
 * Changes what a place is called, and puts it into a zone, or leaves it to that of the place it lies in. A snapshot has aliases as a form writes them
 * (`aliasText`).
 */
export async function changePlace(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<PlaceRow> {
  requirePermission(ctx, 'manage_delivery')
  const changes = parseInput(placeChanges, sent)
  return zoned(ctx, async (tx) => {
    if (changes.name !== undefined || changes.aliases) await lockNaming(tx)
    // Before its place, as the deletion of a zone locks them.
    if (changes.zone_id) await tx.execute(sql`select from delivery_zones where id = ${changes.zone_id}::uuid for key share`)
    const before = await lockPlace(tx, id)
    const { aliases, ...others } = changes
    requireUnchanged({ ...before, aliases: aliasText(before.aliases) }, { ...others, ...(aliases && { aliases: aliasText(aliases) }) }, snapshot)
    const after = { ...before, ...changes }
    await requireNames(tx, before, after)
    await tx.execute(sql`
      update delivery_places set name = ${after.name}, zone_id = ${after.zone_id}, aliases = ${sql.param(after.aliases)}::text[] where id = ${before.id}`)
    await writeChange(tx, ctx, { action: 'place changed', table: 'delivery_places', id: before.id, before, after })
    return after
  })
}

/** Deletes a place of the owner's in which no other lies. */
export async function deletePlace(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'manage_delivery')
  await writeDeliveryTerms(ctx, async (tx) => {
    await lockNaming(tx)
    const before = await lockPlace(tx, id)
    if (!before.is_own) throw new Problem('place_kept', { detail: `${before.name} comes with the shop: it may leave its zone, and stays a place.` })
    const { rows } = await tx.execute(sql`select from delivery_places where parent_id = ${before.id} limit 1`)
    if (rows.length > 0) throw new Problem('place_kept', { detail: `Other places lie in ${before.name}: delete those first.` })
    await tx.execute(sql`delete from delivery_places where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'place deleted', table: 'delivery_places', id: before.id, before })
  })
}

function isPlaceId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[a-z0-9-]+(\/[a-z0-9-]+){0,2}$/.test(value)
}

function isSame(present: PlaceRow, { kind, aliases, zone_id }: z.infer<typeof newPlace>): boolean {
  return JSON.stringify([present.kind, present.aliases, present.zone_id]) === JSON.stringify([kind, aliases, zone_id])
}

/** Locks a place until the transaction ends. */
async function lockPlace(tx: Database, id: string): Promise<PlaceRow> {
  if (isPlaceId(id)) await tx.execute(sql`select from delivery_places where id = ${id} for update`)
  const place = await findPlace(tx, id)
  if (!place) throw new Problem('place_not_found')
  return place
}

function zoned(ctx: Context, write: (tx: Database) => Promise<PlaceRow>): Promise<PlaceRow> {
  return refusingViolation('delivery_places_zone_id_fkey', { zone_id: "We don't know this zone." }, () => writeDeliveryTerms(ctx, write))
}

/** Places are added, renamed and deleted one after the other, so that two do not get one id, and none lies in one that goes. */
async function lockNaming(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7214051)`)
}

/** An id of at most three words: its name behind the first two of the place it lies in, with a number where that is taken. */
async function freeId(tx: Database, parent: PlaceRow, name: string): Promise<string> {
  const around = parent.kind === 'country' ? [] : parent.id.split('/').slice(0, 2)
  const id = [...around, placeKey(name).replaceAll(' ', '-')].join('/')
  const { rows } = await tx.execute<{ id: string }>(sql`select id from delivery_places where id = ${id} or id like ${`${literal(id)}-%`}`)
  const taken = new Set(rows.map((row) => row.id))
  return [id, ...rows.map((_, place) => `${id}-${place + 2}`)].find((each) => !taken.has(each)) as string
}

/** Refuses another name of a place that comes with the shop, and a new name or alias that another place in the same one has; `before` is null of a new place. */
async function requireNames(tx: Database, before: PlaceRow | null, after: Pick<PlaceRow, 'name' | 'aliases' | 'parent_id'>) {
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
