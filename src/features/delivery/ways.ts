import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { isPoint, type WayInput, wayBounds, wayKinds, wayRefusal } from '#domain/delivery-ways.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin, theShop } from '#features/context.ts'
import { isUuid, readCursor } from '#features/cursor.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { optionalWords, parseInput, refusingViolation, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { enumOf, ksh } from '#features/row-fields.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

/** A row of `delivery_ways`. */
export const wayRow = z.object({
  id: z.uuid(),
  zone_id: z.uuid(),
  kind: enumOf(wayKinds),
  name: z.string(),
  fee: ksh,
  free_from: ksh.nullable().meta({ description: 'Goods from this amount on, in KSh, are delivered free' }),
  days_from: z.int().meta({ description: 'Working days after the day on which the order is packed' }),
  days_to: z.int(),
  cut_off: z.int().meta({ description: 'Orders until then are packed on the same day, in minutes after midnight in Nairobi' }),
  is_on: z.boolean(),
  address: z.string().nullable().meta({ description: 'Of a pick-up point and of the shop' }),
  hours: z.string().nullable(),
  map_url: z.string().nullable(),
  courier: z.string().nullable().meta({ description: 'Who carries a parcel' }),
})
export type WayRow = z.infer<typeof wayRow>

// What may stand in a field is said by `wayRefusal`; here is what a field is made of.
const fee = z.number('Enter a whole fee from KSh 0 to 20,000.').meta({ type: 'integer', minimum: 0, maximum: wayBounds.fee, example: 250 })
const days = z.number('Enter whole days from 0 to 60.').meta({ type: 'integer', minimum: 0, maximum: wayBounds.days, example: 2 })
const text = (max: number) => optionalWords(max).transform((value) => value || null)
const columns = {
  kind: z.enum(Object.keys(wayKinds) as (keyof typeof wayKinds)[], 'Choose how orders get there.'),
  name: words('Enter a name, such as “Rider” or “Pick-up at Sarit Centre”.', 80).meta({ example: 'Rider' }),
  fee,
  free_from: z
    .number('Enter a whole amount from KSh 1, or leave it empty.')
    .max(1_000_000, 'This amount is too large.')
    .nullable()
    .meta({ type: ['integer', 'null'], minimum: 1, maximum: 1_000_000, description: 'Null where it is never free' }),
  days_from: days,
  days_to: days,
  cut_off: z.number('Enter an hour of the day, such as 14:00.').meta({ type: 'integer', minimum: 0, maximum: 1440, example: 840 }),
  is_on: z.boolean('Write true or false.').meta({ description: 'Whether shoppers are offered it' }),
  address: text(200)
    .nullable()
    .meta({ description: 'A pick-up point and the shop need it; other kinds have none', type: ['string', 'null'] }),
  hours: text(100)
    .nullable()
    .meta({ description: 'Likewise', type: ['string', 'null'] }),
  map_url: text(500)
    .nullable()
    .meta({ description: 'An https address', type: ['string', 'null'] }),
  courier: text(80)
    .nullable()
    .meta({ description: 'A parcel needs it; other kinds have none', type: ['string', 'null'] }),
}
export const newWay = z.object({
  zone_id: z.uuid("We don't know this zone."),
  ...columns,
  free_from: columns.free_from.default(null),
  cut_off: columns.cut_off.default(840),
  is_on: columns.is_on.default(true),
  address: columns.address.default(null),
  hours: columns.hours.default(null),
  map_url: columns.map_url.default(null),
  courier: columns.courier.default(null),
})
export const wayChanges = z.object(columns).partial()

/** The table is called `d`; raw statements answer `numeric` as text. */
const selectWays = sql`
  select d.id, d.zone_id, d.kind, d.name, d.fee, d.free_from, d.days_from, d.days_to, d.cut_off, d.is_on, d.address, d.hours, d.map_url, d.courier from delivery_ways d`
type StoredWay = Omit<WayRow, 'fee' | 'free_from'> & { fee: string; free_from: string | null }

const toWayRow = (row: StoredWay): WayRow => ({ ...row, fee: Number(row.fee), free_from: row.free_from === null ? null : Number(row.free_from) })

