import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { leaseSeconds } from '#core/outbox.ts'
import { consume } from '#core/rate-limit.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { toGsm7 } from '#domain/message-texts.ts'
import { maskedAccount, type TransactionType, testsPerDay } from '#domain/mpesa-accounts.ts'
import { unsentPromptSeconds } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail, type ShortMessage, sendShort } from '#features/mail/message-queue.ts'
import { mpesaChangedEmail } from '#features/mail/templates/account-emails.ts'
import { sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { type AccountKeys, openKeys } from '#features/orders/mpesa-account/account-of.ts'
import {
  getMpesaAccount,
  type MpesaAccountState,
  mpesaAccountInput,
  type NewAccount,
  newAccount,
} from '#features/orders/mpesa-account/get-mpesa-account.ts'
import { type PaidAttempt, putOnRefundList } from '#features/orders/payments/pay-order.ts'
import { type CheckedPassword, lockPassword } from '#features/people/passwords.ts'
import { requireIdentity } from '#features/people/require-identity.ts'
import { hasBarredWord } from '#services/payments/mpesa/mpesa-environment.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * An owner enters an M-Pesa account, and a phone that pays KSh 1 with it: then it is in force (`passTest`). Until that the one of before stays. Keys that are left
 * empty are those of the last account that was entered. Where M-Pesa refuses at once, the answer names the part that is wrong.
 */
export async function tryMpesaAccount(ctx: Context, sent: unknown): Promise<MpesaAccountState> {
  requirePermission(ctx, 'manage_keys')
  refuseEnvironment(ctx)
  const input = parseInput(mpesaAccountInput, sent)
  const account = newAccount(input, await lastAccount(ctx))
  refuseAddress(ctx, account)
  await refuseSecondPrompt(ctx)
  const checked = await requireIdentity(ctx, input)
  await consume(ctx, 'mpesa_account', 'shop')
  const attemptId = await write(ctx, account, input.phone, checked)
  // The new account is known here before its prompt goes out; the other processes hear of it.
  await ctx.services.accounts.reload()
  await sendPrompt(ctx, attemptId)
  const state = await getMpesaAccount(ctx)
  if (state.tried?.state !== 'failed') return state
  const { faults, sentence } = state.tried
  throw new Problem('bad_input', { fields: Object.keys(faults).length > 0 ? faults : { phone: sentence } })
}

function refuseEnvironment({ services }: Context) {
  if (services.accounts.from !== 'environment') return
  const words = 'MPESA_SHORTCODE sets the account in the environment of the shop, and wins: change it there.'
  throw new Problem('bad_input', { fields: { shortcode: words } })
}

/** What this shop cannot reach, or M-Pesa would not call back. */
function refuseAddress({ services }: Context, { host }: NewAccount) {
  const { simulator, callbackBaseUrl } = services.accounts.addresses
  if (host === 'simulator') {
    if (simulator === null) throw new Problem('bad_input', { fields: { host: 'Only a demo has the simulator. Choose Safaricom.' } })
    return
  }
  if (!hasBarredWord(callbackBaseUrl)) return
  const words = `M-Pesa refuses the address of this shop, ${callbackBaseUrl}, for a word in it. Ask whoever runs the machine for another in MPESA_CALLBACK_BASE_URL.`
  throw new Problem('bad_input', { fields: { host: words } })
}

/** A second prompt would replace the account whose shilling is being paid. */
async function refuseSecondPrompt({ db, now }: Context) {
  const { rows } = await db.execute(sql`
    select from payment_attempts where source = 'test' and state in ('created', 'accepted', 'unknown') and created_at > ${now} - interval '2 minutes' limit 1`)
  if (rows.length === 0) return
  throw new Problem('bad_input', {
    fields: { phone: 'A prompt for KSh 1 is on its way: enter the PIN on that phone, or wait two minutes and try again.' },
  })
}

/** The last account whose keys are here and open. */
async function lastAccount({ db, services }: Context): Promise<{ certificate: string | null; keys: AccountKeys } | null> {
  const { rows } = await db.execute<{ keys: string; certificate: string | null }>(
    sql`select keys, certificate from mpesa_accounts where keys is not null order by created_at desc limit 1`,
  )
  const keys = rows[0] ? openKeys(services.secrets, rows[0].keys) : null
  return keys && { certificate: rows[0]?.certificate ?? null, keys }
}

/** Writes the account and the prompt that tries it; answers the id of the prompt. */
async function write(ctx: Context, account: NewAccount, phone: string, checked: CheckedPassword): Promise<string> {
  const [id, attemptId] = [randomUUID(), randomUUID()]
  const { transaction_type, shortcode, till, host, payout_shortcode, initiator_name, certificate, keys } = account
  const sealed = ctx.services.secrets.encrypt(JSON.stringify(keys))
  try {
    await ctx.db.transaction(async (tx) => {
      await lockPassword({ db: tx }, checked)
      await lockAccounts(tx)
      await tx.execute(sql`update mpesa_accounts set replaced_at = ${ctx.now} where in_force_at is null and replaced_at is null`)
      await tx.execute(sql`
        insert into mpesa_accounts (id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, certificate, keys, created_at, created_by)
        values (${id}, ${transaction_type}, ${shortcode}, ${till}, ${host}, ${payout_shortcode}, ${initiator_name}, ${certificate}, ${sealed}, ${ctx.now}, ${checked.userId})`)
      await tx.execute(sql`
        insert into payment_attempts (id, source, phone, amount, account_id, created_at, next_check_at)
        values (${attemptId}, 'test', ${phone}, 1, ${id}, ${ctx.now}, ${ctx.now} + make_interval(secs => ${unsentPromptSeconds}))`)
      await writeAudit(tx, ctx, {
        action: 'M-Pesa account tried',
        table: 'mpesa_accounts',
        id,
        after: { account: maskedAccount(account), host, phone },
      })
    })
  } catch (error) {
    if (!violates(error, 'payment_attempts_test_limit')) throw error
    const words = `${testsPerDay} prompts went out in the last 24 hours, which is all that M-Pesa accounts may be tried. Wait until the first is a day old.`
    throw new Problem('bad_input', { fields: { phone: words } })
  }
  return attemptId
}

/**
 * The shilling that tries an account has been paid: the account is in force from now on, in one transaction with its money, which goes back. One that was replaced
 * meanwhile, whose keys were erased, or whose owner is no owner any more, stays out of force.
 */
export async function passTest(tx: Database, ctx: Context, attempt: PaidAttempt, accountId: string): Promise<void> {
  await putOnRefundList(tx, ctx, null, attempt, 'account_test')
  await lockAccounts(tx)
  const { rows } = await tx.execute<ChangedAccount>(sql`
    select id, transaction_type, shortcode, till, created_by, in_force_at is not null as is_in_force from mpesa_accounts
    where replaced_at is null and (in_force_at is not null or (id = ${accountId} and keys is not null
      and exists (select from profiles p where p.id = created_by and p.role = 'owner' and p.deleted_at is null))) for update`)
  const after = rows.find((row) => row.id === accountId && !row.is_in_force)
  const before = rows.find((row) => row.is_in_force) ?? null
  if (!after) return
  if (before) await tx.execute(sql`update mpesa_accounts set replaced_at = ${ctx.now} where id = ${before.id}`)
  await tx.execute(sql`update mpesa_accounts set in_force_at = ${ctx.now} where id = ${accountId}`)
  await writeAudit(
    tx,
    { ...ctx, actor: { ...ctx.actor, userId: after.created_by } },
    {
      action: 'M-Pesa account changed',
      table: 'mpesa_accounts',
      id: accountId,
      before: before && { account: maskedAccount(before) },
      after: { account: maskedAccount(after) },
    },
  )
  await tellOwners({ ...ctx, db: tx }, before && maskedAccount(before), maskedAccount(after))
  ctx.log.warn({ account: accountId, before: before?.id ?? null }, 'another M-Pesa account is in force')
}

interface ChangedAccount extends Record<string, unknown> {
  id: string
  transaction_type: TransactionType
  shortcode: string
  till: string | null
  created_by: string | null
  is_in_force: boolean
}

/** One change of the accounts at a time; the trigger that counts tests takes the same lock. */
async function lockAccounts(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7214042)`)
}

/** Tells every owner, by letter and by short message, that the shop's money goes to another account; both are masked. Runs in the transaction of the change. */
async function tellOwners(ctx: Context, before: string | null, after: string): Promise<void> {
  const { shop, sms } = ctx.services
  const { rows } = await ctx.db.execute<{ id: string; name: string; email: string; phone: string | null }>(sql`
    select p.id, p.full_name as name, u.email, p.phone from profiles p join auth.users u on u.id = p.id where p.role = 'owner' order by p.id`)
  const change = before === null ? `to ${after}` : `from ${before} to ${after}`
  const text = `${toGsm7(shop.name).slice(0, 30)}: buyers' money now goes ${change} (M-Pesa). Not you or yours? Change your password now: ${shop.origin}`
  for (const { id, name, email, phone } of rows) {
    await queueMail(ctx, { to: email, userId: id, ...mpesaChangedEmail({ shop, name, before, after }) })
    if (sms !== null && phone !== null)
      await ctx.db.execute(sql`
        insert into messages (kind, way, user_id, text, next_at, created_at) values ('mpesa-changed', 'sms', ${id}, ${text}, ${ctx.now}, ${ctx.now})`)
  }
}

/** Sends the short messages to owners, to the number that each has at that moment. Returns how many were sent. */
export function sendOwnerMessages(ctx: Context): Promise<number> {
  return sendShort(ctx, 'message to an owner', async ({ db, now }) => {
    const { rows } = await db.execute<ShortMessage>(sql`
      update messages m set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
      where id = any(array(select id from messages where way = 'sms' and kind = 'mpesa-changed' and state = 'due' and next_at <= ${now}
        order by next_at limit ${messagesAtOnce} for update skip locked))
      returning id, kind, tries, (select p.phone from profiles p where p.id = m.user_id) as phone, text, null::text as why`)
    return rows
  })
}
