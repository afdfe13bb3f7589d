import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'

/**
 * Before an admin's word of a receipt is written down: each code of M-Pesa is one movement of money, a payment, a refund or a payout. Which of them is being
 * written does not matter: within its own table the receipt is unique besides. Problems: receipt_used.
 */
export async function refuseKnownReceipt(db: Database, receipt: string): Promise<void> {
  const { rows } = await db.execute(sql`
    select from payment_attempts where receipt = ${receipt}
    union all select from refunds where receipt = ${receipt}
    union all select from affiliate_payouts where receipt = ${receipt}`)
  if (rows.length > 0) throw new Problem('receipt_used')
}
