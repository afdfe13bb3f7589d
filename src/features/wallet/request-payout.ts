import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { limitDetails } from '#domain/limits.ts'
import { formatMoney, toShillings } from '#domain/money.ts'
import { payoutRefusal, payoutsPerDay, wishedCents } from '#domain/payout.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'
import { type Context, requireUser } from '#features/context.ts'
import { isCleanText, read } from '#features/input.ts'
import { getPayoutRow, type PayoutRow } from '#features/wallet/payout-row.ts'

/** Empty is not bad input: it has words of its own (spec §5, Payout). */
const phone = z
  .string('Write your M-Pesa number.')
  .trim()
  .max(40, phoneHint)
  .transform((text, issue) => {
    const number = text === '' ? '' : normalisePhone(text)
    if (number !== null) return number
    issue.addIssue({ code: 'custom', message: phoneHint })
    return z.NEVER
  })
const name = z
  .string('Write your full name.')
  .trim()
  .max(200, 'Please keep this under 200 letters.')
  .refine(isCleanText, 'Please leave out control characters.')
export const payoutDetails = z.object({ mpesa_phone_number: phone, mpesa_full_name: name })

export const payoutInput = z.object({ amount: z.unknown(), ...payoutDetails.partial().shape })

/**
 * Requests a payout and reserves its amount: checks and row in one transaction that has locked the affiliate, so that of fifty at once one is granted
 * (decisions, Affiliates and wallet). Phone and name may come later, by `setPayoutDetails`. Problems: signed_out, bad_input, payout_refused,
 * payout_open, payout_invalid, payout_too_small, payout_too_large, payout_details_missing, too_many.
 */
export async function requestPayout(ctx: Context, sent: unknown): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  const input = read(payoutInput, sent)
  try {
    const id = await ctx.db.transaction((tx) => request({ ...ctx, db: tx }, userId, input))
    return await getPayoutRow(ctx, id)
  } catch (error) {
    if (violates(error, 'affiliate_payouts_one_open')) throw new Problem('payout_open')
    throw error
  }
}

async function request(ctx: Context, userId: string, input: z.output<typeof payoutInput>): Promise<string> {
  const affiliate = await lockAffiliate(ctx.db, userId)
  if (!affiliate?.isAffiliate) throw new Problem('payout_refused')
  const { payoutMinimum: minimum } = ctx.services.affiliates
  const wish = { amount: input.amount, phone: input.mpesa_phone_number, name: input.mpesa_full_name }
  const { hasOpen, today } = await countPayouts(ctx.db, ctx, userId)
  const refusal = payoutRefusal(wish, { available: affiliate.available, hasOpen, minimum })
  if (refusal) throw new Problem(refusal, refusal === 'payout_too_small' ? { detail: formatMoney(minimum) } : {})
  if (today >= payoutsPerDay) throw new Problem('too_many', limitDetails({ words: 'You asked for many payouts today.', seconds: 86_400 }, 86_400))
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into affiliate_payouts (affiliate_id, amount, mpesa_phone_number, mpesa_full_name, requested_at)
    values (${userId}, ${toShillings(wishedCents(input.amount) as number)}, ${wish.phone ?? null}, ${wish.name ?? null}, ${ctx.now}) returning id`)
  return (rows[0] as { id: string }).id
}

/** Counted by their rows, under the lock: who was refused has used nothing up. */
async function countPayouts(db: Database, { now }: Pick<Context, 'now'>, userId: string) {
  const { rows } = await db.execute<{ hasOpen: boolean; today: number }>(sql`
    select coalesce(bool_or(status in ('pending', 'processing')), false) as "hasOpen",
      count(*) filter (where requested_at > ${now} - interval '1 day')::integer as today
    from affiliate_payouts where affiliate_id = ${userId}`)
  return rows[0] as { hasOpen: boolean; today: number }
}
