import { namingActs } from '#domain/commission-acts.ts'
import { actionTo, orderActions } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { receiptLabel } from '#domain/receipt-code.ts'
import { orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { sendPromptsAgain } from '#features/checkout/send-prompts-again.ts'
import { agreeDelivery } from '#features/delivery/agree-delivery.ts'
import { assignOrders } from '#features/delivery/assign-orders.ts'
import { makeRiderDay, takeBackRider } from '#features/delivery/rider-days.ts'
import { askMpesa } from '#features/orders/ask-mpesa.ts'
import { changeOrders, type OrderOutcome } from '#features/orders/change-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { completeRefund } from '#features/orders/complete-refund.ts'
import { markPaymentReviewed } from '#features/orders/mark-payment-reviewed.ts'
import { packOrders } from '#features/orders/pack-orders.ts'
import { recordPayment } from '#features/orders/record-payment.ts'
import type { Settlement } from '#features/orders/settle-payment.ts'
import { writeNote } from '#features/orders/write-note.ts'
import { emptyForCash } from '#features/receipt-input.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { operationActs } from '#web/admin/operation-acts.ts'

/** The form actions of Order Management. Server only. */
export const orderActs: Record<string, Act> = {
  change: async (ctx, { id = '', status = '', reason, restock }) => {
    const { short_code, unchanged } = await changeStatus(ctx, id, {
      status,
      ...(reason !== undefined && { reason }),
      ...(restock !== undefined && { restock: restock === 'on' }),
    })
    return unchanged ? { title: 'Already cancelled', text: `Order ${short_code} stays as it was.` } : changed(status, short_code)
  },
  many: async (ctx, { ids = '', status = '' }) => manyChanged(await changeOrders(ctx, { ids: ids.split(' ').filter(Boolean), status })),
  pack: async (ctx, { ids = '', packed = '' }) => manyChanged(await packOrders(ctx, { ids: ids.split(' ').filter(Boolean), packed: packed !== '' })),
  prompt: async (ctx, { ids = '' }) => manyChanged(await sendPromptsAgain(ctx, { ids: ids.split(' ').filter(Boolean) })),
  assign: async (ctx, { ids = '', name, phone, rider_day_id, courier, parcel_number }) => {
    const rider = rider_day_id === 'new' ? await makeRiderDay(ctx, { name, phone }) : rider_day_id
    return manyChanged(await assignOrders(ctx, { ids: ids.split(' ').filter(Boolean), rider_day_id: rider, courier, parcel_number }))
  },
  rider: async (ctx, { name, phone }) => {
    await makeRiderDay(ctx, { name, phone })
    return { title: 'Rider of today', text: ctx.services.sms ? 'The link goes by SMS.' : 'Send the link by WhatsApp.' }
  },
  'take-back': async (ctx, { id }) => {
    await takeBackRider(ctx, { id })
    return { title: 'Link cancelled', text: 'The link no longer works.' }
  },
  'agree-delivery': async (ctx, { id = '', place, delivery_option_id, delivery_point }) => {
    await agreeDelivery(ctx, id, { place, delivery_option_id, delivery_point })
    return { title: 'Delivery agreed', text: 'The order can be shipped, and its page says how it comes.' }
  },
  ask: async (ctx, { id = '' }) => {
    const { answers } = await askMpesa(ctx, id)
    return { title: 'M-Pesa was asked', text: [...new Set(answers)].map((answer) => answerWords[answer]).join(' ') }
  },
  record: async (ctx, { id = '', ...sent }) => {
    const { mpesa_receipt_number } = await recordPayment(ctx, id, receiptOrCash(sent))
    return { title: 'Payment recorded', text: `${receiptLabel(mpesa_receipt_number)} ${mpesa_receipt_number}. The order is paid and ready to ship.` }
  },
  note: async (ctx, { id = '', note, replaces = '' }) => {
    const written = await writeNote(ctx, id, { note, replaces: replaces === '' ? null : Number(replaces) })
    return { title: written.note ? 'Note saved' : 'Note removed' }
  },
  ...operationActs('order', namingActs, orderCommissionOperations),
  'refund-done': async (ctx, { refund = '', note, phone, reversed, ...sent }) => {
    await completeRefund(ctx, refund, { ...receiptOrCash(sent), note, phone, reversed: reversed === 'on' })
    return { title: 'Refund done', text: 'It has left the list.' }
  },
  'looked-at': async (ctx, { attempt = '', note }) => {
    await markPaymentReviewed(ctx, attempt, { note })
    return { title: 'Removed from the list', text: 'What you found is in the audit log.' }
  },
}

/** A ticked box says that it was cash; the box above it is then empty, whatever is wrong with what is in it. */
function receiptOrCash({ receipt, cash }: Record<string, string>) {
  if (cash !== 'on') return { receipt }
  if (receipt) throw new Problem('bad_input', { fields: { receipt: emptyForCash } })
  return { cash: true }
}

/** The toast of spec §8 with the order's code. */
function changed(status: string, code: string): ActionToast {
  const action = actionTo(status)
  const title = 'Order updated'
  const text = action === null ? title : orderActions[action].done
  return { title, text: text === title ? `Order ${code}.` : `${text} Order ${code}.` }
}

function manyChanged(outcomes: OrderOutcome[]): ActionToast {
  const done = outcomes.filter(({ error }) => error === null).length
  const title = `${done} of ${outcomes.length} ${outcomes.length === 1 ? 'order' : 'orders'} updated`
  if (done === outcomes.length) return { title, facts: { outcomes } }
  if (outcomes.length === 1) return { title: 'Order not updated', text: outcomes[0]?.error ?? '', tone: 'bad', facts: { outcomes } }
  return { title, text: 'The others stayed as they were. The reasons are above the list.', tone: 'bad', facts: { outcomes } }
}

const answerWords: Record<Settlement, string> = {
  paid: 'It says that the order was paid.',
  failed: 'It says that nothing was paid.',
  known: 'It says what we knew already.',
  pending: 'It has no outcome yet. We keep asking.',
  review: 'Its answer needs a person: look under "Problems".',
}
