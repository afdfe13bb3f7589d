import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { retryTransient } from '#core/retry-transient.ts'
import { actionTo, type OrderAction, orderActions } from '#domain/order.ts'
import { isProblem } from '#domain/problem.ts'
import { changeStatus, type Moved } from '#features/orders/change-status.ts'
import { orderStatus } from '#features/orders/order-row.ts'
import { carrierFields, carrierOf } from '#features/orders/riders/write-delivery.ts'

/** The orders of an act on several. */
export const orderIds = z
  .array(z.uuid("We don't know this order."), 'Say which orders.')
  .min(1, 'Say which orders.')
  .max(100, 'At most 100 at once.')
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'At most 100' })

export const ordersChanges = z.object({
  ids: orderIds,
  status: z.enum(['confirmed', 'shipped', 'delivered'], 'Write confirmed, shipped or delivered.'),
  courier: carrierFields.courier,
  rider_day_id: carrierFields.rider_day_id,
})

/** What became of one of them: its status now, or why it stayed as it was. */
export const orderOutcome = z.object({
  id: z.uuid(),
  status: orderStatus.nullable(),
  short_code: z.string().nullable(),
  code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it stayed as it was' }),
})
export type OrderOutcome = z.infer<typeof orderOutcome>

/**
 * An admin confirms, ships or delivers several orders, or a packer ships or delivers them, each for itself: the refusal of one does not stop the others. Every change is written to the audit log.
 */
export async function changeOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, ...change } = parseInput(ordersChanges, sent)
  requirePermission(ctx, orderActions[actionTo(change.status) as OrderAction].needs)
  carrierOf(change)
  return outcomesOf(ids, (id) => changeStatus(ctx, id, change))
}

/** Does one thing to each order; a refusal is its outcome. Usually one after the other: commissions of one affiliate would only wait for each other. */
export async function outcomesOf(ids: string[], act: (id: string) => Promise<Moved>, atOnce = 1): Promise<OrderOutcome[]> {
  const outcomes: OrderOutcome[] = []
  for (let at = 0; at < ids.length; at += atOnce) outcomes.push(...(await Promise.all(ids.slice(at, at + atOnce).map((id) => outcomeOf(id, act)))))
  return outcomes
}

async function outcomeOf(id: string, act: (id: string) => Promise<Moved>): Promise<OrderOutcome> {
  try {
    const { status, short_code } = await retryTransient(() => act(id))
    return { id, status, short_code, code: null, error: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, status: null, short_code: null, code: error.code, error: error.message }
  }
}
