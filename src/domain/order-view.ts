import type { OptionKind } from '#domain/delivery-options.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { DeliveryStep } from '#domain/order-story.ts'
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
export interface OrderDelivery {
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
export interface RefundLine {
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
