import { z } from '@hono/zod-openapi'
import { type NoticeChannel, type NoticeKind, type NoticeState, noticeChannels, noticeKinds, noticeStates } from '#domain/buyer-notice.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import { exampleId } from '#server/declare.ts'

export const status = z.enum(Object.keys(orderStatuses) as [OrderStatus, ...OrderStatus[]])
const attemptStates: [AttemptState, ...AttemptState[]] = ['created', 'accepted', 'paid', 'failed', 'unknown']
export const attemptState = z.enum(attemptStates)
const instant = z.iso.datetime()

export const orderItem = z
  .object({
    id: z.uuid(),
    order_id: z.uuid(),
    product_id: z.uuid(),
    quantity: z.int(),
    price: z.number().openapi({ description: 'KSh for one pair, as sold' }),
    name: z.string(),
    size: z.string(),
    image_url: z.string().nullable(),
  })
  .openapi('OrderItem')

const row = z.object({
  id: z.uuid(),
  short_code: z.string().openapi({ description: 'What people see, and what M-Pesa shows' }),
  user_id: z.uuid().nullable(),
  total_amount: z.number(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string().nullable().openapi({ description: 'Where the buyer wants news of the order' }),
  delivery_address: z.string(),
  affiliate_id: z.uuid().nullable(),
  affiliate: z
    .object({ full_name: z.string().nullable(), affiliate_code: z.string() })
    .nullable()
    .openapi({ description: '`full_name` is told to admins only' }),
  commission_amount: z.number(),
  status,
  checkout_request_id: z.string().nullable(),
  mpesa_receipt_number: z.string().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  hold_expires_at: instant.openapi({ description: 'Until when an unpaid order keeps its pairs' }),
})

const exampleRow = {
  id: exampleId,
  short_code: exampleId.slice(0, 8),
  user_id: null,
  total_amount: 7650,
  customer_name: 'Wanjiku Kamau',
  customer_phone: '254712345678',
  customer_email: null,
  delivery_address: 'Moi Avenue 12, Nairobi',
  affiliate_id: null,
  affiliate: null,
  commission_amount: 0,
  status: 'awaiting_payment' as const,
  checkout_request_id: 'ws_CO_211120260028031234567890',
  mpesa_receipt_number: null,
  created_at: '2026-11-21T00:28:03.000Z',
  paid_at: null,
  hold_expires_at: '2026-11-21T00:58:03.000Z',
}

export const orderRow = row.openapi('Order', { example: exampleRow })

const secret = z.string().nullable().openapi({ description: 'Null to the affiliate who brought the order' })
export const listedOrder = row.extend({ customer_phone: secret, delivery_address: secret }).openapi('ListedOrder', { example: exampleRow })

export const orderDetail = row
  .extend({
    order_items: z.array(orderItem),
    in_review: z.boolean().openapi({ description: 'A person looks at a prompt of which M-Pesa has not told, or not proved, the outcome' }),
    payment: z
      .object({
        state: attemptState,
        phone: z.string(),
        amount: z.number(),
        result_code: z.string().nullable(),
        sentence: z.string().nullable().openapi({ description: 'What became of the prompt, in plain words' }),
        requested_at: instant,
        may_retry: z.boolean(),
        may_change_number: z.boolean().openapi({ description: 'A prompt to another number may take the place of this one at once' }),
        retry_at: instant.nullable(),
      })
      .nullable()
      .openapi({ description: 'The current prompt, or the one that paid' }),
    timeline: z.array(z.object({ status, at: instant })),
    refunds: z
      .array(z.object({ amount: z.number(), at: instant, done_at: instant.nullable(), phone: z.string(), receipt: z.string().nullable() }))
      .openapi({
        description: 'Money for it that goes back to the buyer; to the number that paid it; `done_at` once it did, with the receipt of that',
      }),
  })
  .openapi('OrderDetail')

export const placedOrder = orderDetail
  .extend({
    key: z
      .string()
      .openapi({ description: "The buyer's authority over this order: send it as `Order-Key`. The order's page is `/order/{id}?key={key}`." }),
  })
  .openapi('PlacedOrder')

const doer = z
  .object({ id: z.uuid(), full_name: z.string() })
  .nullable()
  .openapi({ description: 'Null for the shop itself; without a name for a deleted account' })

export const adminOrder = row
  .extend({
    discarded: z.boolean(),
    cancel_reason: z.string().nullable(),
    payment_assumed: z.boolean().openapi({ description: 'An admin took the payment as made' }),
    order_items: z.array(orderItem),
    attempts: z.array(
      z.object({
        id: z.uuid(),
        source: z.enum(['prompt', 'recorded']),
        phone: z.string(),
        amount: z.number(),
        state: attemptState,
        sentence: z.string().nullable().openapi({ description: 'What became of it, in plain words' }),
        receipt: z.string().nullable(),
        result_code: z.string().nullable(),
        result_desc: z.string().nullable(),
        replaced_at: instant.nullable().openapi({ description: 'A prompt to another number took its place; it stays payable' }),
        merchant_request_id: z.string().nullable(),
        checkout_request_id: z.string().nullable(),
        recorded_by: doer,
        created_at: instant,
        prompted_at: instant.nullable(),
        settled_at: instant.nullable(),
        checks: z.int(),
        next_check_at: instant.nullable(),
        needs_review_at: instant.nullable(),
        review_reason: z.string().nullable(),
        callbacks: z.array(z.object({ received_at: instant, outcome: z.string().nullable(), body: z.string() })),
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.uuid(),
        attempt_id: z.uuid(),
        amount: z.number(),
        reason: z.enum(['late_payment', 'double_payment', 'cancelled']),
        state: z.enum(['due', 'done', 'failed']),
        receipt: z.string().nullable(),
        note: z.string().nullable(),
        created_at: instant,
        processed_at: instant.nullable(),
        processed_by: doer,
      }),
    ),
    events: z.array(z.object({ from_status: status.nullable(), to_status: status, note: z.string().nullable(), at: instant, by: doer })),
    notices: z
      .array(
        z.object({
          kind: z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]),
          channel: z.enum(Object.keys(noticeChannels) as [NoticeChannel, ...NoticeChannel[]]),
          state: z.enum(Object.keys(noticeStates) as [NoticeState, ...NoticeState[]]),
          at: instant,
          tries: z.int(),
          reason: z.string().nullable(),
        }),
      )
      .openapi({ description: 'What the buyer was told, and by which way; `at` is when it was last acted on' }),
    notes: z.array(z.object({ id: z.int(), note: z.string(), at: instant, by: doer })).openapi({ description: 'Versions, the newest first' }),
    commission: z
      .object({
        id: z.uuid(),
        commission_amount: z.number(),
        status: z.enum(['pending', 'approved', 'rejected', 'paid']),
        reason: z.string().nullable(),
        clawed_back: z.boolean(),
      })
      .nullable(),
    affiliate_named: z.object({ at: instant, by: doer }).nullable().openapi({ description: 'Who named the affiliate afterwards' }),
    may_name_affiliate: z.boolean().openapi({ description: 'It came by no link, and an affiliate can still be named' }),
  })
  .openapi('OrderDesk')
