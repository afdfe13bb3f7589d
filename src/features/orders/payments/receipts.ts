import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { mpesaReceipt } from '#domain/receipt-code.ts'

/** Whether a row could not be written because its code is that of another movement of money, or is being written by somebody else at this moment (table `receipts`). */
export function isBookedReceipt(error: unknown): boolean {
  return violates(error, 'receipts_pkey')
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
