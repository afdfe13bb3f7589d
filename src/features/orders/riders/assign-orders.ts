import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { orderActions, statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { type OrderOutcome, orderIds, outcomesOf } from '#features/orders/change-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { readWork } from '#features/orders/read-order.ts'
import { type Carrier, carrierFields, carrierOf, changeCarrier } from '#features/orders/riders/write-delivery.ts'

export const assignInput = z.object({ ids: orderIds, ...carrierFields })

/**
 * An admin or a packer gives several orders to a rider or a courier, each for itself: those that are ready are shipped with it, those that are on the way get another
 * carrier, and the buyer gets the code for a rider. Refusals of one order: order_not_found, order_locked.
 */
export async function assignOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, ...fields } = parseInput(assignInput, sent)
  const carrier = carrierOf(fields)
  if (!carrier) throw new Problem('bad_input', { fields: { courier: 'Enter the courier, or choose a rider.' } })
  return outcomesOf(ids, (id) => assignOrder(ctx, id, carrier))
}

async function assignOrder(ctx: Context, id: string, carrier: Carrier) {
  const { status, short_code } = await readWork(ctx, id)
  if ((orderActions.ship.from as readonly string[]).includes(status)) return changeStatus(ctx, id, { status: 'shipped', ...carrier })
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.status !== 'shipped') throw new Problem('order_locked', { detail: statusLabel(order?.status ?? status) })
    await changeCarrier(tx, ctx, id, carrier)
    return { status: order.status, short_code }
  })
}
