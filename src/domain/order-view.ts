import { isPoint, type OptionKind, toAgree } from '#domain/delivery-options.ts'
import { hasLeftShop, isDelivered, type OrderStatus, unshippedStatuses } from '#domain/order.ts'
import type { AttemptState, DeclineReason } from '#domain/payment.ts'

/** An order as its buyer sees it: receipt, tracking and payment page in one. Money in KSh, times in ISO 8601 UTC. */
export interface OrderView extends OrderDelivery {
  id: string
  short_code: string
  status: OrderStatus
  total_amount: number
  customer_name: string
  customer_phone: string
  delivery_address: string
  /** Of an order that was paid in cash the shop's number of that (domain/receipt-code.ts). */
  mpesa_receipt_number: string | null
  created_at: string
  paid_at: string | null
  /** The end of the hold; then an unpaid order expires. */
  hold_expires_at: string
  /** M-Pesa refused the prompt: the order is in no list, and the cart was not emptied. */
  discarded: boolean
  lines: OrderLine[]
  /** An admin has to review a prompt whose outcome M-Pesa did not report or prove: its money may have arrived. */
  in_review: boolean
  /** The current prompt, or the one that paid; null when the first one is still being sent. */
  payment: PaymentView | null
  /** Why that payment came to nothing, where the provider says. */
  decline_reason: DeclineReason | null
  /** Prompts without a reported outcome, replaced ones too: they cannot be withdrawn from the phone, and paying one pays this order. */
  open_prompts: { phone: string; requested_at: string }[]
  timeline: { status: OrderStatus; at: string }[]
  /** Refunds to the buyer, due or done. */
  refunds: RefundLine[]
  affiliate_code: string | null
  /** Where notices of the order are sent, masked, because the link's holder may not be the buyer. Null for a channel that is not used. */
  notices: { email: string | null; phone: string | null }
  parcel: ParcelView | null
  /** How far it is; none for an order that is unpaid or closed. */
  steps: DeliveryStep[]
  /** That it will be later than promised; null where it is not late. */
  late: string | null
}

/** Who brings an order that was shipped. */
export interface ParcelView {
  courier: string | null
  parcel_number: string | null
  /** What the buyer tells the rider; null where no rider brings it, and for readers other than the buyer. */
  code: string | null
  /** Since when the rider is on the way. */
  on_the_way_at: string | null
}

/** What an order was promised; null, and no fee, for one from before there were zones. Days in Nairobi, `2026-11-24`. */
interface OrderDelivery {
  delivery_kind: OptionKind | null
  delivery_option: string | null
  delivery_place: string | null
  /** Which stage or courier office, where it goes to one. */
  delivery_point: string | null
  /** In KSh; `total_amount` holds it. */
  delivery_fee: number
  promised_from: string | null
  promised_to: string | null
  /** The shop still agrees the delivery with the buyer. */
  delivery_to_agree: boolean
  /** Who takes it, where it is not the buyer. */
  receiver_name: string | null
  receiver_phone: string | null
}

/** A refund: amount in KSh, since when it is due, and when it was paid. */
interface RefundLine {
  amount: number
  at: string
  done_at: string | null
  /** The number that paid and gets the refund. */
  phone: string
  /** M-Pesa's receipt of the refund, or its number in cash. */
  receipt: string | null
  /** The money had come in cash. */
  in_cash: boolean
}

export interface OrderLine {
  product_id: string
  name: string
  size: string
  quantity: number
  price: number
  image_url: string | null
}

export interface PaymentView {
  state: AttemptState
  phone: string
  amount: number
  /** The sentence for the result code, once there is one. */
  sentence: string | null
  result_code: string | null
  requested_at: string
  /** Whether a new prompt may be sent now; otherwise `retry_at` may say from when. */
  may_retry: boolean
  /** Whether a prompt to another number may replace this one now. */
  may_change_number: boolean
  retry_at: string | null
}

/** What happens next, for the buyer to read, by status. */
export const nextSteps: Record<OrderStatus, string> = {
  pending: 'It waits for your payment: open the prompt on your phone, or send it again from the page of the order.',
  awaiting_payment: 'It waits for your payment: enter your M-Pesa PIN on your phone, or send the prompt again from the page of the order.',
  payment_failed: 'The payment did not go through. Send the prompt again from the page of the order before its pairs go back on the shelf.',
  buyer_not_paid: 'It was not paid in time, so its pairs went back on the shelf. You can order them again.',
  waiting_shipment: 'It is paid, and we are packing it. Next it is shipped.',
  awaiting_shipment: 'It is being made ready. Next it is shipped.',
  confirmed: 'It is confirmed and made ready for you.',
  shipped: 'It has left the shop. Keep your phone on.',
  delivered: 'It was delivered. Enjoy your shoes.',
  cancelled: 'It was cancelled. Questions about your money? Write to us on WhatsApp.',
  commission_earned: 'It was delivered. Enjoy your shoes.',
}

