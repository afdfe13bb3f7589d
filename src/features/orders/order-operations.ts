import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { exampleId, operation } from '#core/operation.ts'
import { writeAudit } from '#core/write-audit.ts'
import { violates } from '#db/errors.ts'
import { mayPack } from '#domain/open-work.ts'
import { statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { changeOrders, changeStatus, type OrderOutcome, orderIds, orderOutcome, ordersChanges, outcomesOf } from '#features/orders/change-status.ts'
import { sendPromptsAgain } from '#features/orders/checkout/request-payment.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { readOrder, readWork } from '#features/orders/read-order.ts'
import { assignOrders, makeRiderDay, takeBackRider } from '#features/orders/riders/rider-days.ts'
import { agreeDelivery } from '#features/orders/riders/write-delivery.ts'

const packingInput = z.object({
  ids: orderIds,
  packed: z.boolean('Say whether they are packed.').meta({ description: 'False takes it back, until the order is shipped' }),
})

/**
 * An admin or a packer marks several orders as packed, or as not packed after all, each for itself. An order that is so already stays as it was, without a row in the audit
 * log. Refusals of one order: order_not_found, order_locked (it is not paid, or has been shipped or cancelled).
 */
export async function packOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, packed } = parseInput(packingInput, sent)
  return outcomesOf(ids, (id) => packOrder(ctx, id, packed))
}

async function packOrder(ctx: Context, id: string, packed: boolean) {
  const { short_code } = await readWork(ctx, id)
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || !mayPack(order.status)) throw new Problem('order_locked', { detail: statusLabel(order?.status ?? 'cancelled') })
    const { rows } = await tx.execute<{ id: string }>(sql`
      update orders set packed_at = ${packed ? ctx.now : sql`null`} where id = ${id} and packed_at is ${packed ? sql`null` : sql`not null`} returning id`)
    if (rows.length > 0) await writeAudit(tx, ctx, { action: packed ? 'order packed' : 'order unpacked', table: 'orders', id, after: { packed } })
    return { status: order.status, short_code }
  })
}

const noteInput = z.object({
  note: optionalWords(2000).meta({ description: 'What admins should know; nothing takes the note away', example: 'Calls back after five.' }),
  replaces: z
    .int('Say which version this replaces.')
    .positive()
    .nullable()
    .meta({ description: 'The version that was read before; null for the first', example: null }),
})

/** `id` is the version, which an admin who replaces the note sends back. */
const orderNote = z.object({ id: z.int(), note: z.string() })

/**
 * Writes the note that admins keep about an order, as a new version; the old ones stay. No buyer ever sees it. An admin who writes over a version they have not
 * read gets `note_changed`.
 */
export async function writeNote(ctx: Context, orderId: string, sent: unknown): Promise<z.infer<typeof orderNote>> {
  requirePermission(ctx, 'change_orders')
  const { userId } = requireUser(ctx)
  const { note, replaces } = parseInput(noteInput, sent)
  const { id: order } = await readOrder(ctx, orderId)
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockOrder(tx, order)
      const { rows: last } = await tx.execute<{ id: number }>(
        sql`select id::integer as id from order_notes where order_id = ${order} order by id desc limit 1`,
      )
      if ((last[0]?.id ?? null) !== replaces) throw new Problem('note_changed')
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into order_notes (order_id, note, replaces, author_id, created_at) values (${order}, ${note}, ${replaces}, ${userId}::uuid, ${ctx.now})
        returning id::integer as id`)
      const { id } = rows[0] as { id: number }
      // The log records that the note was written, not its text: the note about a buyer can be deleted, and the log cannot.
      await writeAudit(tx, ctx, { action: note ? 'order note written' : 'order note removed', table: 'orders', id: order, after: { version: id } })
      return { id, note }
    })
  } catch (error) {
    if (violates(error, 'order_notes_of_order')) throw new Problem('note_changed')
    throw error
  }
}

const order_id = z.string('Say which order.').meta({ format: 'uuid', example: exampleId })
/** The verb reads the rest. */
const ofOrder = z.looseObject({ order_id })
const ofSeveral = z.looseObject({ ids: z.array(z.string()).optional() })
const outcomes = { output: { outcomes: z.array(orderOutcome) }, said: 'What became of each' }

/** What staff do with orders, under the names of domain/order-acts.ts. */
export const orderOperations = {
  change: operation({ may: 'ship_orders', input: ofOrder, run: (ctx, { order_id, ...sent }) => changeStatus(ctx, order_id, sent) }),
  many: operation({
    ...{ may: 'ship_orders', call: 'POST /functions/change-orders', summary: 'Confirm or ship several orders', ...outcomes },
    description: 'Each for itself: what one is refused for keeps no other back.',
    ...{ input: ordersChanges, example: { ids: [exampleId], status: 'shipped' } },
    run: async (ctx, sent) => ({ outcomes: await changeOrders(ctx, sent) }),
  }),
  pack: operation({
    ...{ may: 'ship_orders', call: 'POST /functions/pack-orders', summary: 'Mark several orders as packed, or as not packed after all', ...outcomes },
    description: 'Each for itself. Being packed is a time, not a status: buyers get no notice. Taken back until the order is shipped.',
    ...{ input: packingInput, example: { ids: [exampleId], packed: true } },
    run: async (ctx, sent) => ({ outcomes: await packOrders(ctx, sent) }),
  }),
  prompt: operation({ may: 'take_payments', input: ofSeveral, run: async (ctx, sent) => ({ outcomes: await sendPromptsAgain(ctx, sent) }) }),
  assign: operation({
    ...{ may: 'ship_orders', input: ofSeveral },
    async run(ctx, { name, phone, rider_day_id, ...sent }) {
      const rider = rider_day_id === 'new' ? await makeRiderDay(ctx, { name, phone }) : rider_day_id
      return { outcomes: await assignOrders(ctx, { ...sent, rider_day_id: rider }) }
    },
  }),
  'agree-delivery': operation({ may: 'change_orders', input: ofOrder, run: (ctx, { order_id, ...sent }) => agreeDelivery(ctx, order_id, sent) }),
  note: operation({
    ...{ may: 'change_orders', call: 'POST /order_notes', name: 'writeOrderNote', tag: 'orders' },
    summary: 'Write the note that admins keep about an order',
    description: 'A new version; `replaces` names the one that was read before. No buyer ever sees it.',
    input: z.object({ order_id, ...noteInput.shape }),
    example: { order_id: exampleId, note: 'Calls back after five.', replaces: null },
    ...{ output: orderNote, said: 'The version that stands now', problems: ['order_not_found', 'note_changed'] },
    run: (ctx, { order_id, ...sent }) => writeNote(ctx, order_id, sent),
  }),
}

/** And with the riders of a day. */
export const riderOperations = {
  rider: operation({
    ...{ may: 'ship_orders', input: z.looseObject({}) },
    async run(ctx, sent) {
      await makeRiderDay(ctx, sent)
      return { by_sms: ctx.services.sms !== null }
    },
  }),
  'take-back': operation({
    ...{ may: 'ship_orders', input: z.looseObject({}) },
    run: (ctx, { rider_day_id }) => takeBackRider(ctx, { id: rider_day_id }),
  }),
}
