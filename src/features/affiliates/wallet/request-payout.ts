import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { idempotentId, sameAsBefore } from '#core/idempotent-create.ts'
import { parseInput } from '#core/input.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { limitDetails } from '#domain/limits.ts'
import { type Cents, formatMoney, fromShillings, toShillings } from '#domain/money.ts'
import { dayIsFull, openPayoutStatuses, payoutAmount, payoutRefusal } from '#domain/payout.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { foldText } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'
import { attachDebts } from '#features/affiliates/debts.ts'
import { lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { nextRequest } from '#features/affiliates/wallet/balance.ts'
import { holdPayout, mustBeHeld, type NumberProof, proofOf, releasePayout } from '#features/affiliates/wallet/hold-payout.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow, readPayoutRows } from '#features/affiliates/wallet/payout-rows.ts'
import { queueLikeDebt } from '#features/affiliates/wallet/review-queue.ts'
import { lockPassword } from '#features/people/passwords.ts'

/** An empty phone is not bad input: it has a message of its own (spec §5, Payout). */
const phone = z
  .string('Enter your M-Pesa number.')
  .trim()
  .max(40, phoneHint)
  .transform((text, issue) => {
    const number = text === '' ? '' : normalisePhone(text)
    if (number !== null) return number
    issue.addIssue({ code: 'custom', message: phoneHint })
    return z.NEVER
  })
const name = z.string('Enter your full name.').overwrite(foldText).trim().max(200, 'Please keep this under 200 characters.')
export const payoutDetails = z.object({ mpesa_phone_number: phone, mpesa_full_name: name })

export const payoutInput = z.object({ amount: z.unknown(), ...payoutDetails.partial().shape })

/**
 * Requests a payout and reserves its amount: checks and row in one transaction that has locked the affiliate, so that of fifty at once one is granted
 * (decisions, Affiliates and wallet). The same `key` again answers the payout that it made. Phone and name may come later, by `setPayoutDetails`. A payout to
 * another number than the last needs the `password` of the form, or is held (hold-payout.ts).
 */
export async function requestPayout(ctx: Context, sent: unknown, key?: string, password?: string): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  const input = parseInput(payoutInput, sent)
  const proof = await proofOf(ctx, password)
  await attachDebts(ctx, userId)
  try {
    const made = await ctx.db.transaction((tx) => request({ ...ctx, db: tx }, userId, input, proof, key))
    return await getPayoutRow(ctx, made)
  } catch (error) {
    if (violates(error, 'affiliate_payouts_one_open')) throw new Problem('payout_open')
    throw error
  }
}

/** Returns the payout's id. */
async function request(ctx: Context, userId: string, input: z.output<typeof payoutInput>, proof: NumberProof, key?: string): Promise<string> {
  if (proof !== null && proof !== 'ask') await lockPassword(ctx, proof)
  const affiliate = await lockAffiliate(ctx.db, userId)
  if (!affiliate?.isAffiliate) throw new Problem('payout_refused')
  const id = idempotentId(ctx, 'affiliate_payouts', key)
  if (await isMade(ctx, id, input)) return id
  const minimum = fromShillings(ctx.services.settings.values.payout_minimum)
  const request = { amount: input.amount, phone: input.mpesa_phone_number, name: input.mpesa_full_name }
  const hasOpen = await hasOpenPayout(ctx.db, userId)
  const refusal = payoutRefusal(request, { available: affiliate.available, hasOpen, minimum })
  if (refusal) throw new Problem(refusal, refusal === 'payout_too_small' ? { detail: formatMoney(minimum) } : {})
  const next = await nextRequest(ctx, userId)
  if (next) throw new Problem('too_many', limitDetails({ message: dayIsFull, seconds: next.seconds }, next.seconds))
  const amount = payoutAmount(input.amount) as Cents
  const isHeld = request.phone !== undefined && (await mustBeHeld(ctx, userId, request.phone, proof))
  await ctx.db.execute(sql`
    insert into affiliate_payouts (id, affiliate_id, amount, mpesa_phone_number, mpesa_full_name, requested_at)
    values (${id}, ${userId}, ${toShillings(amount)}, ${request.phone ?? null}, ${request.name ?? null}, ${ctx.now})`)
  if (request.phone) await queueLikeDebt(ctx, id, request.phone)
  if (isHeld) await holdPayout(ctx, id, { affiliateId: userId, amount, phone: request.phone as string })
  return id
}

/** Whether an earlier try of the same press made it, in any state by now. Problem `made_already`, where that try had other contents. */
async function isMade(ctx: Context, id: string, { amount, mpesa_phone_number: phone, mpesa_full_name: name }: z.output<typeof payoutInput>) {
  const [made] = await readPayoutRows(ctx, sql`o.id = ${id}`, 1)
  if (made) sameAsBefore(made.row, { amount, ...(phone && { mpesa_phone_number: phone }), ...(name && { mpesa_full_name: name }) })
  return made !== undefined
}

async function hasOpenPayout(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from affiliate_payouts where affiliate_id = ${userId} and status = any(${`{${openPayoutStatuses.join(',')}}`}::text[])`)
  return rowCount !== 0
}

/**
 * Sets the phone and name of the caller's own payout, while it is pending and on no list to be paid by hand: afterwards phone and name are frozen (decisions,
 * Affiliates and wallet). Another number than the last needs the `password` of the form, or the payout is held (hold-payout.ts).
 */
export async function setPayoutDetails(ctx: Context, id: string, sent: unknown, password?: string): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  const details = parseInput(payoutDetails, sent)
  if (details.mpesa_phone_number === '' || details.mpesa_full_name === '') throw new Problem('payout_details_missing')
  const proof = await proofOf(ctx, password)
  await attachDebts(ctx, userId)
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    if (proof !== null && proof !== 'ask') await lockPassword(inside, proof)
    const payout = await lockPayout(tx, id)
    if (!payout || payout.affiliate.id !== userId) throw new Problem('payout_not_found')
    if (payout.status !== 'pending' || payout.isExported) throw new Problem('payout_frozen')
    const { mpesa_phone_number: phone } = details
    const isHeld = await mustBeHeld(inside, userId, phone, proof)
    await tx.execute(sql`
      update affiliate_payouts set mpesa_phone_number = ${phone}, mpesa_full_name = ${details.mpesa_full_name} where id = ${id}`)
    if (payout.phone !== phone) await queueLikeDebt(inside, id, phone)
    if (!isHeld) await releasePayout(inside, id)
    else if (!payout.isHeld || payout.phone !== phone) await holdPayout(inside, id, { affiliateId: userId, amount: payout.amount, phone })
  })
  return getPayoutRow(ctx, id)
}