/** Ways, the cheapest first: those that are on, and for admins also those that are off. Problem `malformed` for a cursor that is not ours. */
export async function listWays(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: Paging & { zone_id?: string | undefined } = {},
): Promise<Page<WayRow>> {
  const size = pageSize(filter)
  const [fee, id] = filter.cursor ? readCursor(filter.cursor, 'number') : [null, null]
  const { rows } = await db.execute<StoredWay>(sql`
    ${selectWays} where (d.is_on or ${actor.isAdmin}) and (${filter.zone_id ?? null}::uuid is null or d.zone_id = ${filter.zone_id ?? null}::uuid)
      and (${fee}::numeric is null or (d.fee, d.id) > (${fee}::numeric, ${id}::uuid))
    order by d.fee, d.id limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toWayRow(row), key: [row.fee, row.id] })),
    size,
  )
}

/** One way; one that is off is for admins only. Problem `way_not_found`. */
export async function getWay({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<WayRow> {
  const { rows } = isUuid(id) ? await db.execute<StoredWay>(sql`${selectWays} where d.id = ${id} and (d.is_on or ${actor.isAdmin})`) : { rows: [] }
  if (!rows[0]) throw new Problem('way_not_found')
  return toWayRow(rows[0])
}

/** Makes a way of a zone, once for each key of a form. Problems: signed_out, forbidden, bad_input, made_already. */
export async function createWay(ctx: Context, sent: unknown, key?: string): Promise<WayRow> {
  requireAdmin(ctx)
  const way = checkedWay(parseInput(newWay, sent))
  const id = idempotentId(ctx, 'delivery_ways', key)
  return refusingViolation('delivery_ways_zone_id_fkey', { zone_id: "We don't know this zone." }, () =>
    writeDeliveryTerms(ctx, async (tx) => {
      const isNew = await insertWay(tx, id, way)
      const row = await getWay({ db: tx, actor: ctx.actor }, id)
      if (!isNew) return sameAsBefore(row, way)
      await writeAudit(tx, ctx, { action: 'way created', table: 'delivery_ways', id, after: row })
      return row
    }),
  )
}

/** Writes a way that is checked; false where one has this id already. */
export async function insertWay(tx: Database, id: string, way: z.infer<typeof newWay>): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into delivery_ways (id, zone_id, kind, name, fee, free_from, days_from, days_to, cut_off, is_on, address, hours, map_url, courier)
    values (${id}, ${way.zone_id}, ${way.kind}, ${way.name}, ${way.fee}, ${way.free_from}, ${way.days_from}, ${way.days_to}, ${way.cut_off}, ${way.is_on},
      ${way.address}, ${way.hours}, ${way.map_url}, ${way.courier})
    on conflict (id) do nothing returning id`)
  return rows.length > 0
}

/**
 * Changes the given fields of a way, for orders that are placed from then on. Where the request comes from a form, compares the way with what the form showed.
 * Problems: signed_out, forbidden, bad_input, way_not_found, changed_meanwhile.
 */
export async function changeWay(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<WayRow> {
  requireAdmin(ctx)
  const changes = parseInput(wayChanges, sent)
  return writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockWay(tx, id)
    requireUnchanged(before, changes, snapshot)
    const after = checkedWay({ ...before, ...changes })
    await tx.execute(sql`
      update delivery_ways set kind = ${after.kind}, name = ${after.name}, fee = ${after.fee}, free_from = ${after.free_from}, days_from = ${after.days_from},
        days_to = ${after.days_to}, cut_off = ${after.cut_off}, is_on = ${after.is_on}, address = ${after.address}, hours = ${after.hours},
        map_url = ${after.map_url}, courier = ${after.courier}
      where id = ${before.id}`)
    await writeChange(tx, ctx, { action: 'way changed', table: 'delivery_ways', id: before.id, before, after })
    return after
  })
}

/** Deletes a way; orders that were promised it keep it. Problems: signed_out, forbidden, way_not_found. */
export async function deleteWay(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  await writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockWay(tx, id)
    await tx.execute(sql`delete from delivery_ways where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'way deleted', table: 'delivery_ways', id: before.id, before })
  })
}

/** A way as it would be written: each kind keeps what it needs, and nothing of another. Problem `bad_input`. */
export function checkedWay<Way extends WayInput>(sent: Way): Way {
  const point = isPoint(sent.kind) ? {} : { address: null, hours: null, map_url: null }
  const way = { ...sent, ...point, ...(sent.kind !== 'stage' && { courier: null }) }
  const fields = wayRefusal(way)
  if (fields) throw new Problem('bad_input', { fields })
  return way
}

/** Locks a way until the transaction ends. Problem `way_not_found`. */
async function lockWay(tx: Database, id: string): Promise<WayRow> {
  if (isUuid(id)) await tx.execute(sql`select from delivery_ways where id = ${id} for update`)
  return getWay({ db: tx, actor: theShop }, id)
}
