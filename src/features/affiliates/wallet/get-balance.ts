import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { instant, ksh } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { openPayoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { nextRequest } from '#features/affiliates/wallet/next-request.ts'
import { payoutRow, readPayoutRows } from '#features/affiliates/wallet/payout-row.ts'

/** The amounts of a wallet, derived from the books; `reserved` is in the payout that is open. */
export const walletAmounts = z.object({
  available_balance: ksh.meta({ description: 'KSh; may be negative after a clawback' }),
  total_earned: z.number().meta({ description: 'KSh: approved and paid commissions, less what was taken back' }),
  total_pending: ksh,
  reserved: ksh,
  paid_out: ksh,
})

/** SQL: how they are made of the wallet `w`. */
export const walletColumns = {
  available_balance: sql`w.available`,
  total_earned: sql`w.earned - w.clawed_back`,
  total_pending: sql`w.pending`,
  reserved: sql`w.reserved`,
  paid_out: sql`w.paid`,
}

export const balance = walletAmounts.extend({
  clawed_back: ksh,
  carried_debt: ksh.meta({ description: 'Owed by an account of theirs that was deleted, and taken off the balance' }),
  minimum_payout: ksh,
  next_request_at: instant
    .nullable()
    .meta({ description: 'When the next payout can be requested, if five of the last 24 hours were neither rejected nor cancelled; null otherwise' }),
  open_payout: z.union([payoutRow, z.null()]),
})
const booked = balance.omit({ minimum_payout: true, next_request_at: true, open_payout: true })
export type Balance = z.infer<typeof balance>

/** The wallet of an affiliate, derived from the books: the caller's own, or for an admin any affiliate's. */
export async function getBalance(ctx: Context, affiliateId?: string): Promise<Balance> {
  const actor = requireUser(ctx)
  const id = affiliateId?.toLowerCase() ?? actor.userId
  if (!isUuid(id) || (id !== actor.userId && !may(actor, 'pay_affiliates'))) throw new Problem('affiliate_not_found')
  const { rows } = await ctx.db.execute<z.infer<typeof booked>>(sql`
    select ${selectOf(booked, 'w', { ...walletColumns, carried_debt: sql`w.carried` })} from wallets w where affiliate_id = ${id}`)
  const wallet = rows[0]
  if (!wallet) throw new Problem('affiliate_not_found')
  const [open] = await readPayoutRows(ctx, sql`o.affiliate_id = ${id} and o.status = any(${`{${openPayoutStatuses.join(',')}}`}::text[])`, 1)
  return {
    ...wallet,
    minimum_payout: ctx.services.settings.values.payout_minimum,
    next_request_at: (await nextRequest(ctx, id))?.at ?? null,
    open_payout: open?.row ?? null,
  }
}
