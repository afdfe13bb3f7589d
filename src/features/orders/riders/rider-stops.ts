import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { anonymous, type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import {
  type FailReason,
  failReasons,
  isOpen,
  mayTryCode,
  mostWrongCodes,
  readCode,
  type Stop,
  type StopState,
  stopState,
  wrongCodeMessage,
} from '#domain/delivery-handover.ts'
import { statusLabel } from '#domain/order.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { byZone, itsZone } from '#features/orders/riders/list-deliveries.ts'
import { findRider } from '#features/orders/riders/rider-days.ts'
import { isToday } from '#features/orders/riders/write-delivery.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

/** What a rider may know of an order: address and phone numbers, without amounts; once the stop is over only its code and place. */
export interface RiderStop {
  id: string
  short_code: string
  state: StopState
  zone: string | null
  place: string | null
  may_try_code: boolean
  failed_reason: string | null
  to: { name: string; phone: string; address: string; receiver_name: string | null; receiver_phone: string | null } | null
}

/** The rider of a link, and today's stops in the order of zones. Problems: rider_link_over; too_many after many links that open nothing. */
export async function getRiderDay(ctx: Context, token: string): Promise<{ name: string; stops: RiderStop[] }> {
  const { id, name } = await openLink(ctx, token)
  return { name, stops: await stopsOf(ctx, id) }
}

/** The stops of a rider of any day, for the run sheet. */
export async function listStops(ctx: Context, riderDayId: string): Promise<RiderStop[]> {
  requirePermission(ctx, 'ship_orders')
  return stopsOf(ctx, riderDayId)
}

type Stored = Stop & Omit<RiderStop, 'state' | 'may_try_code'> & Record<string, unknown>

async function stopsOf({ db }: Context, riderDayId: string): Promise<RiderStop[]> {
  const { rows } = await db.execute<Stored>(sql`
    select o.id, o.short_code, o.status, o.delivery_zone as zone, concat_ws(', ', o.delivery_point, o.delivery_place) as place, d.on_the_way_at, d.handed_over_at, d.failed_at, d.failed_reason, d.wrong_tries,
      json_build_object('name', o.customer_name, 'phone', o.customer_phone, 'address', o.delivery_address, 'receiver_name', o.receiver_name, 'receiver_phone', o.receiver_phone) as to
    from deliveries d join orders o on o.id = d.order_id ${itsZone} where d.rider_day_id = ${riderDayId} order by ${byZone}, o.created_at, o.id`)
  return rows.map(({ id, short_code, zone, place, failed_reason, to, ...stop }) => {
    const state = stopState(stop)
    return { id, short_code, zone, place, failed_reason, state, may_try_code: mayTryCode(stop), to: isOpen(stop) ? to : null }
  })
}

const stopInput = z.object({ order: z.uuid("We don't know this stop.") })

/** The rider is on the way to a stop, also to one that failed before. */
export function startStop(ctx: Context, token: string, sent: unknown): Promise<void> {
  const { order } = parseInput(stopInput, sent)
  return atStop(ctx, token, order, async (tx) => {
    await tx.execute(sql`update deliveries set on_the_way_at = ${ctx.now}, failed_at = null, failed_reason = null where order_id = ${order}`)
  })
}

/**
 * The rider hands an order over for the code that its buyer tells: shipped -> delivered, as by an admin. A wrong code counts, also where two come at once; after
 * five only a reason is left. Problems: those of `startStop`, with `bad_input` for the code.
 */
export async function handOver(ctx: Context, token: string, sent: unknown): Promise<void> {
  const { order, code: typed } = parseInput(stopInput.extend({ code: z.string('Enter the code.').max(40, 'Enter the four digits.') }), sent)
  const code = readCode(typed)
  if (code === null) throw new Problem('bad_input', { fields: { code: 'Enter the four digits that the buyer has.' } })
  await atStop(ctx, token, order, async (tx, { wrong_tries, code: expected, rider_day_id: rider }) => {
    if (!mayTryCode({ wrong_tries })) return wrongCodeMessage(mostWrongCodes)
    if (!ctx.services.secrets.matches(expected, code)) {
      await tx.execute(sql`update deliveries set wrong_tries = wrong_tries + 1 where order_id = ${order}`)
      return wrongCodeMessage(wrong_tries + 1)
    }
    // An account that is signed in on the rider's phone has no part in it.
    const shop = { ...ctx, actor: anonymous }
    await tx.execute(sql`update deliveries set handed_over_at = ${ctx.now}, failed_at = null, failed_reason = null where order_id = ${order}`)
    await transitionOrder(tx, shop, order, { from: ['shipped'], to: 'delivered' }, { riderDay: rider })
    await writeAudit(tx, shop, {
      action: 'order deliver',
      table: 'orders',
      id: order,
      before: { status: 'shipped' },
      after: { status: 'delivered', rider },
    })
  })
}

/** Why the rider could not hand an order over: it stays shipped, and the owner sees it. */
export async function failStop(ctx: Context, token: string, sent: unknown): Promise<void> {
  const reasons = Object.keys(failReasons) as FailReason[]
  const input = stopInput.extend({ reason: z.enum(reasons, 'Choose why.'), words: optionalWords(200).optional() })
  const { order, reason, words } = parseInput(input, sent)
  if (reason === 'other' && !words) throw new Problem('bad_input', { fields: { words: 'Say in a few words why.' } })
  await atStop(ctx, token, order, async (tx) => {
    const failed_reason = reason === 'other' ? words : failReasons[reason]
    await tx.execute(sql`update deliveries set failed_at = ${ctx.now}, failed_reason = ${failed_reason} where order_id = ${order}`)
    // The log stays for ever, so the rider's own words are not in it.
    await writeAudit(
      tx,
      { ...ctx, actor: anonymous },
      { action: 'delivery failed', table: 'orders', id: order, after: { reason: failReasons[reason] } },
    )
  })
}

type Held = Stop & { code: string; rider_day_id: string }

/**
 * Does something at a stop of the link's own rider. The order is locked, as for every change of its status, and the link is held: it is not taken back meanwhile. What
 * `act` answers is refused after what it wrote is kept. An order that is handed over already is left as it is: the first answer was lost.
 */
async function atStop(ctx: Context, token: string, order: string, act: (tx: Database, held: Held) => Promise<string | undefined>): Promise<void> {
  const { id: rider } = await openLink(ctx, token)
  const refusal = await ctx.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order)
    const { rows } = await tx.execute<Omit<Held, 'status'>>(sql`
      select d.* from rider_days r join deliveries d on d.rider_day_id = r.id
      where r.id = ${rider} and d.order_id = ${order} and ${isToday(ctx)} for share of r`)
    if (!locked || !rows[0]) throw new Problem('order_not_found')
    const stop = { ...rows[0], status: locked.status }
    if (stop.handed_over_at !== null) return
    if (!isOpen(stop)) throw new Problem('order_locked', { detail: statusLabel(locked.status) })
    return act(tx, stop)
  })
  if (refusal) throw new Problem('bad_input', { fields: { code: refusal } })
}

/** A link that opens nothing counts, for its network; the same one pressed again is one try. */
async function openLink(ctx: Context, token: string): Promise<{ id: string; name: string }> {
  try {
    return await findRider(ctx, token)
  } catch (error) {
    if (isProblem(error)) await consume(ctx, 'rider_link_address', ctx.actor.address, token.slice(0, 100))
    throw error
  }
}
