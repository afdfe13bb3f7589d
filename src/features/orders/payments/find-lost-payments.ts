import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { type Cents, toShillings } from '#domain/money.ts'
import { type AttemptState, mayBeOpen } from '#domain/payment.ts'
import { fitsMask } from '#domain/phone.ts'
import { payOrder } from '#features/orders/payments/pay-order.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { isReceiptOfOutgoing } from '#features/orders/payments/receipts.ts'
import { settlePayment } from '#features/orders/payments/settle-payment.ts'
import type { ListedPayment } from '#services/payments/payment-provider.ts'

/** A payment that the shop knows only from its provider. */
type LostPayment = Pick<ListedPayment, 'phone' | 'maskedPhone' | 'reference'> & { receipt: string | null; amount: Cents | null }

/**
 * The job: for an hour after the start of a shop that was restored from a copy within the last two days (the provider's record goes back no further), compares that record
 * with the books, from ten minutes before the last transaction that came back. A payment whose order came back settles it; one whose order was lost goes to the refund list, where an admin finds the phone that paid, unless it is hidden (docs/decisions/0009).
 * Any number of times, in any number of processes. Returns how many of the payments were not in the books.
 */
export async function findLostPayments(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  const { rows } = await ctx.db.execute<{ since: string }>(sql`
    select last_commit_at - interval '10 minutes' as since from backup_runs
    where kind = 'restore' and ended_at > ${ctx.now} - interval '2 days' and last_commit_at is not null order by ended_at desc limit 1`)
  const { payments, monitor } = ctx.services
  // Of the start: a shop that was restored in the evening may be opened in the morning.
  const isOver = Date.now() - monitor.startedAt.getTime() > 60 * 60_000
  if (!rows[0] || isOver || Date.now() - (askedAt.get(payments) ?? 0) < askEvery) return 0
  askedAt.set(payments, Date.now())
  const listed = await payments.listPaid(new Date(rows[0].since))
  if (listed === null) {
    ctx.log.warn({}, `${payments.name} did not list what was paid since the restored copy: it is asked again`)
    return 0
  }
  const { rows: known } = await ctx.db.execute<{ receipt: string }>(sql`
    select receipt from payment_attempts where receipt = any(${`{${listed.map(({ receipt }) => receipt).join(',')}}`}::text[])`)
  const inBooks = new Set(known.map(({ receipt }) => receipt))
  const lost = listed.filter(({ receipt }) => !inBooks.has(receipt))
  // A few at a time: there may be hundreds, and the shop is selling.
  for (let at = 0; at < lost.length; at += 4) await Promise.all(lost.slice(at, at + 4).map((payment) => recordAlone(ctx, payment)))
  return lost.length
}

/** One that cannot be recorded keeps no other from it; the next look finds it again. */
async function recordAlone(ctx: Context, payment: ListedPayment): Promise<void> {
  await recordListed(ctx, payment).catch((error) =>
    ctx.log.error({ receipt: payment.receipt, error }, 'a payment of before the restore could not be recorded; it is tried again'),
  )
}

/** Milliseconds between two questions of a process. */
const askEvery = 60_000
const askedAt = new WeakMap<object, number>()

async function recordListed(ctx: Context, payment: ListedPayment): Promise<void> {
  const { receipt, phone, maskedPhone, amount, reference, paidAt } = payment
  const { name } = ctx.services.payments
  const { rows } = await ctx.db.execute<Candidate>(sql`
    select a.id, a.state, a.phone, a.created_at > ${paidAt} as is_later from payment_attempts a join orders o on o.id = a.order_id
    where o.short_code = lower(${reference}) and a.phone = coalesce(${phone}, a.phone) and a.amount = ${toShillings(amount)} and a.receipt is null and a.source = 'prompt'
    order by array_position(array['paid', 'accepted', 'unknown', 'created', 'failed'], a.state), is_later, a.created_at desc`)
  const [prompt, ...others] = rows.filter((each) => maskedPhone === null || fitsMask(each.phone, maskedPhone))
  if (!prompt) await keepLostPayment(ctx, payment)
  // Without a number nothing tells two open prompts apart, nor two phones whose prompts failed; booked on the wrong one, this payment would count again when M-Pesa
  // answers for the other, or go back to a stranger.
  else if (phone === null && prompt.state !== 'paid' && others.some((other) => mayBeOpen(other.state) || isOtherPayer(prompt, other)))
    await queuePaymentReview(ctx, prompt.id, `${name} has a payment for this order, ${receipt}, and hides its number: look which prompt was paid`)
  else await settlePayment(ctx, prompt.id, { outcome: 'paid', code: '0', text: `In the record of ${name}`, receipt, amount }, null)
}

interface Candidate extends Record<string, unknown> {
  id: string
  state: AttemptState
  phone: string
  /** Sent after the payment; null where its time is unknown. */
  is_later: boolean | null
}

/** Whether the payment may as well be that of another phone; that of a failed prompt is less likely than that of an open one. */
function isOtherPayer(prompt: Candidate, other: Candidate): boolean {
  return !mayBeOpen(prompt.state) && other.phone !== prompt.phone && other.is_later === prompt.is_later
}

/** Puts money whose order is lost on the refund list, once. Returns what became of it, in words for the callback that reported it. */
export async function keepLostPayment(ctx: Context, { receipt, amount, phone, maskedPhone, reference }: LostPayment): Promise<string> {
  const { name } = ctx.services.payments
  if (receipt === null || amount === null) {
    ctx.log.error({ receipt, reference }, `${name} took money for an order that is lost, and does not say both receipt and amount: look it up there`)
    return 'unknown attempt'
  }
  return ctx.db.transaction(async (tx) => {
    // What an admin has typed as the code of money that went out was the code of this payment: a person compares the two.
    if (await isReceiptOfOutgoing(tx, receipt)) {
      ctx.log.error({ receipt }, `${name} took money for an order that is lost, under a code that a refund or a payout has: look it up there`)
      return 'receipt of a refund or payout'
    }
    const what = ['Paid for an order that is lost', reference, maskedPhone && `from ${maskedPhone}`].filter(Boolean).join(', ')
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into payment_attempts (source, phone, amount, state, receipt, result_code, result_desc, settled_at, created_at)
      values ('recorded', ${phone}, ${toShillings(amount)}, 'paid', ${receipt}, '0', ${what}, ${ctx.now}, ${ctx.now})
      on conflict (receipt) do nothing returning id`)
    const [kept] = rows
    if (!kept) return 'known'
    await payOrder(tx, ctx, null, { id: kept.id, checkoutRequestId: null, receipt })
    await writeAudit(tx, ctx, {
      action: 'lost payment found',
      table: 'payment_attempts',
      id: kept.id,
      before: null,
      after: { receipt, amount: toShillings(amount), reference },
    })
    ctx.log.warn({ attempt: kept.id, receipt }, 'a payment whose order is lost is on the refund list')
    return 'lost order'
  })
}
