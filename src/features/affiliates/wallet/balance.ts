import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant, isoText, ksh, selectOf } from '#core/select-of.ts'
import { countedPayoutStatuses, openPayoutStatuses, payoutsPerDay, payoutTriesPerDay } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { payoutRow, readPayoutRows } from '#features/affiliates/wallet/payout-rows.ts'

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

/** A row of the table `commission_deductions` (spec §3): the part of a commission that a payout paid, or that was taken back. */
export const deductionRow = z.object({
  id: z.uuid(),
  affiliate_id: z.uuid(),
  commission_id: z.uuid(),
  payout_id: z.uuid().nullable(),
  kind: z.enum(['payout', 'clawback']),
  amount: ksh,
  created_at: instant,
  /** When a clawback was given back. */
  undone_at: instant.nullable(),
})
type DeductionRow = z.infer<typeof deductionRow>

interface DeductionFilter extends Paging {
  affiliate_id?: string | undefined
  commission_id?: string | undefined
  payout_id?: string | undefined
}

/** Deductions, newest first: an admin sees all, every other caller their own. */
export async function listDeductions(ctx: Context, filter: DeductionFilter = {}): Promise<Page<DeductionRow>> {
  const conditions: SQL[] = [behind(filter, sql`d.created_at`, sql`d.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`d.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`d.affiliate_id = ${filter.affiliate_id}`)
  if (filter.commission_id) conditions.push(sql`d.commission_id = ${filter.commission_id}`)
  if (filter.payout_id) conditions.push(sql`d.payout_id = ${filter.payout_id}`)
  const { rows } = await ctx.db.execute<DeductionRow & { key: string }>(sql`
    select ${selectOf(deductionRow, 'd')}, d.created_at as key from commission_deductions d where ${sql.join(conditions, sql` and `)}
    order by d.created_at desc, d.id desc limit ${limitOf(filter)}`)
  return pageOfKeyed(rows, filter)
}

/**
 * When the limit of a day lets the affiliate's next request for a payout through: a whole minute, ISO 8601, and in how many `seconds` that is; null if now.
 * Requests that were rejected, cancelled or could not be paid do not count, but for the wider limit of all requests. Counted by their rows: a refused request has used nothing up.
 */
export async function nextRequest({ db, now }: Context, affiliateId: string): Promise<{ at: string; seconds: number } | null> {
  const { rows } = await db.execute<{ at: string; seconds: number }>(sql`
    with mine as (select requested_at, status from affiliate_payouts where affiliate_id = ${affiliateId}),
    latest as (
      (select requested_at from mine where status = any(${`{${countedPayoutStatuses.join(',')}}`}::text[]) order by requested_at desc offset ${payoutsPerDay - 1} limit 1)
      union all (select requested_at from mine order by requested_at desc offset ${payoutTriesPerDay - 1} limit 1)
    ),
    next as (select date_trunc('minute', max(requested_at) + interval '1 day 1 minute') as at from latest)
    select ${isoText(sql`at`)} as at, extract(epoch from at - ${now})::float8 as seconds from next where at > ${now}`)
  return rows[0] ?? null
}
