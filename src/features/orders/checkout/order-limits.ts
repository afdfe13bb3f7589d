import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { consumeAll, type Keys } from '#core/rate-limit.ts'
import { promptLimits, providerRefusals } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'

/** The number of recent prompts to a phone, or for an order. */
export interface PromptCounts {
  tenMinutes: number
  hour: number
}

/**
 * SQL that counts them. A prompt disturbs a phone that may be a stranger's, so prompts are counted per phone as well as per order (promises §5, §4B 29). A
 * prompt that M-Pesa did not take, too busy or for a fault of the shop's account, reached no phone. A trigger counts a second time, for orders that come at once.
 */
export function promptCounts(ctx: Pick<Context, 'now'>, { phone, orderId }: { phone: SQL; orderId: string | null }): SQL {
  return sql`(select json_build_object(
      'tenMinutes', greatest(count(*) filter (where a.phone = ${phone} and a.created_at > ${ctx.now} - interval '10 minutes'),
        count(*) filter (where a.order_id = ${orderId}::uuid and a.created_at > ${ctx.now} - interval '10 minutes')),
      'hour', count(*) filter (where a.phone = ${phone} and a.created_at > ${ctx.now} - interval '1 hour'))
    from payment_attempts a
    where a.source = 'prompt' and coalesce(a.result_code, '') not in (${providerRefusals.forNow.code}, ${providerRefusals.ours.code}) and (a.phone = ${phone} or a.order_id = ${orderId}::uuid) and a.created_at > ${ctx.now} - interval '1 hour')`
}

/** Problem `prompt_limit`, where these counts are at their limit. */
export function refusePromptLimit(counts: PromptCounts) {
  if (counts.hour >= promptLimits.perHour) throw new Problem('prompt_limit', { detail: 'an hour', retryAfter: 3600 })
  if (counts.tenMinutes >= promptLimits.perTenMinutes) throw new Problem('prompt_limit', { detail: 'ten minutes', retryAfter: 600 })
}

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
