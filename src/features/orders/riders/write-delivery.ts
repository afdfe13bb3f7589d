import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { optionalWords } from '#core/input.ts'
import { writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { writeRiderNotice } from '#features/orders/order-notices.ts'
import { deliveriesOf } from '#features/orders/riders/list-deliveries.ts'

const notToday = 'Choose one of the riders of today.'

/** Who carries a parcel, for inputs that ship orders: a courier, a rider, or neither. */
export const carrierFields = {
  courier: optionalWords(40).nullish().meta({ description: 'Who carries the parcel', example: 'Easy Coach' }),
  parcel_number: optionalWords(40).nullish().meta({ description: "The courier's number of it", example: 'EC-44120' }),
  rider_day_id: z
    .uuid(notToday)
    .or(z.literal(''))
    .nullish()
    .meta({ description: 'One of the riders of today, in place of a courier', example: null }),
}
type Sent = { [Field in keyof typeof carrierFields]?: string | null | undefined }
export type Carrier = Record<keyof typeof carrierFields, string | null>

/** The carrier of such an input; null where none is named. */
export function carrierOf(sent: Sent): Carrier | null {
  const carrier = { courier: sent.courier || null, parcel_number: sent.parcel_number || null, rider_day_id: sent.rider_day_id || null }
  if (carrier.courier && carrier.rider_day_id) throw new Problem('bad_input', { fields: { courier: 'Name a courier or a rider, not both.' } })
  if (carrier.parcel_number && !carrier.courier) throw new Problem('bad_input', { fields: { courier: 'Say whose parcel number this is.' } })
  return carrier.courier || carrier.rider_day_id ? carrier : null
}

/**
 * Writes down who carries an order that is shipped, in the transaction that ships it, or in one that holds it; another carrier begins anew, with the same code.
 * Problem `bad_input` for a rider of another day, and for one who was taken back.
 */
export async function writeDelivery(tx: Database, ctx: Pick<Context, 'now'>, orderId: string, carrier: Carrier | null): Promise<void> {
  const { courier = null, parcel_number = null, rider_day_id = null } = carrier ?? {}
  if (rider_day_id) {
    const { rowCount } = await tx.execute(sql`select from rider_days where id = ${rider_day_id} and ${isToday(ctx)} for share`)
    if (rowCount === 0) throw new Problem('bad_input', { fields: { rider_day_id: notToday } })
  }
  // The same one keeps what happened: to be given an order again is no five more guesses.
  await tx.execute(sql`
    update deliveries set wrong_tries = 0, on_the_way_at = null, handed_over_at = null, failed_at = null, failed_reason = null
    where order_id = ${orderId} and (courier, rider_day_id) is distinct from (${courier}::text, ${rider_day_id}::uuid)`)
  await tx.execute(sql`
    insert into deliveries (order_id, code, courier, parcel_number, rider_day_id, created_at)
    values (${orderId}, ${String(randomInt(10_000)).padStart(4, '0')}, ${courier}, ${parcel_number}, ${rider_day_id}::uuid, ${ctx.now})
    on conflict (order_id) do update set courier = excluded.courier, parcel_number = excluded.parcel_number, rider_day_id = excluded.rider_day_id`)
}

/**
 * An admin gives an order that is shipped to a carrier, in the transaction that holds it; the buyer gets the code for its first rider. The same carrier again
 * changes nothing.
 */
export async function changeCarrier(tx: Database, ctx: Context, orderId: string, carrier: Carrier): Promise<void> {
  const { rider, ...held } = (await deliveriesOf({ db: tx }, [orderId])).get(orderId) ?? { rider: null, courier: null, parcel_number: null }
  await writeDelivery(tx, ctx, orderId, carrier)
  if (carrier.rider_day_id && !rider) await writeRiderNotice({ ...ctx, db: tx }, orderId)
  const before = { courier: held.courier, parcel_number: held.parcel_number, rider_day_id: rider?.id ?? null }
  await writeChange(tx, ctx, { action: 'delivery assigned', table: 'orders', id: orderId, before, after: carrier })
}

/** SQL: a row of `rider_days` is of this day in Nairobi, and was not taken back. */
export function isToday({ now }: Pick<Context, 'now'>) {
  return sql`day = ${dayIn(now)} and taken_back_at is null`
}
