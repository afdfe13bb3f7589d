import { z } from '@hono/zod-openapi'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import { exampleId } from '#server/declare.ts'

export const status = z.enum(Object.keys(orderStatuses) as [OrderStatus, ...OrderStatus[]])
const attemptStates: [AttemptState, ...AttemptState[]] = ['created', 'accepted', 'paid', 'failed', 'unknown']
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
  customer_email: z.string().nullable(),
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

export const orderDetail = row
  .extend({
    order_items: z.array(orderItem),
    payment: z
      .object({
        state: z.enum(attemptStates),
        phone: z.string(),
        amount: z.number(),
        result_code: z.string().nullable(),
        sentence: z.string().nullable().openapi({ description: 'What became of the prompt, in plain words' }),
        requested_at: instant,
        may_retry: z.boolean(),
        retry_at: instant.nullable(),
      })
      .nullable()
      .openapi({ description: 'The newest prompt' }),
    timeline: z.array(z.object({ status, at: instant })),
  })
  .openapi('OrderDetail')

export const placedOrder = orderDetail
  .extend({
    key: z
      .string()
      .openapi({ description: "The buyer's authority over this order: send it as `Order-Key`. The order's page is `/order/{id}?key={key}`." }),
  })
  .openapi('PlacedOrder')
