import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant, ksh, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { fromShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import type { Debts } from '#domain/user-data.ts'
import { alikeAffiliate, alikeAffiliates, lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'

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

/**
 * Attaches the debts of deleted accounts that had proved the affiliate's proved e-mail; the affiliate learns of them only now (decisions, By what a debt is
 * known). A debt is attached once. What is alike otherwise is an owner's decision (assign-debt.ts).
 */
export async function attachDebts(ctx: Context, userId: string): Promise<void> {
  const { rows: known } = await ctx.db.execute<{ email: string }>(sql`
    select u.email from auth.users u join profiles p using (id) where p.id = ${userId} and p.is_affiliate and u.email_verified`)
  if (!known[0]) return
  const { email } = known[0]
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const debts = await lockDebts(inside, email)
    // The account may have been deleted while this waited.
    if (debts.length > 0 && (await lockAffiliate(tx, userId))?.isAffiliate) await attachLocked(inside, debts, userId)
  })
}

/** Locks the deleted accounts with a debt that had proved this e-mail, and returns their ids: before the affiliate is locked. */
async function lockDebts({ db, services: { secrets } }: Context, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select profile_id as id from affiliate_debt_hashes
    where proved and hash in (${secrets.debtHash(email)}, ${secrets.previous?.debtHash(email) ?? null}) order by 1`)
  for (const { id } of rows) await lockAffiliate(db, id)
  return rows.map(({ id }) => id)
}

/** Attaches locked debts to a locked affiliate, in the transaction of the locks; those that found another one meanwhile stay there. */
async function attachLocked(ctx: Context, debts: string[], userId: string): Promise<void> {
  for (const debt of debts) {
    await ctx.db.execute(sql`
      update affiliate_debts set attached_to = ${userId}, attached_at = ${ctx.now} where profile_id = ${debt} and attached_to is null`)
    await ctx.db.execute(sql`delete from affiliate_debt_hashes where profile_id = ${debt}`)
    await carryDebt(ctx, debt)
  }
}

/**
 * Brings a debt that has found its affiliate in line with the wallet of the deleted account: the affiliate owes exactly what that wallet owes. Runs in the
 * transaction that changed that wallet, and may run any number of times. The deleted account is locked before the affiliate, in the order of all locks.
 */
export async function carryDebt(ctx: Context, profileId: string): Promise<void> {
  await lockAffiliate(ctx.db, profileId)
  const { rows } = await ctx.db.execute<{ attached_to: string; moved: string }>(sql`
    with due as (
      select d.profile_id, d.carried, greatest(d.carried - w.available, 0) as owed
      from affiliate_debts d join wallets w on w.affiliate_id = d.profile_id where d.profile_id = ${profileId} and d.attached_to is not null
    )
    update affiliate_debts d set carried = due.owed from due where d.profile_id = due.profile_id and due.owed <> due.carried
    returning d.attached_to, due.owed - due.carried as moved`)
  const [row] = rows
  if (!row) return
  const amount = fromShillings(row.moved)
  if (amount > 0) {
    await tellAffiliate(ctx, row.attached_to, 'debt_carried_over', { amount })
    await giveBackPending(ctx, row.attached_to)
  }
  // That account may be deleted as well, and its debt attached to the next one.
  await carryDebt(ctx, row.attached_to)
}

/** Rejects a pending payout that the balance no longer covers, unless it may have been paid by hand already. */
async function giveBackPending(ctx: Context, affiliateId: string) {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select o.id from affiliate_payouts o join wallets w using (affiliate_id)
    where o.affiliate_id = ${affiliateId} and o.status = 'pending' and o.unrecorded_payment_at is null and o.exported_at is null and w.available < 0`)
  const pending = rows[0] && (await lockPayout(ctx.db, rows[0].id))
  // An admin may have exported it for payment by hand since it was read.
  if (pending?.status === 'pending' && !pending.isExported && !pending.hasUnrecordedPayment)
    await reversePayout(ctx, pending, { to: 'rejected', reason: 'Your balance does not cover it any more', by: null })
}

/**
 * An owner decides that an affiliate who is like a deleted account is the same person: its debt is attached to them for good, and they are told. Pressed again
 * it changes nothing.
 */
export async function assignDebt(ctx: Context, id: string, affiliateId: string): Promise<void> {
  requirePermission(ctx, 'settle_debts')
  if (!isUuid(id)) throw new Problem('debt_not_found')
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockAffiliate(tx, id)
    const { rows } = await tx.execute<{ attached_to: string | null }>(sql`select attached_to from affiliate_debts where profile_id = ${id}`)
    if (!rows[0]) throw new Problem('debt_not_found')
    if (rows[0].attached_to === affiliateId) return
    const isAlike = (await alikeAffiliates(inside, [id])).get(id)?.some((each) => each.id === affiliateId)
    if (!isAlike || !(await lockAffiliate(tx, affiliateId))?.isAffiliate) throw new Problem('debt_not_alike')
    await attachLocked(inside, [id], affiliateId)
    await writeAudit(tx, ctx, { action: 'debt attached', table: 'affiliate_debts', id, after: { attached_to: affiliateId } })
  })
}

/**
 * The shop writes off what a deleted account still owes; what its new wallet has already earned against the debt stays deducted. Returns the amount in KSh: 0
 * when the debt was written off before.
 */
export async function writeOffDebt(ctx: Context, id: string): Promise<number> {
  requirePermission(ctx, 'settle_debts')
  if (!isUuid(id)) throw new Problem('debt_not_found')
  return ctx.db.transaction(async (tx) => {
    await lockAffiliate(tx, id)
    const { rows } = await tx.execute<{ attached_to: string | null }>(sql`select attached_to from affiliate_debts where profile_id = ${id}`)
    if (!rows[0]) throw new Problem('debt_not_found')
    if (rows[0].attached_to) await lockAffiliate(tx, rows[0].attached_to)
    const { rows: written } = await tx.execute<{ amount: string }>(sql`
      with due as (select d.profile_id, ${owedOf} as owed from affiliate_debts d where d.profile_id = ${id})
      update affiliate_debts d set written_off = written_off + due.owed, carried = case when attached_to is null then 0 else carried - due.owed end
      from due where d.profile_id = due.profile_id and due.owed > 0 returning due.owed as amount`)
    const amount = Number(written[0]?.amount ?? 0)
    if (amount > 0)
      await writeAudit(tx, ctx, { action: 'debt written off', table: 'affiliate_debts', id, after: { amount, attached_to: rows[0].attached_to } })
    return amount
  })
}
