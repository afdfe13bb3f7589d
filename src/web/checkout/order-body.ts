import { type Cart, totalAmount } from '#domain/cart.ts'
import type { Delivery } from '#domain/delivery.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { Referral } from '#domain/referral.ts'
import { type DeliveryChoice, deliveryFieldsOf, offerIn } from '#web/checkout/delivery-choice.ts'

/** The request body of Place Order, with the names of the HTTP API. `total_amount` is the total on the screen in KSh, which the server compares with its own. */
export interface OrderBody extends Delivery, ReturnType<typeof deliveryFieldsOf> {
  items: { product_id: string; size: string; quantity: number }[]
  total_amount: number
  affiliate_code: string | null
}

export function orderBodyOf(delivery: Delivery, cart: Cart, referral: Referral | null, choice: DeliveryChoice): OrderBody {
  return {
    customer_name: delivery.customer_name.trim(),
    customer_phone: normalisePhone(delivery.customer_phone) ?? delivery.customer_phone.trim(),
    customer_email: delivery.customer_email.trim(),
    delivery_address: delivery.delivery_address.trim(),
    ...deliveryFieldsOf(choice, delivery.delivery_address),
    items: cart.map(({ id, size, quantity }) => ({ product_id: id, size, quantity })),
    total_amount: totalAmount(cart) + (offerIn(choice)?.fee ?? 0),
    affiliate_code: referral?.affiliate_code ?? null,
  }
}
