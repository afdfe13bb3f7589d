import { paidBody, paidPayoutBody } from '../../test/scripted-mpesa.ts'
import type { ApiDocument } from './api-document.ts'
import { picture } from './bodies.ts'
import type { Call, Kind } from './calls.ts'
import { withRows } from './examples.ts'
import { subjectOf } from './rows.ts'

/** What an operation needs to be done and its example in the document cannot say: its caller (an admin, unless told), and rows in the right state (test/api-world.ts). */
export interface RightCall {
  as?: Kind
  path?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

const password = 'mbio-wingu-42'
const buyer = { customer_name: 'Wanjiku Kamau', customer_phone: '@phone', delivery_address: 'Moi Avenue 12' }
const file = '/api/storage/ad-images/ads/1763680000000.png'

/** Every operation as it succeeds, where the rows are in the state for it. */
export function rightCallsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const right = rightCalls[name] ?? {}
      const own = path.replace(/\{(\w+)\}/g, (_, parameter) => `@${subjectOf(parameter === 'id' ? path : parameter)}`)
      const media = operation.requestBody?.content ?? {}
      const isFile = operation.requestBody && !media['application/json']
      const body = right.body ?? withRows(media['application/json']?.example)
      return {
        name,
        as: right.as ?? 'admin',
        address: (right.path ?? own) + (right.query ?? ''),
        headers: { ...((isFile || body !== undefined) && { 'content-type': isFile ? 'image/png' : 'application/json' }), ...right.headers },
        body: isFile ? picture : (JSON.stringify(body) ?? null),
      }
    }),
  )
}

export const rightCalls: Record<string, RightCall> = {
  'POST /api/callbacks/payments/{attempt}/{secret}': {
    path: '/api/callbacks/payments/@attempt/@attemptSecret',
    body: JSON.parse(paidBody({ checkoutRequestId: '@checkout', amount: 4500_00, receipt: '@newReceipt' })),
  },
  'POST /api/callbacks/payouts/{payout}/{secret}/{kind}': {
    path: '/api/callbacks/payouts/@payout/@payoutSecret/result',
    body: JSON.parse(paidPayoutBody({ payoutId: '@payout', amount: 20_00, receipt: '@newReceipt' })),
  },
  'GET /api/product_images': { query: '?product_id=@product' },
  'PATCH /api/products/{id}': { body: { price: 3999, sizes: [{ label: '43', stock: 6 }] } },
  'PATCH /api/orders/{id}': { path: '/api/orders/@paidOrder', body: { status: 'shipped' } },
  'POST /api/orders': { as: 'guest', body: { ...buyer, items: [{ product_id: '@product', size: '40', quantity: 1 }] } },
  'POST /api/orders/{id}/claim': { as: 'customer', path: '/api/orders/@othersOrder/claim', headers: { 'order-key': '@othersKey' } },
  'GET /api/order_items': { as: 'customer', query: '?order_id=@order' },
  'POST /api/order_items': {
    as: 'customer',
    body: [{ order_id: '@draft', product_id: '@product', size: '40', quantity: 2, price: 4500 }],
  },
  'DELETE /api/order_items': { as: 'customer', query: '?order_id=@discarded' },
  'POST /api/functions/mpesa-stk-push': { as: 'customer', body: { amount: 4500, phone: '@phone', reference: '@failedOrder' } },
  'POST /api/functions/record-payment': { body: { order_id: '@failedOrder', receipt: '@newReceipt' } },
  'POST /api/functions/process-payout-completion': { body: { payout_id: '@payout', receipt: '@newReceipt' } },
  'PATCH /api/affiliate_payouts/{id}': { as: 'affiliate' },
  'PATCH /api/profiles/{id}': { as: 'customer', path: '/api/profiles/@customer' },
  'POST /api/promotional_content': { body: { title: 'School shoes', content_type: 'text' } },
  'POST /api/ads': { body: { title: 'Ferry', target_url: '/category/heels' } },
  'POST /api/categories': { body: { name: '@newEmail' } },
  'DELETE /api/categories/{id}': { query: '?products_to=none' },
  'DELETE /api/customers/{id}': { path: '/api/customers/@endedOrder' },
  'POST /api/delivery_zones': { body: { name: '@newEmail' } },
  'POST /api/delivery_places': { body: { name: '@newReceipt', kind: 'town', parent_id: 'kenya' } },
  'POST /api/auth/sign-up': { as: 'guest', body: { email: '@newEmail', password, metadata: { full_name: 'Wanjiku Kamau', phone: '@phone' } } },
  'DELETE /api/auth/sessions/{id}': { as: 'customer' },
  'POST /api/rpc/request_affiliate_payout': { as: 'affiliate', body: { p_affiliate_id: '@affiliate', p_amount: 20 } },
  'POST /api/functions/look-up-payout': { body: { payout_id: '@payout' } },
  'POST /api/rpc/clear_all_user_data': { body: { confirmation: 'DELETE', password } },
  'GET /api/auth/recover': { query: '?token=@link' },
  'GET /api/auth/verify': { query: '?token=@verifyLink&type=signup' },
  'POST /api/auth/verify': { as: 'guest', body: { token: '@verifyLink', type: 'signup', password } },
  'POST /api/auth/sign-in/code': { as: 'guest', body: { challenge: '@challenge', code: '@paperCode' } },
  'POST /api/auth/second-factor/confirm': { as: 'customer', body: { code: '@appCode' } },
  'POST /api/auth/second-factor/end': { as: 'guarded', body: { password, code: '@otherPaperCode' } },
  'POST /api/storage/{bucket}/{folder}/{file}': { path: file },
  'GET /api/storage/{bucket}/{folder}/{file}': { path: file },
  'DELETE /api/storage/{bucket}/{folder}/{file}': { path: file },
}
