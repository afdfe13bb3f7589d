// The few facts about orders that every page's script needs; the rest is in order.ts.

/** Minutes for which an unpaid order keeps its pairs (decisions, Sizes and stock). */
export const holdMinutes = 30

/** Minutes for which a draft may become an order (decisions, The specification's own client runs). */
export const draftMinutes = 30

/** The first 8 characters of an order's id, shown to people and sent to M-Pesa as AccountReference. */
export function shortCode(orderId: string): string {
  return orderId.slice(0, 8)
}
