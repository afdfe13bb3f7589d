import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { maskedAccount, type TransactionType } from '#domain/mpesa-accounts.ts'
import { tellOwners } from '#features/orders/mpesa-account/tell-owners.ts'
import { type PaidAttempt, putOnRefundList } from '#features/orders/payments/pay-order.ts'

/**
 * The shilling that tries an account has been paid: the account is in force from now on, in one transaction with its money, which goes back. One that was replaced
 * meanwhile, whose keys were erased, or whose owner is none any more, stays out of force.
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
export async function lockAccounts(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7214042)`)
}
