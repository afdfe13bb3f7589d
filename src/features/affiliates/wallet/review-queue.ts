import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { owedOf } from '#features/affiliates/debts.ts'

/**
 * Puts a payout into the review queue: the books keep its money where it is until an admin decides. `unbooked` is a payment, according to M-Pesa or an admin,
 * that the books do not hold. A payout that is already in the queue keeps its reasons.
 */
export async function queuePayoutReview(ctx: Context, id: string, reason: string, unbooked?: { receipt: string | null }): Promise<void> {
  const receipt = unbooked?.receipt ?? null
  await ctx.db.execute(sql`
    update affiliate_payouts set needs_review_at = coalesce(needs_review_at, ${ctx.now}), next_check_at = null,
      review_reason = case when position(${reason}::text in coalesce(review_reason, '')) > 0 then review_reason
        else left(concat_ws('. ', review_reason, ${reason}::text), ${longestReason}) end,
      unrecorded_payment_at = case when ${unbooked !== undefined} then coalesce(unrecorded_payment_at, ${ctx.now}) else unrecorded_payment_at end,
      unrecorded_receipts = case when ${receipt}::text is null or ${receipt} = any(unrecorded_receipts) then unrecorded_receipts
        else array_append(unrecorded_receipts, ${receipt}) end
    where id = ${id}`)
  ctx.log.warn({ payout: id, reason }, 'payout needs a look')
}

/** Queues a payout whose number a deleted account had that still owes: an owner may know whether it is the same person. */
export async function queueLikeDebt(ctx: Context, id: string, phone: string): Promise<void> {
  const { secrets } = ctx.services
  const { rows } = await ctx.db.execute(sql`
    select from affiliate_debts d join affiliate_debt_hashes h using (profile_id)
    where h.hash in (${secrets.debtHash(phone)}, ${secrets.previous?.debtHash(phone) ?? null}) and ${owedOf} > 0`)
  if (rows.length > 0) await queuePayoutReview(ctx, id, 'A deleted account that owes the shop had this number: see Debts of deleted accounts')
}

const longestReason = 2_000

/** A job asks M-Pesa at once about a payout that is on its way. Returns whether it is on its way. */
export async function schedulePayoutQuery(ctx: Context, id: string): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`update affiliate_payouts set next_check_at = ${ctx.now} where id = ${id} and status = 'processing'`)
  return rowCount === 1
}

/** For a callback that cannot be understood: M-Pesa is asked about a payout that is on its way, and one that had failed goes into the review queue. */
export async function queryOrReview(ctx: Context, id: string, reason: string): Promise<void> {
  if (await schedulePayoutQuery(ctx, id)) return
  const { rows } = await ctx.db.execute(sql`select from affiliate_payouts where id = ${id} and status <> 'completed'`)
  if (rows.length > 0) await queuePayoutReview(ctx, id, reason)
}

/**
 * Refuses further payments to an affiliate who has received a payment that the books do not hold; `besides` is the payout that is being settled with that very
 * money. Under the affiliate's lock. Problem `payout_unbooked`, with the receipts.
 */
export async function requireRecordedPayments(ctx: Pick<Context, 'db'>, affiliateId: string, besides?: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ receipts: string[] }>(sql`
    select unrecorded_receipts as receipts from affiliate_payouts
    where affiliate_id = ${affiliateId} and unrecorded_payment_at is not null and id is distinct from ${besides ?? null}::uuid`)
  if (rows.length > 0) throw new Problem('payout_unbooked', { detail: namedReceipts(rows.flatMap(({ receipts }) => receipts)) })
}

/** The receipts as a refusal names them. */
export function namedReceipts(receipts: string[]): string {
  return receipts.length > 0 ? `receipt ${receipts.join(', ')}` : 'no receipt was named'
}
