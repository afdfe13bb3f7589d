import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { consumeAll } from '#core/rate-limit.ts'
import { selectOf } from '#core/select-of.ts'
import type { OptionKind } from '#domain/delivery-options.ts'
import { lateText, promiseText } from '#domain/delivery-promise.ts'
import type { OrderStatus } from '#domain/order.ts'
import { readShortCode } from '#domain/order-code.ts'
import { type DeliveryStep, nextStep, type ParcelView } from '#domain/order-view.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { readReceipt } from '#domain/receipt-code.ts'
import { lastLinkNotice, writeLinkNotices } from '#features/orders/order-notices.ts'
import { lateAt, orderRow } from '#features/orders/order-row.ts'
import { parcelOf, timelineOf, toParcel, toSteps, type WholeOrder } from '#features/orders/read-order.ts'

/** How far an order is, for a visitor who knows its code or M-Pesa receipt and its phone, without any fact about its buyer. Times in ISO 8601. */
export interface TrackedOrder {
  code: string
  status: OrderStatus
  delivery_kind: OptionKind | null
  /** What happens next. */
  next: string
  timeline: { status: OrderStatus; at: string }[]
  /** For the buyer alone, as the page of the order knows them: signed in, or by its link. */
  parcel: ParcelView | null
  steps: DeliveryStep[]
  /** By which option and on which days, without the place; null for an order from before there were zones. */
  promise: { option: string; days: string } | null
  /** That it will be later than promised; null where it is not late. */
  late: string | null
}

const codeHint = 'Enter the code of your order: 8 letters and figures, such as 3f9a21c8. Or the receipt of its M-Pesa message, such as QKJ4XT81ZP.'
const readBy = (reader: (text: string) => string | null, hint: string) =>
  z
    .string(hint)
    .max(100, hint)
    .transform((text, check) => {
      const value = reader(text)
      if (value !== null) return value
      check.addIssue({ code: 'custom', message: hint })
      return z.NEVER
    })
const trackInput = z.object({ code: readBy((text) => readShortCode(text) ?? readReceipt(text), codeHint), phone: readBy(normalisePhone, phoneHint) })

/**
 * Every visitor may ask, and a right pair is always answered. Problems: bad_input; of a wrong pair `track_not_found`, the same after the same work for a code that no order
 * has and for a phone that is not its buyer's, and `too_many` after many.
 */
export async function trackOrder(ctx: Context, sent: unknown): Promise<TrackedOrder> {
  const { order } = await findTracked(ctx, sent)
  return order
}

/**
 * Sends the link of an order to its own buyer again, by every channel that the order's notices use; pressed twice, it is sent once and counted once. Problems:
 * those of `trackOrder`, and `too_many` after a few links to one phone.
 */
export async function sendLinkAgain(ctx: Context, sent: unknown): Promise<void> {
  const { id, phone } = await findTracked(ctx, sent)
  const { isResting, mark } = await lastLinkNotice(ctx, id)
  if (isResting) return
  await consumeAll(ctx, { track_link_phone: phone, track_link_address: ctx.actor.address }, mark)
  await writeLinkNotices(ctx, id)
}

export const trackedColumns = orderRow.pick({
  ...{ id: true, short_code: true, status: true, user_id: true, paid_at: true, packed_at: true, late_at: true },
  ...{ delivery_kind: true, delivery_option: true, delivery_to_agree: true, promised_from: true, promised_to: true },
})
type FoundOrder = z.infer<typeof trackedColumns> &
  Pick<WholeOrder, 'phone_changes' | 'timeline' | 'in_review' | 'parcel'> & { open_prompts: string[]; receiver: string }

async function findTracked(ctx: Context, sent: unknown): Promise<{ id: string; phone: string; order: TrackedOrder }> {
  const { code, phone } = parseInput(trackInput, sent)
  const isCalled = readReceipt(code) ? sql`o.mpesa_receipt_number = ${code}` : sql`o.short_code = ${code}`
  const { rows } = await ctx.db.execute<FoundOrder>(sql`
    select ${selectOf(trackedColumns, 'o', { late_at: lateAt })}, o.phone_changes,
      coalesce(o.receiver_name, o.customer_name) as receiver, ${parcelOf(sql`o.id`)} as parcel,
      exists (select from payment_attempts a where a.order_id = o.id and a.needs_review_at is not null and a.state <> 'paid') as in_review,
      (select coalesce(json_agg(a.id), '[]') from payment_attempts a
        where a.order_id = o.id and a.state in ('created', 'accepted', 'unknown') and a.prompted_at is not null) as open_prompts,
      ${timelineOf(sql`o.id`)} as timeline
    from orders o where ${isCalled} and o.customer_phone = ${phone} and o.discarded_at is null and o.anonymised_at is null`)
  const [order] = rows
  if (!order) {
    // Misses alone count, and by network: a stranger's guesses never keep the buyer from their order.
    const { address } = ctx.actor
    const keys = { track_phone: `${phone} ${address}`, track_code: `${code} ${address}`, track_address: address }
    await consumeAll(ctx, keys, `${code} ${phone}`)
    throw new Problem('track_not_found')
  }
  const { id, status, timeline, delivery_option: option, short_code: found } = order
  const days = promiseText(order)
  const next = nextStep({ ...order, discarded: false })
  const far = {
    timeline,
    parcel: toParcel(ctx, order),
    steps: toSteps(ctx, order, order.receiver),
    promise: option && days ? { option, days } : null,
  }
  return { id, phone, order: { code: found, status, delivery_kind: order.delivery_kind, next, late: lateText(order), ...far } }
}
