import { z } from '@hono/zod-openapi'
import { orderDetail as detail } from '#features/orders/get-order-row.ts'
import { orderItemRow } from '#features/orders/order-item-row.ts'
import { orderRow } from '#features/orders/order-row.ts'
import { exampleId, namedSchema } from '#server/declare.ts'

export const exampleOrder = {
  id: exampleId,
  short_code: exampleId.slice(0, 8),
  user_id: null,
  total_amount: 7650,
  customer_name: 'Wanjiku Kamau',
  customer_phone: '254712345678',
  customer_email: null,
  delivery_address: 'Moi Avenue 12, Nairobi',
  delivery_kind: 'door' as const,
  delivery_option: 'Rider',
  delivery_zone: null,
  delivery_place: 'Nairobi',
  delivery_fee: 0,
  promised_from: '2026-11-23',
  promised_to: '2026-11-24',
  delivery_to_agree: false,
  delivery_point: null,
  address_place: null,
  late_at: null,
  receiver_name: null,
  receiver_phone: null,
  affiliate_id: null,
  affiliate: null,
  commission_amount: 0,
  status: 'awaiting_payment' as const,
  checkout_request_id: 'ws_CO_211120260028031234567890',
  mpesa_receipt_number: null,
  created_at: '2026-11-21T00:28:03.000Z',
  paid_at: null,
  packed_at: null,
  hold_expires_at: '2026-11-21T00:58:03.000Z',
}

export const order = namedSchema('Order', orderRow, exampleOrder)
export const orderItem = namedSchema('OrderItem', orderItemRow)
/** The lines of an order, for the schemas that contain them. */
export const itsItems = { order_items: z.array(orderItem) }
export const orderDetail = namedSchema('OrderDetail', detail.extend(itsItems))
