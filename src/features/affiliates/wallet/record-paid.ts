import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { fromShillings, toShillings } from '#domain/money.ts'
import { allocate } from '#domain/payout.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import type { LockedPayout } from '#features/affiliates/wallet/lock-payout.ts'

/**
 * Records that a locked payout was paid, which its balance covers: the receipt, its parts on the oldest unpaid commissions, and the covered commissions as
 * paid, in the caller's transaction. Returns the number of parts. Throws the violation of `affiliate_payouts_receipt_key` for a receipt that was used.
 */
export async function recordPaid(ctx: Context, payout: LockedPayout, { receipt, by }: { receipt: string; by: string | null }): Promise<number> {
  const parts = await partsOf(ctx, payout)
  const isAll = payout.unrecordedReceipts.every((each) => each === receipt)
  await ctx.db.execute(sql`
    with parts as (
      select * from jsonb_to_recordset(${JSON.stringify(parts.map((part) => ({ ...part, amount: toShillings(part.amount) })))}::jsonb)
        as p(id uuid, amount numeric, "isCovered" boolean)
    ), deducted as (
      insert into commission_deductions (affiliate_id, commission_id, payout_id, kind, amount, created_at)
      select ${payout.affiliate.id}, id, ${payout.id}, 'payout', amount, ${ctx.now} from parts
    ), covered as (
      update affiliate_commissions c set status = 'paid', paid_out = true from parts where c.id = parts.id and parts."isCovered"
    )
    update affiliate_payouts set status = 'completed', receipt = ${receipt}, processed_at = ${ctx.now}, processed_by = coalesce(${by}::uuid, processed_by),
      failure_reason = null, next_check_at = null, held_at = null, unrecorded_receipts = array_remove(unrecorded_receipts, ${receipt}),
      -- What M-Pesa reported under other receipts stays on the desk.
      unrecorded_payment_at = case when ${isAll} then null else unrecorded_payment_at end,
      needs_review_at = case when ${isAll} then null else needs_review_at end,
      review_reason = case when ${isAll} then null else review_reason end
    where id = ${payout.id}`)
  await tellAffiliate(ctx, payout.affiliate.id, 'payout_paid', { amount: payout.amount, phone: payout.phone ?? '', receipt })
  return parts.length
}

/** The commissions that a locked payout pays, in their present state (`allocate`). */
export async function partsOf({ db }: Pick<Context, 'db'>, payout: Pick<LockedPayout, 'affiliate' | 'amount'>) {
  const { rows } = await db.execute<{ id: string; left: string; is_clawed_back: boolean }>(sql`
    select c.id, c.commission_amount - coalesce(sum(d.amount) filter (where d.kind = 'payout'), 0) as left,
      coalesce(bool_or(d.kind = 'clawback' and d.undone_at is null), false) as is_clawed_back
    from affiliate_commissions c left join commission_deductions d on d.commission_id = c.id
    where c.affiliate_id = ${payout.affiliate.id} and c.status = 'approved' group by c.id order by c.created_at, c.id`)
  return allocate(
    payout.amount,
    rows.map(({ id, left, is_clawed_back }) => ({ id, left: fromShillings(left), isClawedBack: is_clawed_back })),
  )
}
