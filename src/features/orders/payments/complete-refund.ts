import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { emptyable, optionalWords, parseInput, phoneInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { violates } from '#db/errors.ts'
import { formatPhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { isCash } from '#domain/receipt-code.ts'
import { nextCashNumber, receiptOrCash, refuseKnownReceipt } from '#features/orders/payments/receipts.ts'

/** The receipt is that of the reversal or of the payment back, not of the payment itself. */
export const refundInput = receiptOrCash('Enter the M-Pesa code of the money that went back').safeExtend({
  note: optionalWords(500).optional().meta({ description: 'Such as who was spoken to' }),
  phone: emptyable(phoneInput).meta({ description: 'The number that the money went to, where M-Pesa hides the one that paid' }),
  reversed: z.boolean().optional().meta({ description: 'Instead of a number: the payment was reversed, which finds the payer' }),
})

/**
 * "Refund done": an admin has sent the money of a refund back and has its code, which counts once; what came in cash may also have gone back in cash. The refund
 * leaves the list; a second call with the same code, or in cash again, changes nothing more. A refund is put on the list by change-status.ts, when an order that was paid is cancelled, and by pay-order.ts, when money comes late or
 * twice, or for a cancelled order.
 */
export async function completeRefund(ctx: Context, id: string, sent: unknown): Promise<{ id: string; state: 'done'; receipt: string }> {
  requirePermission(ctx, 'take_payments')
  const { userId } = requireUser(ctx)
  const { receipt: typed, note, phone, reversed } = parseInput(refundInput, sent)
  if (!isUuid(id)) throw new Problem('refund_not_found')
  try {
    const receipt = await ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{
        state: string
        receipt: string | null
        order_id: string | null
        payment: string | null
        payer: string | null
      }>(sql`
        select r.state, r.receipt, r.order_id, a.receipt as payment, a.phone as payer from refunds r join payment_attempts a on a.id = r.attempt_id where r.id = ${id} for update of r`)
      const refund = rows[0]
      if (!refund) throw new Problem('refund_not_found')
      if (refund.state === 'done' && refund.receipt && (typed === undefined ? isCash(refund.receipt) : refund.receipt === typed))
        return refund.receipt
      if (refund.state === 'done') throw new Problem('refund_settled', { detail: refund.receipt ?? 'unknown' })
      if (typed === undefined && !isCash(refund.payment)) throw new Problem('bad_input', { fields: { receipt: cameByMpesa } })
      if (refund.payer === null && !phone && !reversed) throw new Problem('bad_input', { fields: { phone: numberHidden } })
      const receipt = typed ?? (await nextCashNumber(tx))
      await refuseKnownReceipt(tx, receipt)
      const about = [phone && `To ${formatPhone(phone)}`, note].filter(Boolean).join('. ')
      await tx.execute(sql`
        update refunds set state = 'done', receipt = ${receipt}, note = ${about || null}, processed_at = ${ctx.now}, processed_by = ${userId}::uuid where id = ${id}`)
      await writeAudit(tx, ctx, {
        action: 'refund done',
        table: 'refunds',
        id,
        before: { state: refund.state },
        after: { state: 'done', receipt, order_id: refund.order_id },
      })
      return receipt
    })
    return { id, state: 'done', receipt }
  } catch (error) {
    if (violates(error, 'refunds_receipt_key')) throw new Problem('receipt_used')
    throw error
  }
}

const numberHidden = 'M-Pesa hides the number that paid. Enter the number the money went to, or tick that you reversed the payment.'
const cameByMpesa = 'This money came by M-Pesa, and goes back there. Enter the code of that.'
