import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { codeInput, parseInput, passwordInput } from '#core/input.ts'
import { liftTimeLimits, retryTransient } from '#core/transactions.ts'
import { violates } from '#db/errors.ts'
import { systemReasons } from '#domain/commission.ts'
import { type Cents, formatMoney, fromShillings, toShillings } from '#domain/money.ts'
import { payoutMinimum } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { accountDeletedEmail } from '#features/mail/templates/account-emails.ts'
import { anonymiseOrders, anonymiseSnapshots, forgetAffiliateCopies, forgetBrowsers } from '#features/people/anonymise.ts'
import { type CheckedPassword, lockPassword } from '#features/people/passwords.ts'
import { forgetPushDevices } from '#features/people/push-devices.ts'
import { type Proof, proofAsked, requireIdentity } from '#features/people/require-identity.ts'
import { clearDeviceCookie, clearSessionCookie } from '#features/people/sessions.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** An account is being deleted: its profile is locked, and nothing of it is erased yet. */
    accountDeleted(ctx: Context, userId: string): Promise<void>
  }
}

export const deletionInput = z.object({
  password: passwordInput,
  code: codeInput.optional().meta({ description: 'Of the second factor, where there is one' }),
  forfeit: z
    .number('Enter a sum in KSh.')
    .min(0, 'Enter a sum in KSh.')
    .max(1_000_000_000, 'Enter a sum in KSh.')
    .optional()
    .meta({ description: 'KSh that you know you give up: pending commissions, and what is left in the wallet. Needed where there are any' }),
})

/** The money that an affiliate loses, or still owes, by deleting the account. */
export interface DeletionTerms {
  /** Given up: pending commissions, and the rest of the wallet. */
  forfeit: Cents
  /** Still owed: money that was paid out and taken back afterwards. */
  owed: Cents
}

export async function getDeletionTerms(ctx: Context): Promise<DeletionTerms> {
  return termsOf(await readWallet(ctx, requireSession(ctx).userId))
}

/** Field -> what to do about it, for every missing input of deleting the caller's account. `forfeit` is in KSh. */
export async function missingToDelete(ctx: Context, { password, code, forfeit = 0 }: Proof & { forfeit?: number }): Promise<Record<string, string>> {
  const [terms, asked] = [await getDeletionTerms(ctx), await proofAsked(ctx)]
  return {
    ...(forfeit < toShillings(terms.forfeit) && { forfeit: confirmForfeit(terms.forfeit) }),
    ...(!password && { password: asked.password }),
    ...(asked.code && !code && { code: asked.code }),
  }
}

const confirmForfeit = (forfeit: Cents) => `Confirm that you give up ${formatMoney(forfeit)}.`

/**
 * Deletes the caller's own account, at once and for good: how to sign in, sessions, letters, profile. Orders, commissions and payouts stay in the books,
 * without a name; pending commissions are rejected, once `forfeit` has named the amount given up; an order on its way keeps the facts needed to deliver it
 * until it has arrived (job `anonymise orders`), and the copy of a cleared one keeps none.
 */
export async function deleteAccount(ctx: Context, sent: unknown): Promise<{ cookies: string[] }> {
  const { password, code, forfeit = 0 } = parseInput(deletionInput, sent)
  const checked = await requireIdentity(ctx, { password, code })
  try {
    await retryTransient(() => ctx.db.transaction((tx) => erase({ ...ctx, db: tx }, checked, fromShillings(forfeit))))
  } catch (error) {
    throw violates(error, 'profiles_last_owner') ? new Problem('last_owner') : error
  }
  return { cookies: [...clearSessionCookie(ctx.services), clearDeviceCookie(ctx.services)] }
}

