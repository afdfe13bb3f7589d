import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { isPoint, type WayInput, wayBounds, wayHints, wayKinds, wayRefusal } from '#domain/delivery-ways.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { type Context, requirePermission, theShop } from '#features/context.ts'
import { isUuid, readCursor } from '#features/cursor.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { optionalWords, parseInput, refusingViolation, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

// What may stand in a field is the rule of `wayRefusal`; here is its type.
const fee = z.number(wayHints.fee).meta({ type: 'integer', minimum: 0, maximum: wayBounds.fee, description: 'KSh', example: 250 })
const days = z.number(wayHints.days_to).meta({ type: 'integer', minimum: 0, maximum: wayBounds.days, example: 2 })
const text = (max: number, description: string) =>
  optionalWords(max)
    .transform((value) => value || null)
    .nullable()
    .meta({ description, type: ['string', 'null'] })
const columns = {
  kind: z.enum(Object.keys(wayKinds) as (keyof typeof wayKinds)[], 'Choose how orders get there.'),
  name: words(wayHints.name, 80).meta({ example: 'Rider' }),
  fee,
  free_from: z
    .number(wayHints.free_from)
    .max(1_000_000, 'This amount is too large.')
    .nullable()
    .meta({
      ...{ type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 },
      description: 'Goods from this amount on, in KSh, are delivered free; null where it is never free',
    }),
  days_from: days.meta({ description: 'Working days after the day on which the order is packed' }),
  days_to: days,
  cut_off: z.number(wayHints.cut_off).meta({
    ...{ type: 'integer', minimum: 0, maximum: 1440, example: 840 },
    description: 'Orders until then are packed on the same day, in minutes after midnight in Nairobi',
  }),
  is_on: z.boolean('Write true or false.').meta({ description: 'Whether shoppers are offered it' }),
  address: text(200, 'A pick-up point and the shop need it; other kinds have none'),
  hours: text(100, 'Likewise'),
  map_url: text(500, 'An https address; other kinds have none'),
  courier: text(80, 'Who carries a parcel; other kinds have none'),
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

/** A row of `delivery_ways`. */
export const wayRow = z.object({ id: z.uuid(), zone_id: z.uuid(), ...columns })
export type WayRow = z.infer<typeof wayRow>

/** The table is called `d`. */
const selectWays = sql`
  select d.id, d.zone_id, d.kind, d.name, d.fee::float8 as fee, d.free_from::float8 as free_from, d.days_from, d.days_to, d.cut_off, d.is_on, d.address, d.hours,
    d.map_url, d.courier
  from delivery_ways d`

/** Ways, the cheapest first: those that are on, and for admins also those that are off. Problem `malformed` for a cursor that is not ours. */
export async function listWays(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: Paging & { zone_id?: string | undefined } = {},
): Promise<Page<WayRow>> {
  const size = pageSize(filter)
  const [fee, id] = filter.cursor ? readCursor(filter.cursor, 'number') : [null, null]
  const { rows } = await db.execute<WayRow>(sql`
    ${selectWays} where (d.is_on or ${may(actor, 'manage_delivery')}) and (${filter.zone_id ?? null}::uuid is null or d.zone_id = ${filter.zone_id ?? null}::uuid)
      and (${fee}::numeric is null or (d.fee, d.id) > (${fee}::numeric, ${id}::uuid))
    order by d.fee, d.id limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row, key: [String(row.fee), row.id] })),
    size,
  )
}

/** One way; one that is off is for admins only. Problem `way_not_found`. */
export async function getWay({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<WayRow> {
  const { rows } = isUuid(id)
    ? await db.execute<WayRow>(sql`${selectWays} where d.id = ${id} and (d.is_on or ${may(actor, 'manage_delivery')})`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('way_not_found')
  return rows[0]
}

/** Makes a way of a zone, once for each key of a form. Problems: signed_out, forbidden, bad_input, made_already. */
export async function createWay(ctx: Context, sent: unknown, key?: string): Promise<WayRow> {
  requirePermission(ctx, 'manage_delivery')
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
  requirePermission(ctx, 'manage_delivery')
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
  requirePermission(ctx, 'manage_delivery')
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
