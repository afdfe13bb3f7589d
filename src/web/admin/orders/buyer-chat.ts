import type { OrderStatus } from '#domain/order.ts'
import { whatsappUrl } from '#domain/shop.ts'

const unpaid = 'has not been paid yet. Would you like us to send the M-Pesa prompt again?'
const ready = 'is paid. We are packing it now.'
const arrived = 'has been delivered. We hope the shoes fit well.'

/** The start of a WhatsApp message to the buyer, by the order's status. */
const beginnings: Record<OrderStatus, string> = {
  pending: unpaid,
  awaiting_payment: unpaid,
  payment_failed: unpaid,
  buyer_not_paid: 'was not paid in time, so its shoes went back on the shelf. Would you like to order again?',
  waiting_shipment: ready,
  awaiting_shipment: ready,
  confirmed: 'is confirmed. We are packing it now.',
  shipped: 'is on its way to you.',
  delivered: arrived,
  commission_earned: arrived,
  cancelled: 'was cancelled.',
}

/** A WhatsApp link to the buyer with a message about the order. */
export function buyerChatUrl(
  shopName: string,
  { customer_name, customer_phone, short_code, status }: { customer_name: string; customer_phone: string; short_code: string; status: OrderStatus },
): string {
  const [firstName] = customer_name.split(' ')
  return whatsappUrl({ whatsapp: customer_phone }, `Hello ${firstName}, this is ${shopName}. Your order ${short_code} ${beginnings[status]}`)
}
