import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'

/** An order as its buyer sees it: receipt, tracking and payment page in one. Money in KSh, times in ISO 8601 UTC. */
export interface OrderView {
  id: string
  short_code: string
  status: OrderStatus
  total_amount: number
  customer_name: string
  customer_phone: string
  delivery_address: string
  mpesa_receipt_number: string | null
  created_at: string
  paid_at: string | null
  /** Until when the pairs are held; past it an unpaid order expires. */
  hold_expires_at: string
  /** M-Pesa refused the prompt: the order is gone from all lists, the cart was kept. */
  discarded: boolean
  lines: OrderLine[]
  /** A person looks at a prompt whose outcome M-Pesa has not reported, or not proved: its money may have come. */
  in_review: boolean
  /** The current prompt, or the one that paid; null when the first one is still being sent. */
  payment: PaymentView | null
  /** Prompts whose outcome M-Pesa has not reported, replaced ones too: none can be taken off its phone, and a payment there is for this order. */
  open_prompts: { phone: string; requested_at: string }[]
  timeline: { status: OrderStatus; at: string }[]
  /** Money for it that goes back to the buyer, or went back. */
  refunds: RefundLine[]
  affiliate_code: string | null
  /** Where news of the order goes, masked: whoever has its link may not be its buyer. Null for a way that is not taken. */
  notices: { email: string | null; phone: string | null }
}

/** KSh, from when it has to go back, and when it did. */
export interface RefundLine {
  amount: number
  at: string
  done_at: string | null
  /** The number that paid it, and that it goes back to. */
  phone: string
  /** M-Pesa's code of the money that went back. */
  receipt: string | null
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
  /** The plain sentence of the result code, once there is one. */
  sentence: string | null
  result_code: string | null
  requested_at: string
  /** Whether a new prompt may be sent now; if not yet, from when. */
  may_retry: boolean
  /** Whether a prompt to another number may take the place of this one at once. */
  may_change_number: boolean
  retry_at: string | null
}