/** Replace `nextSteps.shipped` and those of what has come where the buyer comes for it. */
export const readyToCollect = 'It is ready: come and collect it.'
export const collected = 'You have collected it. Enjoy your shoes.'

/** Replaces `nextSteps` for an unpaid order with a payment that an admin has to review, because M-Pesa reported no outcome. */
export const inReview = {
  title: 'A person in our shop is looking at your payment.',
  next: 'If your money has come, you get your shoes, or your money back if they are gone.',
} as const

/** For the buyer of a cancelled order while a payment may still arrive. */
export const refusePrompt = 'If the M-Pesa prompt is still on your phone, refuse it there. Money that comes all the same goes back to your M-Pesa.'

/** Whether money may still arrive for an order: one of its prompts may be open or is under review. */
export function mayStillBePaid({ in_review, open_prompts }: { in_review: boolean; open_prompts: unknown[] }): boolean {
  return in_review || open_prompts.length > 0
}

interface Standing {
  status: OrderStatus
  /** Null for an order from before there were zones. */
  delivery_kind: OptionKind | null
  delivery_to_agree: boolean
  discarded: boolean
  in_review: boolean
  paid_at: string | null
  open_prompts: unknown[]
}

/** What happens next with an order, for the buyer to read. */
export function nextStep(order: Standing): string {
  const { status, discarded, in_review, paid_at, delivery_kind, delivery_to_agree } = order
  if (status === 'cancelled' && mayStillBePaid(order)) return `It was cancelled. ${refusePrompt}`
  if (in_review && paid_at === null) return `${inReview.title} ${inReview.next}`
  if (status === 'shipped' && isPoint(delivery_kind)) return readyToCollect
  if (isDelivered(status) && isPoint(delivery_kind)) return collected
  if (delivery_to_agree && (unshippedStatuses as readonly OrderStatus[]).includes(status)) return `${toAgree.next} Then it is shipped.`
  return discarded ? 'It was not placed and waits for no payment.' : nextSteps[status]
}

/** One of the four steps of an order that is paid or confirmed. */
export interface DeliveryStep {
  label: string
  isDone: boolean
  /** ISO 8601; null where it is not done, or its time is not known. */
  at: string | null
  /** Who took it. */
  note: string | null
}

export interface StepsOrder {
  status: OrderStatus
  paid_at: string | null
  packed_at: string | null
  delivery_kind: OptionKind | null
  timeline: readonly { status: OrderStatus; at: string }[]
  /** Null until it was shipped. */
  parcel: { by_rider: boolean; on_the_way_at: string | null; handed_over_at: string | null } | null
}

/** How far an order is; none while it is unpaid, and for one that is closed. @param receiver who took it from the rider; null where the reader may not know */
export function deliverySteps(order: StepsOrder, receiver: string | null): DeliveryStep[] {
  const { status, paid_at, packed_at, delivery_kind, timeline, parcel } = order
  const [hasLeft, hasCome] = [hasLeftShop(status), isDelivered(status)]
  if (!hasLeft && !(unshippedStatuses as readonly OrderStatus[]).includes(status)) return []
  const isCollected = isPoint(delivery_kind)
  const at = (wanted: OrderStatus) => timeline.findLast((step) => step.status === wanted)?.at ?? null
  const step = (label: string, isDone: boolean, when: string | null, note: string | null = null) => ({
    label,
    isDone,
    at: isDone ? when : null,
    note,
  })
  const shipped = at('shipped')
  const setOut = parcel?.by_rider ? parcel.on_the_way_at : shipped
  return [
    step(at('confirmed') ? 'Confirmed' : 'Paid', true, paid_at),
    // A point has no way of its own to it: what was shipped there is what can be collected.
    hasLeft && !isCollected ? step('Shipped', true, shipped) : step('Packed', hasLeft || packed_at !== null, packed_at),
    isCollected ? step('Ready to collect', hasLeft, shipped) : step('On its way', hasCome || (hasLeft && setOut !== null), setOut),
    step(
      isCollected ? 'Collected' : 'Delivered',
      hasCome,
      at('delivered'),
      hasCome && parcel?.handed_over_at && receiver ? `Handed over to ${receiver}` : null,
    ),
  ]
}
