import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Cents } from '#domain/money.ts'
import { freshSignIn } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { queuePayoutReview } from '#features/affiliates/wallet/review-queue.ts'
import { type CheckedPassword, requirePassword } from '#features/people/passwords.ts'

/** The reason that an admin reads for a held payout. */
export const heldReason = 'It goes to another number than the last one, and was asked for without the password'

/** The checked password that came with a payout's number; `ask` where a form can still ask for it, null for a call by program. */
export type NumberProof = CheckedPassword | 'ask' | null

/** `password` is the value of the form's field, undefined where there is no form. */
export async function proofOf(ctx: Context, password: string | undefined): Promise<NumberProof> {
  if (password === undefined) return null
  return password === '' ? 'ask' : requirePassword(ctx, password)
}

/**
 * Whether a payout to this number has to be held: the affiliate's last payout went to another number, the sign-in is no longer fresh, and no password proves
 * that the affiliate requested it. Their first number needs no proof; a number that is held itself is not their last. Under the affiliate's lock.
 */
export async function mustBeHeld(ctx: Context, affiliateId: string, phone: string, proof: NumberProof): Promise<boolean> {
  if (proof !== null && proof !== 'ask') return false
  const { rows } = await ctx.db.execute<{ needs_proof: boolean }>(sql`
    select mpesa_phone_number <> ${phone} and not exists (
      select from auth.sessions s where s.id = ${ctx.actor.sessionId} and s.created_at > ${ctx.now} - make_interval(secs => ${freshSignIn})) as needs_proof
    from affiliate_payouts where affiliate_id = ${affiliateId} and mpesa_phone_number is not null and held_at is null
    order by requested_at desc, id desc limit 1`)
  if (!rows[0]?.needs_proof) return false
  if (proof === 'ask')
    throw new Problem('password_needed', { fields: { password: 'Enter your password: this number is not that of your last payout.' } })
  return true
}

/** Puts a pending payout into the review queue until an admin has looked (resolve-review.ts), and writes to the affiliate. */
export async function holdPayout(ctx: Context, id: string, { affiliateId, amount, phone }: { affiliateId: string; amount: Cents; phone: string }) {
  await queuePayoutReview(ctx, id, heldReason)
  await ctx.db.execute(sql`update affiliate_payouts set held_at = ${ctx.now} where id = ${id}`)
  await tellAffiliate(ctx, affiliateId, 'payout_held', { amount, phone })
}

/** The number of a held payout is proved after all; its other reasons for review stay. */
export async function releasePayout({ db }: Pick<Context, 'db'>, id: string) {
  const isOnlyReason = sql`review_reason = ${heldReason}`
  await db.execute(sql`
    update affiliate_payouts set held_at = null, needs_review_at = case when ${isOnlyReason} then null else needs_review_at end,
      review_reason = case when ${isOnlyReason} then null else review_reason end
    where id = ${id} and held_at is not null`)
}
