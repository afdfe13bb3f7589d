import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant, ksh } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { may } from '#domain/roles.ts'

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

export interface DeductionFilter extends Paging {
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
