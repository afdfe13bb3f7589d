/** What a buyer may count on, as the texts of the help page have it (migration 0022-help-pages; a test holds the two together). Days of delivery are working days from the payment. */
export const deliveryPromise = { nairobi: [1, 2], elsewhere: [1, 6], exchangeDays: 7 } as const

/** The one line about delivery and exchange, wherever something is bought. */
export function deliveryLine({ nairobi, elsewhere, exchangeDays } = deliveryPromise): string {
  return `Free delivery in Kenya: Nairobi ${nairobi.join(' to ')} working days, other towns ${elsewhere.join(' to ')}. Exchange within ${exchangeDays} days.`
}
