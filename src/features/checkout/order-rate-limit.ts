import type { Context } from '#features/context.ts'
import { consumeAll } from '#features/limits/rate-limit.ts'

/**
 * An order holds pairs for half an hour and makes a phone ring, so the number of orders is limited, whatever phones they name (promises §5, §4 B29); a number that
 * takes the place of an order's is a new phone and counts the same. Presses at once have one key and count once. Problem `too_many`.
 */
export function consumeOrderLimits(ctx: Context, phone: string, press: string): Promise<void> {
  return consumeAll(ctx, { order_address: ctx.actor.address, order_account: ctx.actor.userId, order_phone: phone }, press)
}
