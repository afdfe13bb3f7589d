import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { mpesaReceipt } from '#domain/receipt-code.ts'

/**
 * Refuses a receipt that the shop knows already, before an admin's receipt is written down: each code of M-Pesa is one movement of money, a payment, a refund
 * or a payout. It does not matter which of them is being written: within its own table the receipt is unique besides. An admin who writes the same code in
 * another of these forms at the same moment is refused, and does not wait: the two forms take their locks in different orders. `ofPayout` is the payout
 * that is being written: a code that could not be recorded for it before may be now.
 */
export async function refuseKnownReceipt(tx: Database, receipt: string, ofPayout: string | null = null): Promise<void> {
  const { rows: lock } = await tx.execute<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${receipt}, 7214015)) as is_mine`,
  )
  if (!lock[0]?.is_mine) throw new Problem('receipt_used')
  const { rows } = await tx.execute(sql`
    select from payment_attempts where receipt = ${receipt}
    union all select from refunds where receipt = ${receipt}
    union all select from affiliate_payouts where receipt = ${receipt}
    union all select from affiliate_payouts where unrecorded_payment_at is not null and ${receipt} = any(unrecorded_receipts) and id is distinct from ${ofPayout}::uuid`)
  if (rows.length > 0) throw new Problem('receipt_used')
}

/** Whether a refund or a payout has the receipt that a payment comes with. An admin who is writing it down at the same moment comes first. */
export async function isReceiptOfOutgoing(tx: Database, receipt: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${receipt}, 7214015))`)
  const { rows } = await tx.execute<{ is_known: boolean }>(sql`select ${outgoing(sql`${receipt}`)} as is_known`)
  return rows[0]?.is_known ?? false
}

/** SQL: the same without waiting: false only where no row has it and no transaction is writing it. */
export function mayBeOutgoing(receipt: SQL): SQL {
  return sql`(not pg_try_advisory_xact_lock(hashtextextended(${receipt}, 7214015)) or ${outgoing(receipt)})`
}

/** Also as one that could not be recorded, because its payout's money was gone. Not `exists`: for many receipts PostgreSQL would make a hash of the whole table. */
function outgoing(receipt: SQL): SQL {
  return sql`(coalesce((select true from refunds where receipt = ${receipt}), (select true from affiliate_payouts where receipt = ${receipt}), false)
    or exists (select from affiliate_payouts where unrecorded_payment_at is not null and ${receipt} = any(unrecorded_receipts)))`
}

/** A receipt of M-Pesa that a person types. `hint` says what to enter: `Enter the M-Pesa receipt code`. */
export function typedReceipt(hint: string) {
  return z.string(`${hint}.`).trim().toUpperCase().regex(mpesaReceipt, `${hint}: 10 letters and figures, such as QKJ4XT81ZP.`)
}

export const emptyForCash = 'Leave this empty if it was cash.'

/** Either such a receipt or `cash`. */
export function receiptOrCash(hint: string) {
  const cash = z.boolean().optional().meta({ description: 'Instead of a receipt: it was cash, and the shop numbers it, such as `CASH-12`' })
  return z
    .object({ receipt: typedReceipt(hint).optional(), cash })
    .refine(({ receipt, cash }) => cash || receipt !== undefined, { path: ['receipt'], error: `${hint}.` })
    .refine(({ receipt, cash }) => !cash || receipt === undefined, { path: ['receipt'], error: emptyForCash })
}

/** The number of money in cash; each is given once, and one whose transaction fails to no money. */
export async function nextCashNumber(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(sql`select 'CASH-' || nextval('cash_numbers') as number`)
  return rows[0]?.number as string
}
