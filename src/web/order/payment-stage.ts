import { isPoint } from '#domain/delivery-options.ts'
import { isDelivered, type OrderStatus, paymentMoves } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { type AttemptState, problemCodeOf } from '#domain/payment.ts'
import type { Pace } from '#web/order/watch-order.ts'

/** What an order's page shows. */
export type PaymentStage =
  | 'sending'
  | 'waiting'
  | 'checking'
  | 'failed'
  | 'paid'
  | 'confirmed'
  | 'shipped'
  | 'ready'
  | 'collected'
  | 'delivered'
  | 'expired'
  | 'in_review'
  | 'cancelled'
  | 'discarded'
  | 'taken_back'

interface StageDisplay {
  /** The document's title. */
  title: string
  heading: string
  /** The background colour behind the phone. */
  wall: 'mint' | 'butter' | 'blush' | 'chalk'
  /** What the drawn phone shows. */
  screen: 'busy' | 'prompt' | 'receipt' | 'refused' | 'locked'
  /** Index into the steps of checkout: 1 while paying, 3 once paid; null if the order is closed. */
  step: number | null
  /** Whether the order may change at any moment. */
  live: boolean
}

export const stages: Record<PaymentStage, StageDisplay> = {
  sending: { title: 'Sending the prompt', heading: 'Sending the prompt', wall: 'mint', screen: 'busy', step: 1, live: true },
  waiting: { title: 'Check your phone', heading: 'Check your phone', wall: 'mint', screen: 'prompt', step: 1, live: true },
  checking: { title: 'Checking with M-Pesa', heading: 'Checking with M-Pesa', wall: 'mint', screen: 'busy', step: 1, live: true },
  failed: { title: 'Payment not completed', heading: 'Payment not completed', wall: 'blush', screen: 'refused', step: 1, live: true },
  paid: { title: 'Paid', heading: 'Paid. Thank you.', wall: 'butter', screen: 'receipt', step: 3, live: false },
  confirmed: { title: 'Order confirmed', heading: 'Order confirmed', wall: 'butter', screen: 'receipt', step: 3, live: false },
  shipped: { title: 'Shipped', heading: 'Your shoes have left the shop', wall: 'butter', screen: 'receipt', step: 3, live: false },
  ready: { title: 'Ready to collect', heading: 'Your shoes are ready to collect', wall: 'butter', screen: 'receipt', step: 3, live: false },
  collected: { title: 'Collected', heading: 'Collected. Enjoy your shoes.', wall: 'butter', screen: 'receipt', step: 3, live: false },
  delivered: { title: 'Delivered', heading: 'Delivered. Enjoy your shoes.', wall: 'butter', screen: 'receipt', step: 3, live: false },
  expired: { title: 'Order expired', heading: 'Order expired', wall: 'chalk', screen: 'locked', step: null, live: false },
  in_review: { title: 'Checking your payment', heading: 'We are checking your payment', wall: 'mint', screen: 'busy', step: null, live: false },
  cancelled: { title: 'Order cancelled', heading: 'Order cancelled', wall: 'chalk', screen: 'locked', step: null, live: false },
  discarded: { title: 'Order not placed', heading: 'Order not placed', wall: 'chalk', screen: 'locked', step: null, live: false },
  taken_back: { title: 'Order taken back', heading: 'Order taken back', wall: 'chalk', screen: 'locked', step: null, live: false },
}

/** Milliseconds after which a prompt is no longer on the phone: it closes after about a minute, and its callback takes a moment. */
const promptLife = 100_000

/** The stage of an order that was loaded `at`, in milliseconds. */
export function paymentStage(order: OrderView, at: number): PaymentStage {
  const { discarded, status, delivery_kind, payment, in_review, hold_expires_at, timeline } = order
  // If M-Pesa refused the first prompt, the order was never pending payment; otherwise its buyer cancelled it, even where M-Pesa's outcome came before its reply.
  const isRefused = problemCodeOf(payment?.result_code) !== null && !timeline.some((step) => step.status === paymentMoves.promptSent.to)
  if (discarded) return isRefused ? 'discarded' : 'taken_back'
  if (status === 'shipped' && isPoint(delivery_kind)) return 'ready'
  if (isDelivered(status) && isPoint(delivery_kind)) return 'collected'
  const settled = byStatus[status]
  if (settled) return settled === 'expired' && in_review ? 'in_review' : settled
  const stage = byAttempt[payment?.state ?? 'created']
  if (stage === 'waiting' && payment && at - Date.parse(payment.requested_at) > promptLife) return 'checking'
  if (stage === 'failed' && Date.parse(hold_expires_at) <= at) return 'expired'
  return stage
}

/** The phones that may show an open prompt of the order, other than the one of its current prompt. */
export function otherPhones({ open_prompts = [], payment }: OrderView, at: number): string[] {
  const shown = open_prompts.filter(({ phone, requested_at }) => phone !== payment?.phone && at - Date.parse(requested_at) <= promptLife)
  return [...new Set(shown.map(({ phone }) => phone))]
}

/** Statuses that decide the stage, whatever the state of the prompts. */
const byStatus: Partial<Record<OrderStatus, PaymentStage>> = {
  waiting_shipment: 'paid',
  awaiting_shipment: 'paid',
  confirmed: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  commission_earned: 'delivered',
  cancelled: 'cancelled',
  buyer_not_paid: 'expired',
}

/** While the order is unpaid, its newest attempt decides. */
const byAttempt: Record<AttemptState, PaymentStage> = {
  created: 'sending',
  accepted: 'waiting',
  unknown: 'checking',
  failed: 'failed',
  // The attempt is paid and the order is about to be.
  paid: 'checking',
}

/** How closely the page follows the order: its payment, or a rider who sets out with it and hands it over. */
export function paceOf(order: OrderView, stage: PaymentStage): Pace | null {
  if (isLive(order, stage)) return 'payment'
  return stage === 'shipped' && order.parcel?.code ? 'rider' : null
}

/** Whether its payment may change at any moment: a prompt is open, even of an order that is paid or closed, or the receipt number is missing. */
function isLive(order: OrderView, stage: PaymentStage): boolean {
  if (stage === 'expired' || stage === 'in_review' || stage === 'cancelled') return order.open_prompts.length > 0
  return stages[stage].live || (stage === 'paid' && (order.mpesa_receipt_number === null || order.open_prompts.length > 0))
}