async function erase(ctx: Context, checked: CheckedPassword, confirmed: Cents) {
  const { userId } = checked
  // Snapshots are read through.
  await liftTimeLimits(ctx.db)
  await lockPassword(ctx, checked)
  await lockOrders(ctx, userId)
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from profiles p join auth.users u using (id) where p.id = ${userId} for update of p`)
  const [user] = rows
  if (!user) throw new Problem('session_missing')
  await refuseWhileBusy(ctx, userId)
  const wallet = await readWallet(ctx, userId)
  refuseWhilePayable(ctx, wallet)
  const { forfeit, owed } = termsOf(wallet)
  if (confirmed < forfeit) throw new Problem('bad_input', { fields: { forfeit: confirmForfeit(forfeit) } })
  await ctx.services.effects.accountDeleted(ctx, userId)
  await ctx.db.execute(sql`
    with people as (delete from auth.users where id = ${userId}), codes as (delete from auth.verifications where value = ${userId}),
      -- A payout that was made keeps to whom, as a payment does.
      payouts as (update affiliate_payouts set mpesa_phone_number = null, mpesa_full_name = null
        where affiliate_id = ${userId} and status in ('rejected', 'failed')),
      commissions as (update affiliate_commissions set status = 'rejected', reason = ${systemReasons.deleted}, rejected_at = ${ctx.now}, rejected_by = null
        where affiliate_id = ${userId} and status = 'pending'),
      carts as (delete from carts where user_id = ${userId}),
      alerts as (delete from alert_settings where user_id = ${userId}),
      drafts as (delete from order_drafts where user_id = ${userId}),
      letters as (delete from messages where (text is not null or body_deleted_at is not null) and (user_id = ${userId} or to_address = ${user.email})),
      invitations as (delete from staff_invitations where email = ${user.email}), asked as (delete from messages where id in (
        -- One that is just being written waits for us, and then finds no account.
        select id from messages where text is null and body_deleted_at is null and to_address = ${user.email} for update skip locked))
    update profiles set full_name = '', phone = null, address = null, affiliate_code = null, is_affiliate = false, role = null,
      affiliate_pause_reason = null,
      -- Dated by its turn: an approval that began later and came first is not dated later.
      deleted_at = greatest(${ctx.now}, (select max(approved_at) from affiliate_commissions where affiliate_id = ${userId}))
    where id = ${userId}`)
  await forgetPushDevices(ctx, userId)
  const whose = sql`o.user_id = ${userId}`
  await forgetBrowsers(ctx, whose)
  await anonymiseOrders(ctx, whose)
  await anonymiseSnapshots(ctx, sql`row ->> 'user_id' = ${userId}`)
  await forgetAffiliateCopies(ctx, userId)
  await queueMail(ctx, { to: user.email, userId: null, ...accountDeletedEmail({ shop: ctx.services.shop, name: user.name, forfeit, owed }) })
}

/**
 * Locks orders before people, like every transaction that locks both: an order that is just being paid is finished first, and this transaction then reads the
 * result.
 */
async function lockOrders({ db }: Context, userId: string) {
  await db.execute(sql`select from orders where user_id = ${userId} order by id for update`)
}

/** Money that is on its way has to arrive first: afterwards the shop could not tell whose money it is. */
async function refuseWhileBusy({ db }: Context, userId: string) {
  const { rows } = await db.execute<{ payment: boolean; refund: boolean; payout: boolean }>(sql`
    select exists (select from payment_attempts a join orders o on o.id = a.order_id where o.user_id = ${userId}
        and (a.state in ('created', 'accepted') or (a.state = 'unknown' and a.needs_review_at is null))) as payment,
      exists (select from refunds r join orders o on o.id = r.order_id where o.user_id = ${userId} and r.state = 'due') as refund,
      exists (select from affiliate_payouts where affiliate_id = ${userId} and status in ('pending', 'processing')) as payout`)
  const busy = rows[0] as (typeof rows)[number]
  if (busy.payment) throw new Problem('account_busy', { detail: 'A payment of yours is still open.' })
  if (busy.refund) throw new Problem('account_busy', { detail: 'We still owe you money for an order.' })
  if (busy.payout) throw new Problem('account_busy', { detail: 'A payout to you is still on its way.' })
}

interface Wallet {
  available: Cents
  pending: Cents
}

async function readWallet({ db }: Pick<Context, 'db'>, userId: string): Promise<Wallet> {
  const { rows } = await db.execute<Record<keyof Wallet, string>>(sql`select available, pending from wallets where affiliate_id = ${userId}`)
  const row = rows[0] as (typeof rows)[number]
  return { available: fromShillings(row.available), pending: fromShillings(row.pending) }
}

/** A balance that can still be paid out is not given up: it keeps the account (`refuseWhilePayable`). */
function termsOf({ available, pending }: Wallet): DeletionTerms {
  return { forfeit: pending + (available > 0 && available < payoutMinimum ? available : 0), owed: Math.max(-available, 0) }
}

/** A balance below M-Pesa's own minimum does not keep the account from being deleted. */
function refuseWhilePayable({ services }: Pick<Context, 'services'>, { available }: Wallet) {
  if (available < payoutMinimum) return
  const minimum = fromShillings(services.settings.values.payout_minimum)
  const way =
    available < minimum
      ? `a payout can be requested when it has reached ${formatMoney(minimum)}, our smallest one.`
      : 'request a payout in your wallet first.'
  throw new Problem('account_busy', { detail: `You still have ${formatMoney(available)} in your wallet: ${way}` })
}
