import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { isPoint, type OptionInput, optionBounds, optionHints, optionKinds, optionRefusal } from '#domain/delivery-options.ts'
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

// What may stand in a field is the rule of `optionRefusal`; here is its type.
const fee = z.number(optionHints.fee).meta({ type: 'integer', minimum: 0, maximum: optionBounds.fee, description: 'KSh', example: 250 })
const days = z.number(optionHints.days_to).meta({ type: 'integer', minimum: 0, maximum: optionBounds.days, example: 2 })
const text = (max: number, description: string) =>
  optionalWords(max)
    .transform((value) => value || null)
    .nullable()
    .meta({ description, type: ['string', 'null'] })
const columns = {
  kind: z.enum(Object.keys(optionKinds) as (keyof typeof optionKinds)[], 'Choose how orders get there.'),
  name: words(optionHints.name, 80).meta({ example: 'Rider' }),
  fee,
  free_from: z
    .number(optionHints.free_from)
    .max(1_000_000, 'This amount is too large.')
    .nullable()
    .meta({
      ...{ type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 },
      description: 'Goods from this amount on, in KSh, are delivered free; null where it is never free',
    }),
  days_from: days.meta({ description: 'Working days after the day on which the order is packed' }),
  days_to: days,
  cut_off: z.number(optionHints.cut_off).meta({
    ...{ type: 'integer', minimum: 0, maximum: 1440, example: 840 },
    description: 'Orders until then are packed on the same day, in minutes after midnight in Nairobi',
  }),
  is_on: z.boolean('Write true or false.').meta({ description: 'Whether shoppers are offered it' }),
  address: text(200, 'A pick-up point and the shop need it; other kinds have none'),
  hours: text(100, 'Likewise'),
  map_url: text(500, 'An https address; other kinds have none'),
  courier: text(80, 'Who carries a parcel; other kinds have none'),
}
export const newOption = z.object({
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
export const optionChanges = z.object(columns).partial()

/** A row of `delivery_options`. */
export const optionRow = z.object({ id: z.uuid(), zone_id: z.uuid(), ...columns })
export type OptionRow = z.infer<typeof optionRow>

/** The table is called `d`. */
const selectOptions = sql`
  select d.id, d.zone_id, d.kind, d.name, d.fee::float8 as fee, d.free_from::float8 as free_from, d.days_from, d.days_to, d.cut_off, d.is_on, d.address, d.hours,
    d.map_url, d.courier
  from delivery_options d`

/** Options, the cheapest first: those that are on, and for admins also those that are off. Problem `malformed` for a cursor that is not ours. */
export async function listOptions(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: Paging & { zone_id?: string | undefined } = {},
): Promise<Page<OptionRow>> {
  const size = pageSize(filter)
  const [fee, id] = filter.cursor ? readCursor(filter.cursor, 'number') : [null, null]
  const { rows } = await db.execute<OptionRow>(sql`
    ${selectOptions} where (d.is_on or ${may(actor, 'manage_delivery')}) and (${filter.zone_id ?? null}::uuid is null or d.zone_id = ${filter.zone_id ?? null}::uuid)
      and (${fee}::numeric is null or (d.fee, d.id) > (${fee}::numeric, ${id}::uuid))
    order by d.fee, d.id limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row, key: [String(row.fee), row.id] })),
    size,
  )
}

/** One option; one that is off is for admins only. Problem `option_not_found`. */
export async function getOption({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<OptionRow> {
  const { rows } = isUuid(id)
    ? await db.execute<OptionRow>(sql`${selectOptions} where d.id = ${id} and (d.is_on or ${may(actor, 'manage_delivery')})`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('option_not_found')
  return rows[0]
}

/** Makes an option of a zone, once for each key of a form. Problems: signed_out, forbidden, bad_input, made_already. */
export async function createOption(ctx: Context, sent: unknown, key?: string): Promise<OptionRow> {
  requirePermission(ctx, 'manage_delivery')
  const option = checkedOption(parseInput(newOption, sent))
  const id = idempotentId(ctx, 'delivery_options', key)
  return refusingViolation('delivery_options_zone_id_fkey', { zone_id: "We don't know this zone." }, () =>
    writeDeliveryTerms(ctx, async (tx) => {
      const isNew = await insertOption(tx, id, option)
      const row = await getOption({ db: tx, actor: ctx.actor }, id)
      if (!isNew) return sameAsBefore(row, option)
      await writeAudit(tx, ctx, { action: 'option created', table: 'delivery_options', id, after: row })
      return row
    }),
  )
}

/** Writes an option that is checked; false where one has this id already. */
export async function insertOption(tx: Database, id: string, option: z.infer<typeof newOption>): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into delivery_options (id, zone_id, kind, name, fee, free_from, days_from, days_to, cut_off, is_on, address, hours, map_url, courier)
    values (${id}, ${option.zone_id}, ${option.kind}, ${option.name}, ${option.fee}, ${option.free_from}, ${option.days_from}, ${option.days_to}, ${option.cut_off}, ${option.is_on},
      ${option.address}, ${option.hours}, ${option.map_url}, ${option.courier})
    on conflict (id) do nothing returning id`)
  return rows.length > 0
}

/**
 * Changes the given fields of an option, for orders that are placed from then on. Where the request comes from a form, compares the option with what the form showed.
 * Problems: signed_out, forbidden, bad_input, option_not_found, changed_meanwhile.
 */
export async function changeOption(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<OptionRow> {
  requirePermission(ctx, 'manage_delivery')
  const changes = parseInput(optionChanges, sent)
  return writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockOption(tx, id)
    requireUnchanged(before, changes, snapshot)
    const after = checkedOption({ ...before, ...changes })
    await tx.execute(sql`
      update delivery_options set kind = ${after.kind}, name = ${after.name}, fee = ${after.fee}, free_from = ${after.free_from}, days_from = ${after.days_from},
        days_to = ${after.days_to}, cut_off = ${after.cut_off}, is_on = ${after.is_on}, address = ${after.address}, hours = ${after.hours},
        map_url = ${after.map_url}, courier = ${after.courier}
      where id = ${before.id}`)
    await writeChange(tx, ctx, { action: 'option changed', table: 'delivery_options', id: before.id, before, after })
    return after
  })
}

/** Deletes an option; orders that were promised it keep it. Problems: signed_out, forbidden, option_not_found. */
export async function deleteOption(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'manage_delivery')
  await writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockOption(tx, id)
    await tx.execute(sql`delete from delivery_options where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'option deleted', table: 'delivery_options', id: before.id, before })
  })
}

/** An option as it would be written: each kind keeps what it needs, and nothing of another. Problem `bad_input`. */
export function checkedOption<Option extends OptionInput>(sent: Option): Option {
  const point = isPoint(sent.kind) ? {} : { address: null, hours: null, map_url: null }
  const option = { ...sent, ...point, ...(sent.kind !== 'stage' && { courier: null }) }
  const fields = optionRefusal(option)
  if (fields) throw new Problem('bad_input', { fields })
  return option
}

/** Locks an option until the transaction ends. Problem `option_not_found`. */
async function lockOption(tx: Database, id: string): Promise<OptionRow> {
  if (isUuid(id)) await tx.execute(sql`select from delivery_options where id = ${id} for update`)
  return getOption({ db: tx, actor: theShop }, id)
}
