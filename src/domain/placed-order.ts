// What every page says of an order that was placed here; all else about orders is in order.ts.

/** Minutes for which an unpaid order keeps its pairs (decisions, Sizes and stock). */
export const holdMinutes = 30

/** Minutes for which a draft may become an order (decisions, The specification's own client runs). */
export const draftMinutes = 30

/** The first 8 characters of an order's id: what people see and what M-Pesa gets as AccountReference. */
export function shortCode(orderId: string): string {
  return orderId.slice(0, 8)
}
