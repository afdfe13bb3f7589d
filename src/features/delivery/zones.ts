import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { parseInput, refusingViolation, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

const order = 'Enter a whole number from 0 to 999.'
const columns = {
  name: words('Enter a name, such as Nairobi.', 60).meta({ example: 'Nairobi' }),
  position: z.int(order).min(0, order).max(999, order).meta({ description: 'Zones stand in this order, and so do the stops of a rider' }),
}
export const newZone = z.object({ ...columns, position: columns.position.optional().meta({ description: 'Without it the zone is the last' }) })
export const zoneChanges = z.object(columns).partial()

/** A row of `delivery_zones`. */
export const zoneRow = z.object({ id: z.uuid(), ...columns })
export type ZoneRow = z.infer<typeof zoneRow>

/** The zones in their order. */
export async function listZones({ db }: Pick<Context, 'db'>): Promise<ZoneRow[]> {
  const { rows } = await db.execute<ZoneRow>(sql`select id, name, position from delivery_zones order by position, name, id`)
  return rows
}

/** The names by which orders can be told apart: of zones in their order, and of delivery options. */
export async function listDeliveryNames({ db }: Pick<Context, 'db'>): Promise<{ zones: string[]; options: string[] }> {
  const { rows } = await db.execute<{ zones: string[]; options: string[] }>(sql`
    select array(select name from delivery_zones order by position, name) as zones, array(select distinct name from delivery_options order by name) as options`)
  return rows[0] as { zones: string[]; options: string[] }
}

/** One zone. Problem `zone_not_found`. */
export async function getZone({ db }: Pick<Context, 'db'>, id: string): Promise<ZoneRow> {
  const { rows } = isUuid(id) ? await db.execute<ZoneRow>(sql`select id, name, position from delivery_zones where id = ${id}`) : { rows: [] }
  if (!rows[0]) throw new Problem('zone_not_found')
  return rows[0]
}

/** Makes a zone without places and options, once for each key of a form. Problems: signed_out, forbidden, bad_input, made_already. */
export async function createZone(ctx: Context, sent: unknown, key?: string): Promise<ZoneRow> {
  requirePermission(ctx, 'manage_delivery')
  const zone = parseInput(newZone, sent)
  const id = idempotentId(ctx, 'delivery_zones', key)
  return naming(ctx, async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into delivery_zones (id, name, position)
      values (${id}, ${zone.name}, coalesce(${zone.position ?? null}::integer, (select least(max(position) + 1, 999) from delivery_zones), 0))
      on conflict (id) do nothing returning id`)
    const row = await getZone({ db: tx }, id)
    if (rows.length === 0) return sameAsBefore(row, zone)
    await writeAudit(tx, ctx, { action: 'zone created', table: 'delivery_zones', id, after: row })
    return row
  })
}

/** Changes the given fields of a zone. Problems: signed_out, forbidden, bad_input, zone_not_found, changed_meanwhile. */
export async function changeZone(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<ZoneRow> {
  requirePermission(ctx, 'manage_delivery')
  const changes = parseInput(zoneChanges, sent)
  return naming(ctx, async (tx) => {
    const before = await lockZone(tx, id)
    requireUnchanged(before, changes, snapshot)
    const after = { ...before, ...changes }
    await tx.execute(sql`update delivery_zones set name = ${after.name}, position = ${after.position} where id = ${before.id}`)
    await writeChange(tx, ctx, { action: 'zone changed', table: 'delivery_zones', id: before.id, before, after })
    return after
  })
}

/** Deletes a zone with its options; its places belong to the zone around them from then on. Problems: signed_out, forbidden, zone_not_found. */
export async function deleteZone(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'manage_delivery')
  await writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockZone(tx, id)
    const { rows } = await tx.execute<{ options: number; places: number }>(sql`
      select (select count(*) from delivery_options where zone_id = ${before.id})::integer as options,
        (select count(*) from delivery_places where zone_id = ${before.id})::integer as places`)
    await tx.execute(sql`delete from delivery_zones where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'zone deleted', table: 'delivery_zones', id: before.id, before: { ...before, ...rows[0] } })
  })
}

/** Locks a zone until the transaction ends. Problem `zone_not_found`. */
async function lockZone(tx: Database, id: string): Promise<ZoneRow> {
  if (isUuid(id)) await tx.execute(sql`select from delivery_zones where id = ${id} for update`)
  return getZone({ db: tx }, id)
}

function naming(ctx: Context, write: (tx: Database) => Promise<ZoneRow>): Promise<ZoneRow> {
  return refusingViolation('delivery_zones_name', { name: 'There is a zone of this name already.' }, () => writeDeliveryTerms(ctx, write))
}
