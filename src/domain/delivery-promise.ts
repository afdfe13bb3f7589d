/** Working days of delivery from the payment, and days for an exchange. The help page's texts (db/migrations/0008-help.sql) say the same; a test compares them. */
export const deliveryPromise = { nairobi: [1, 2], elsewhere: [1, 6], exchangeDays: 7 } as const

/** The line about delivery and exchange on the product, cart and checkout pages. */
export function deliveryLine({ nairobi, elsewhere, exchangeDays } = deliveryPromise): string {
  return `Free delivery in Kenya: Nairobi ${nairobi.join(' to ')} working days, other towns ${elsewhere.join(' to ')}. Exchange within ${exchangeDays} days.`
}
