import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { formatMoney, fromShillings } from '#domain/money.ts'
import { payoutMinimum } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { read } from '#features/input.ts'
import { accountDeletedLetter } from '#features/mail/letters/account-deleted.ts'
import { queueMail } from '#features/mail/queue-mail.ts'
import { anonymiseOrders } from '#features/people/anonymise.ts'
import { forgottenDevice } from '#features/people/device-cookie.ts'
import { passwordInput } from '#features/people/person-input.ts'
import { type CheckedPassword, lockPassword, requirePassword } from '#features/people/require-password.ts'
import { forgottenSession } from '#features/people/session-token.ts'

export const deletionInput = z.object({ password: passwordInput })

/**
 * Deletes the account of whoever asks, at once and for good: how to sign in, sessions, letters, profile. Orders, commissions and payouts stay in the
 * books, under nobody's name; an order on its way keeps what is needed to bring it until it has arrived (job `anonymise orders`).
 * Problems: session_missing, bad_input, wrong_password, account_busy, last_admin, too_many.
 */
export async function deleteAccount(ctx: Context, sent: unknown): Promise<{ cookies: string[] }> {
  const checked = await requirePassword(ctx, read(deletionInput, sent).password)
  try {
    await ctx.db.transaction((tx) => erase({ ...ctx, db: tx }, checked))
  } catch (error) {
    throw violates(error, 'profiles_last_admin') ? new Problem('last_admin') : error
  }
  return { cookies: [...forgottenSession(ctx.services), forgottenDevice(ctx.services)] }
}

async function erase(ctx: Context, checked: CheckedPassword) {
  const { userId } = checked
  await lockPassword(ctx, checked)
  await lockOrders(ctx, userId)
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from profiles p join auth.users u using (id) where p.id = ${userId} for update of p`)
  const [user] = rows
  if (!user) throw new Problem('session_missing')
  await refuseWhileBusy(ctx, userId)
  await ctx.db.execute(sql`
    with people as (delete from auth.users where id = ${userId}), codes as (delete from auth.verifications where value = ${userId}),
      -- A payout that was made keeps to whom, as a payment does.
      payouts as (update affiliate_payouts set mpesa_phone_number = null, mpesa_full_name = null
        where affiliate_id = ${userId} and status in ('rejected', 'failed')),
      carts as (delete from carts where user_id = ${userId}),
      letters as (delete from mails where user_id = ${userId} or to_address = ${user.email}), asked as (delete from auth.letter_requests where id in (
        -- One that is just being answered waits for us, and then finds nobody.
        select id from auth.letter_requests where email = ${user.email} for update skip locked))
    update profiles set full_name = '', phone = null, address = null, affiliate_code = null, is_affiliate = false, is_admin = false,
      affiliate_pause_reason = null, deleted_at = ${ctx.now}
    where id = ${userId}`)
  await anonymiseOrders(ctx, sql`p.id = ${userId}`)
  await queueMail(ctx, { to: user.email, userId: null, ...accountDeletedLetter({ shop: ctx.services.shop, name: user.name }) })
}

/** Orders before people, as everybody locks who touches both: an order that is just being paid ends first, and then is seen as it is. */
async function lockOrders({ db }: Context, userId: string) {
  await db.execute(sql`select from orders where user_id = ${userId} order by id for update`)
}

/** Money that is on its way has to arrive first: afterwards nobody could say whose it is. */
async function refuseWhileBusy({ db, services }: Context, userId: string) {
  const { rows } = await db.execute<{ payment: boolean; refund: boolean; payout: boolean; balance: string }>(sql`
    select exists (select from payment_attempts a join orders o on o.id = a.order_id where o.user_id = ${userId}
        and (a.state in ('created', 'accepted') or (a.state = 'unknown' and a.needs_review_at is null))) as payment,
      exists (select from refunds r join orders o on o.id = r.order_id where o.user_id = ${userId} and r.state = 'due') as refund,
      exists (select from affiliate_payouts where affiliate_id = ${userId} and status in ('pending', 'processing')) as payout,
      (select available from wallets where affiliate_id = ${userId}) as balance`)
  const busy = rows[0] as (typeof rows)[number]
  if (busy.payment) throw new Problem('account_busy', { detail: 'A payment of yours is still open.' })
  if (busy.refund) throw new Problem('account_busy', { detail: 'We still owe you money for an order.' })
  if (busy.payout) throw new Problem('account_busy', { detail: 'A payout to you is still on its way.' })
  const left = fromShillings(busy.balance)
  // Less than M-Pesa pays out at all keeps nobody here.
  if (left < payoutMinimum) return
  const way =
    left < services.affiliates.payoutMinimum
      ? `a payout can be requested when it has reached ${formatMoney(services.affiliates.payoutMinimum)}, our smallest one.`
      : 'request a payout in your wallet first.'
  throw new Problem('account_busy', { detail: `You still have ${formatMoney(left)} in your wallet: ${way}` })
}
