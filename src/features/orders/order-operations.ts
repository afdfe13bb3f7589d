import { z } from 'zod'
import { exampleId, operation } from '#core/operation.ts'
import { changeOrders, orderOutcome, ordersChanges } from '#features/orders/change-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { sendPromptsAgain } from '#features/orders/checkout/send-prompts-again.ts'
import { packingInput, packOrders } from '#features/orders/pack-orders.ts'
import { agreeDelivery } from '#features/orders/riders/agree-delivery.ts'
import { assignOrders } from '#features/orders/riders/assign-orders.ts'
import { makeRiderDay, takeBackRider } from '#features/orders/riders/rider-days.ts'
import { noteInput, orderNote, writeNote } from '#features/orders/write-note.ts'

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
