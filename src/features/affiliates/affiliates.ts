import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { exampleId, operation, withFields } from '#core/operation.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { holding, holdingPhone } from '#core/search-text.ts'
import { instant, ksh, selectOf } from '#core/select-of.ts'
import { writeChange } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { assignDebt, writeOffDebt } from '#features/affiliates/debts.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { walletAmounts, walletColumns } from '#features/affiliates/wallet/balance.ts'
import { isReferral } from '#features/orders/referral-facts.ts'

const { available_balance, total_earned, ...otherAmounts } = walletAmounts.shape

/** An affiliate as Affiliate Management shows them (spec §2). Money in KSh; the balance may be negative after a clawback. */
export const affiliateRow = z.object({
  id: z.uuid(),
  full_name: z.string(),
  phone: z.string().nullable(),
  affiliate_code: z.string(),
  is_paused: z.boolean(),
  pause_reason: z.string().nullable().meta({ description: 'Why, if somebody wrote it down' }),
  /** When the account was opened. */
  created_at: instant,
  total_clicks: z.int(),
  referral_orders: z.int().meta({ description: 'Paid, by another person, and not cancelled' }),
  available_balance,
  total_earned,
  taken_back: ksh,
  ...otherAmounts,
})
export type AffiliateRow = z.infer<typeof affiliateRow>

export interface AffiliateFilter extends Paging {
  /** Part of a name or a code, or a phone number. */
  search?: string | undefined
  is_paused?: boolean | undefined
}

/** Affiliates with their figures, newest first. */
export async function listAffiliates(ctx: Context, filter: AffiliateFilter = {}): Promise<Page<AffiliateRow>> {
  requirePermission(ctx, 'pay_affiliates')
  const conditions: SQL[] = [sql`p.is_affiliate and p.affiliate_code is not null`, behind(filter, sql`p.created_at`, sql`p.id`)]
  const wanted = holding(filter.search)
  if (wanted) conditions.push(sql`(p.full_name ilike ${wanted} or p.affiliate_code ilike ${wanted} or p.phone like ${holdingPhone(filter.search)})`)
  if (filter.is_paused !== undefined) conditions.push(sql`(p.affiliate_paused_at is not null) = ${filter.is_paused}`)
  // The figures are counted only for the rows of this page.
  const { rows } = await ctx.db.execute<AffiliateRow & { key: string }>(sql`
    with page as materialized (
      select p.*, p.affiliate_paused_at is not null as is_paused, p.affiliate_pause_reason as pause_reason
      from profiles p where ${sql.join(conditions, sql` and `)} order by p.created_at desc, p.id desc limit ${limitOf(filter)}
    )
    select ${columns}, page.created_at as key
    from page cross join lateral (select * from wallets where affiliate_id = page.id) w order by page.created_at desc, page.id desc`)
  return pageOfKeyed(rows, filter)
}

const columns = selectOf(affiliateRow, 'page', {
  total_clicks: sql`(select count(*) from affiliate_clicks k where k.affiliate_id = page.id)`,
  referral_orders: sql`(select count(*) from orders o left join affiliate_commissions c on c.order_id = o.id
    where o.affiliate_id = page.id and ${isReferral})`,
  taken_back: sql`w.clawed_back`,
  ...walletColumns,
})

const pauseInput = z.object({
  reason: optionalWords(500).optional().meta({ description: 'Why; the affiliate reads it. Needed to pause somebody who is not paused yet' }),
})

/**
 * A paused affiliate's links count nothing; earned money stays, and can be paid out. One e-mail gives the affiliate the reason, and another says when the pause
 * is over. A repeated request changes nothing except the reason.
 */
export async function pauseAffiliate(ctx: Context, id: string, isPaused: boolean, sent: unknown = {}): Promise<void> {
  requirePermission(ctx, 'pay_affiliates')
  const { reason } = parseInput(pauseInput, sent)
  if (!isUuid(id)) throw new Problem('affiliate_not_found')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paused: boolean; reason: string | null }>(sql`
      select affiliate_paused_at is not null as paused, affiliate_pause_reason as reason from profiles where id = ${id} and is_affiliate for no key update`)
    const [before] = rows
    if (!before) throw new Problem('affiliate_not_found')
    if (isPaused && !before.paused && !reason) throw new Problem('bad_input', { fields: { reason: 'Write why: the affiliate reads it.' } })
    const after = { paused: isPaused, reason: isPaused ? reason || before.reason : null }
    await tx.execute(sql`
      update profiles set affiliate_paused_at = case when ${isPaused} then coalesce(affiliate_paused_at, ${ctx.now}) end, affiliate_pause_reason = ${after.reason}
      where id = ${id}`)
    await writeChange(tx, ctx, { action: isPaused ? 'affiliate paused' : 'affiliate resumed', table: 'profiles', id, before, after })
    if (isPaused && after.reason && after.reason !== before.reason)
      await tellAffiliate({ ...ctx, db: tx }, id, 'affiliate_paused', { reason: after.reason })
    else if (!isPaused && before.paused) await tellAffiliate({ ...ctx, db: tx }, id, 'affiliate_resumed', {})
  })
}

const affiliate_id = z.string('Say which affiliate.').meta({ format: 'uuid' })
const debt_id = z.string('Say which debt.').meta({ format: 'uuid' })

/** The call, whose two answers are a form each in the panel. */
const pausing = operation({
  ...{ may: 'pay_affiliates', call: 'POST /functions/pause-affiliate', summary: 'Pause an affiliate, or let them go on' },
  description: 'A paused affiliate’s links bring nobody; what was earned stays, and can be paid out. They are notified by e-mail.',
  input: z.object({ affiliate_id, paused: z.boolean('Write true or false.'), ...pauseInput.shape }),
  ...{ said: 'They are paused, or not', problems: ['affiliate_not_found'] },
  example: { affiliate_id: exampleId, paused: true, reason: 'Clicks that no people made' },
  run: (ctx, { affiliate_id, paused, reason }) => pauseAffiliate(ctx, affiliate_id, paused, { reason }),
})

/** What admins do with affiliates, under the names of domain/affiliate-acts.ts. */
export const affiliateOperations = {
  pausing,
  pause: withFields(pausing, { paused: true }),
  resume: withFields(pausing, { paused: false }),
}

/** And with the debts of deleted accounts. */
export const debtOperations = {
  attach: operation({
    ...{ may: 'settle_debts', call: 'POST /functions/assign-debt', summary: 'Attach the debt of a deleted account to an affiliate' },
    description: 'To one of those that the debt lists as alike, for good: the debt is taken off what they earn, and they are notified by e-mail.',
    input: z.object({ debt_id, affiliate_id: z.uuid('Say which affiliate.') }),
    ...{ said: 'It is attached', example: { debt_id: exampleId, affiliate_id: exampleId } },
    problems: ['debt_not_found', 'debt_not_alike'],
    run: (ctx, { debt_id, affiliate_id }) => assignDebt(ctx, debt_id, affiliate_id),
  }),
  'write-off': operation({
    ...{ may: 'settle_debts', call: 'POST /functions/write-off-debt', summary: 'Write off what a deleted account still owes' },
    description: 'Done twice it is done.',
    ...{ input: z.object({ debt_id }), example: { debt_id: exampleId }, problems: ['debt_not_found'] },
    said: 'It is owed no more',
    output: { amount: z.number().meta({ description: 'KSh that were written off' }) },
    run: async (ctx, { debt_id }) => ({ amount: await writeOffDebt(ctx, debt_id) }),
  }),
}
