import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant, ksh } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import type { Debts } from '#domain/user-data.ts'
import { alikeAffiliate, alikeAffiliates } from '#features/affiliates/alike-affiliates.ts'

/** What a deleted account owes. Money in KSh, times in ISO 8601. It no longer names the person. */
export const debtRow = z.object({
  id: z.uuid(),
  made_at: instant.meta({ description: 'When the account was deleted' }),
  amount: ksh,
  attached_to: z
    .union([z.object({ id: z.uuid(), full_name: z.string(), affiliate_code: z.string().nullable() }), z.null()])
    .meta({ description: 'The affiliate whose balance it lessens now' }),
  attached_at: instant.nullable(),
  alike: z.array(alikeAffiliate).meta({
    description: 'While it is not attached: affiliates with an e-mail or number of that account. An owner decides whether it is one of them',
  }),
})
export type DebtRow = z.infer<typeof debtRow>

/**
 * What is still owed of a debt `d`: by the deleted account itself or, of a debt that was carried over, as far as that wallet is below zero. What a wallet has
 * earned against several debts pays off the oldest first.
 */
export const owedOf = sql`greatest(case when d.attached_to is null then -(select available from wallets where affiliate_id = d.profile_id)
  else least(d.carried, -(select available from wallets where affiliate_id = d.attached_to) - (select coalesce(sum(newer.carried), 0) from affiliate_debts newer
    where newer.attached_to = d.attached_to and (newer.made_at, newer.profile_id) > (d.made_at, d.profile_id))) end, 0)`

/**
 * The `from` clause and its first conditions: debts `d` with what is still `owed`, and the affiliate `p` whose wallet has a debt. A debt whose affiliate was
 * deleted too is listed under that account's own row.
 */
const stillOwed = sql`affiliate_debts d left join profiles p on p.id = d.attached_to cross join lateral (select ${owedOf} as owed) o where owed > 0 and p.deleted_at is null`

/** Their rows as a snapshot keeps them: `{ row: { id, made_at, amount, attached_to } }`. */
export const debtsKept = sql`
  select jsonb_build_object('id', d.profile_id, 'made_at', d.made_at, 'amount', owed, 'attached_to', d.attached_to) as row from ${stillOwed}`

/** How many debts are still owed, and their sum in KSh. */
export async function countDebts(ctx: Context): Promise<Debts> {
  requirePermission(ctx, 'pay_affiliates')
  const { rows } = await ctx.db.execute<{ debts: number; sum: number }>(
    sql`select count(*)::integer as debts, coalesce(sum(owed), 0)::float as sum from ${stillOwed}`,
  )
  return rows[0] as Debts
}

/** Debts that are still owed, newest first. */
export async function listDebts(ctx: Context, page: Paging = {}): Promise<Page<DebtRow>> {
  requirePermission(ctx, 'pay_affiliates')
  const { rows } = await ctx.db.execute<Omit<DebtRow, 'alike'> & { key: string }>(sql`
    select ${columns}, d.made_at as key
    from ${stillOwed} and ${behind(page, sql`d.made_at`, sql`d.profile_id`)} order by d.made_at desc, d.profile_id desc limit ${limitOf(page)}`)
  const alike = await alikeAffiliates(
    ctx,
    rows.map(({ id }) => id),
  )
  return pageOfKeyed(rows, page, (row) => ({ ...row, alike: alike.get(row.id) ?? [] }))
}

const columns = selectOf(debtRow.omit({ alike: true }), 'd', {
  id: sql`d.profile_id`,
  amount: sql`owed`,
  attached_to: sql`case when p.id is not null then json_build_object('id', p.id, 'full_name', p.full_name, 'affiliate_code', p.affiliate_code) end`,
})
