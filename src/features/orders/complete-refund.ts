import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requirePermission, requireUser } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { optionalWords, parseInput } from '#features/input.ts'
import { refuseKnownReceipt } from '#features/refuse-known-receipt.ts'
import { writeAudit } from '#features/write-audit.ts'

export const refundInput = z.object({
  receipt: z
    .string('Enter the M-Pesa code of the money that went back.')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{6,20}$/, 'Enter the M-Pesa code of the money that went back, such as QKJ4XT81ZP.')
    .meta({ description: 'The code of the reversal or of the payment back, not of the payment itself' }),
  note: optionalWords(500).optional().meta({ description: 'Such as who was spoken to' }),
})

/**
 * "Refund done": an admin has sent the money of a refund back and has its code, which counts once. The refund leaves the list; a second call with the same code
 * changes nothing more. A refund is put on the list by change-status.ts, when an order that was paid is cancelled, and by pay-order.ts, when money comes late or
 * twice, or for a cancelled order. Problems: signed_out, forbidden, bad_input, refund_not_found, refund_settled, receipt_used.
 */
export async function completeRefund(ctx: Context, id: string, sent: unknown): Promise<{ id: string; state: 'done'; receipt: string }> {
  requirePermission(ctx, 'take_payments')
  const { userId } = requireUser(ctx)
  const { receipt, note } = parseInput(refundInput, sent)
  if (!isUuid(id)) throw new Problem('refund_not_found')
  try {
    await ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ state: string; receipt: string | null; order_id: string | null }>(
        sql`select state, receipt, order_id from refunds where id = ${id} for update`,
      )
      const refund = rows[0]
      if (!refund) throw new Problem('refund_not_found')
      if (refund.state === 'done' && refund.receipt === receipt) return
      if (refund.state === 'done') throw new Problem('refund_settled', { detail: refund.receipt ?? 'unknown' })
      await refuseKnownReceipt(tx, receipt)
      await tx.execute(sql`
        update refunds set state = 'done', receipt = ${receipt}, note = ${note || null}, processed_at = ${ctx.now}, processed_by = ${userId}::uuid where id = ${id}`)
      await writeAudit(tx, ctx, {
        action: 'refund done',
        table: 'refunds',
        id,
        before: { state: refund.state },
        after: { state: 'done', receipt, order_id: refund.order_id },
      })
    })
  } catch (error) {
    if (violates(error, 'refunds_receipt_key')) throw new Problem('receipt_used')
    throw error
  }
  return { id, state: 'done', receipt }
}
