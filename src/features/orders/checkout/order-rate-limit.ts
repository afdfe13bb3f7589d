import type { Context } from '#core/context.ts'
import { consumeAll, type Keys } from '#core/rate-limit.ts'

/**
 * An order holds pairs for half an hour and makes a phone ring, so the number of orders is limited, also across different phones (promises §5, §4 B29). A
 * number that replaces an order's number is a new phone and counts the same.
 */
export function orderLimits(ctx: Pick<Context, 'actor'>, phone: string): Keys {
  return { order_address: ctx.actor.address, order_account: ctx.actor.userId, order_phone: phone }
}

/** Simultaneous presses share one key and count once. */
export function consumeOrderLimits(ctx: Context, phone: string, press: string): Promise<void> {
  return consumeAll(ctx, orderLimits(ctx, phone), press)
}
