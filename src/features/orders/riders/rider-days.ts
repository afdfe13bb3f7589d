import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser, type Secrets } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { parseInput, phoneNumber, refusingViolation, words } from '#core/input.ts'
import { isoText } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { receiverPhoneHint } from '#domain/checkout-fields.ts'
import { riderLinkPath } from '#domain/delivery-handover.ts'
import { orderActions, statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { changeStatus, type OrderOutcome, orderIds, outcomesOf } from '#features/orders/change-status.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { readWork } from '#features/orders/read-order.ts'
import { queueRiderLink } from '#features/orders/riders/send-rider-links.ts'
import { type Carrier, carrierFields, carrierOf, changeCarrier, isToday } from '#features/orders/riders/write-delivery.ts'

const riderInput = z.object({ name: words("Enter the rider's name.", 80), phone: phoneNumber("Enter the rider's phone number.", receiverPhoneHint) })

/** A rider of today, as the panel shows them. */
export interface RiderDay {
  id: string
  name: string
  phone: string
  /** The link, for this person alone. */
  link: string
  link_state: 'sent' | 'on its way' | 'not sent'
  taken_back_at: string | null
  stops: number
  handed_over: number
  failed: number
}

/** The riders of today in Nairobi; those who were taken back stand last. */
export async function listRiderDays(ctx: Context): Promise<RiderDay[]> {
  requirePermission(ctx, 'ship_orders')
  const { secrets, shop } = ctx.services
  const { rows } = await ctx.db.execute<Omit<RiderDay, 'link'> & Record<string, unknown>>(sql`
    select r.id, r.name, r.phone, ${isoText(sql`r.taken_back_at`)} as taken_back_at, count(d.order_id)::integer as stops, count(d.handed_over_at)::integer as handed_over, count(d.failed_at)::integer as failed,
      case when m.state = 'sent' then 'sent' when m.next_at is not null and r.taken_back_at is null then 'on its way' else 'not sent' end as link_state
    from rider_days r left join messages m on m.rider_day_id = r.id left join deliveries d on d.rider_day_id = r.id
    where r.day = ${dayIn(ctx.now)} and r.forgotten_at is null
    group by r.id, m.id order by r.taken_back_at is not null, r.created_at, r.id`)
  return rows.map((row) => ({ ...row, link: `${shop.origin}${riderLinkPath(secrets.riderToken(row.id))}` }))
}

/** A rider of the last months, for another day. */
export interface KnownRider {
  /** Of their latest day. */
  id: string
  name: string
  phone: string
  rides_today: boolean
}

/** Everyone who has ridden and is not forgotten yet, each number once, by name. */
export async function listKnownRiders(ctx: Context): Promise<KnownRider[]> {
  requirePermission(ctx, 'ship_orders')
  const { rows } = await ctx.db.execute<KnownRider & Record<string, unknown>>(sql`
    select * from (select distinct on (phone) id, name, phone, day = ${dayIn(ctx.now)} and taken_back_at is null as rides_today from rider_days
      where forgotten_at is null order by phone, day desc, taken_back_at is not null, created_at desc) known order by name, phone`)
  return rows
}

/** An admin names a rider for today, who gets the link by SMS. Returns its id. */
export async function makeRiderDay(ctx: Context, sent: unknown): Promise<string> {
  requirePermission(ctx, 'ship_orders')
  const { name, phone } = parseInput(riderInput, sent)
  const id = randomUUID()
  const isKnown = { phone: 'This number already rides today.' }
  await refusingViolation('rider_days_once', isKnown, () =>
    ctx.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into rider_days (id, name, phone, day, token_hash, created_by, created_at)
        values (${id}, ${name}, ${phone}, ${dayIn(ctx.now)}, ${hashOf(ctx.services.secrets, ctx.services.secrets.riderToken(id))},
          ${ctx.actor.userId}::uuid, ${ctx.now})`)
      await queueRiderLink({ ...ctx, db: tx }, id)
      await writeAudit(tx, ctx, { action: 'rider named', table: 'rider_days', id, after: { full_name: name, phone } })
    }),
  )
  return id
}

/** The link opens nothing any more; the orders stay with the rider until they are given to another. */
export async function takeBackRider(ctx: Context, sent: unknown): Promise<void> {
  requirePermission(ctx, 'ship_orders')
  const { id } = parseInput(z.object({ id: z.uuid('Choose one of the riders of today.') }), sent)
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`update rider_days set taken_back_at = ${ctx.now} where id = ${id} and taken_back_at is null`)
    if (rowCount === 1) await writeAudit(tx, ctx, { action: 'rider taken back', table: 'rider_days', id })
  })
}

/**
 * The id and name of the rider whom a link belongs to, today. Problem `rider_link_over`, the same for a link that never was, one of another day and one that was
 * taken back.
 */
export async function findRider(ctx: Context, token: string): Promise<{ id: string; name: string }> {
  const { secrets } = ctx.services
  const hashes = [secrets, secrets.previous].flatMap((each) => (each ? [hashOf(each, token)] : []))
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select id, name from rider_days where token_hash = any(${sql.param(hashes)}::text[]) and ${isToday(ctx)}`)
  if (rows[0]) return rows[0]
  throw new Problem('rider_link_over')
}

function hashOf(secrets: Secrets, token: string): string {
  return secrets.blind(`rider ${token}`)
}

export const assignInput = z.object({ ids: orderIds, ...carrierFields })

/**
 * An admin or a packer gives several orders to a rider or a courier, each for itself: those that are ready are shipped with it, those that are on the way get another
 * carrier, and the buyer gets the code for a rider. Refusals of one order: order_not_found, order_locked.
 */
export async function assignOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, ...fields } = parseInput(assignInput, sent)
  const carrier = carrierOf(fields)
  if (!carrier) throw new Problem('bad_input', { fields: { courier: 'Enter the courier, or choose a rider.' } })
  return outcomesOf(ids, (id) => assignOrder(ctx, id, carrier))
}

async function assignOrder(ctx: Context, id: string, carrier: Carrier) {
  const { status, short_code } = await readWork(ctx, id)
  if ((orderActions.ship.from as readonly string[]).includes(status)) return changeStatus(ctx, id, { status: 'shipped', ...carrier })
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.status !== 'shipped') throw new Problem('order_locked', { detail: statusLabel(order?.status ?? status) })
    await changeCarrier(tx, ctx, id, carrier)
    return { status: order.status, short_code }
  })
}
