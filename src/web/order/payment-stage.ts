import { type OrderStatus, paymentMoves } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import type { OrderView } from '#domain/receipt.ts'

/** What an order's page shows: one of these at a time. */
export type PaymentStage =
  | 'sending'
  | 'waiting'
  | 'checking'
  | 'failed'
  | 'paid'
  | 'confirmed'
  | 'shipped'
  | 'delivered'
  | 'expired'
  | 'in_review'
  | 'cancelled'
  | 'discarded'
  | 'taken_back'

interface StageWords {
  /** Of the window. */
  title: string
  heading: string
  /** The coat of paint behind the phone. */
  wall: 'mint' | 'butter' | 'blush' | 'chalk'
  /** What the drawn phone shows. */
  screen: 'busy' | 'prompt' | 'receipt' | 'refused' | 'locked'
  /** Where the order is on its way: 1 at the PIN, 3 past the end; null off the way. */
  step: number | null
  /** Whether news may come at any moment. */
  live: boolean
}

export const stages: Record<PaymentStage, StageWords> = {
  sending: { title: 'Sending the prompt', heading: 'Sending the prompt', wall: 'mint', screen: 'busy', step: 1, live: true },
  waiting: { title: 'Check your phone', heading: 'Check your phone', wall: 'mint', screen: 'prompt', step: 1, live: true },
  checking: { title: 'Checking with M-Pesa', heading: 'Checking with M-Pesa', wall: 'mint', screen: 'busy', step: 1, live: true },
  failed: { title: 'Payment not completed', heading: 'Payment not completed', wall: 'blush', screen: 'refused', step: 1, live: true },
  paid: { title: 'Paid', heading: 'Paid. Thank you.', wall: 'butter', screen: 'receipt', step: 3, live: false },
  confirmed: { title: 'Order confirmed', heading: 'Order confirmed', wall: 'butter', screen: 'receipt', step: 3, live: false },
  shipped: { title: 'Shipped', heading: 'Your shoes are on their way', wall: 'butter', screen: 'receipt', step: 3, live: false },
  delivered: { title: 'Delivered', heading: 'Delivered. Enjoy your shoes.', wall: 'butter', screen: 'receipt', step: 3, live: false },
  expired: { title: 'Order expired', heading: 'Order expired', wall: 'chalk', screen: 'locked', step: null, live: false },
  in_review: { title: 'Checking your payment', heading: 'We are checking your payment', wall: 'mint', screen: 'busy', step: null, live: false },
  cancelled: { title: 'Order cancelled', heading: 'Order cancelled', wall: 'chalk', screen: 'locked', step: null, live: false },
  discarded: { title: 'Order not placed', heading: 'Order not placed', wall: 'chalk', screen: 'locked', step: null, live: false },
  taken_back: { title: 'Order taken back', heading: 'Order taken back', wall: 'chalk', screen: 'locked', step: null, live: false },
}

/** Milliseconds after which a prompt is no longer on the phone: it closes after about a minute, and its news takes a moment. */
const promptLife = 100_000

/** The stage of an order. `at` is the moment at which it was looked at, in milliseconds. */
export function paymentStage({ discarded, status, payment, in_review, hold_expires_at, timeline }: OrderView, at: number): PaymentStage {
  // Where M-Pesa refused the first prompt, the order never waited for a payment; else its buyer gave it up.
  if (discarded) return timeline.some((step) => step.status === paymentMoves.promptSent.to) ? 'taken_back' : 'discarded'
  const settled = byStatus[status]
  if (settled) return settled === 'expired' && in_review ? 'in_review' : settled
  const stage = byAttempt[payment?.state ?? 'created']
  if (stage === 'waiting' && payment && at - Date.parse(payment.requested_at) > promptLife) return 'checking'
  if (stage === 'failed' && Date.parse(hold_expires_at) <= at) return 'expired'
  return stage
}

/** The phones that may show a prompt of an order now, beside the one on which its buyer is asked to pay. */
export function otherPhones({ open_prompts = [], payment }: OrderView, at: number): string[] {
  const shown = open_prompts.filter(({ phone, requested_at }) => phone !== payment?.phone && at - Date.parse(requested_at) <= promptLife)
  return [...new Set(shown.map(({ phone }) => phone))]
}

/** Statuses that settle it, whatever the prompts say. */
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

/** While the order waits for its money, the newest prompt decides. */
const byAttempt: Record<AttemptState, PaymentStage> = {
  created: 'sending',
  accepted: 'waiting',
  unknown: 'checking',
  failed: 'failed',
  // The money is there and the order is about to follow.
  paid: 'checking',
}

/** Whether the page should keep looking: the outcome of a prompt is open, also of an order that is paid or closed, or the receipt of a payment is still on its way. */
export function isLive(order: OrderView, stage: PaymentStage): boolean {
  if (stage === 'expired' || stage === 'in_review' || stage === 'cancelled') return order.open_prompts.length > 0
  return stages[stage].live || (stage === 'paid' && (order.mpesa_receipt_number === null || order.open_prompts.length > 0))
}
