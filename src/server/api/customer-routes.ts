import { z } from '@hono/zod-openapi'
import { deleteCustomer } from '#features/customers/delete-customer.ts'
import { customerRow, getCustomer, listCustomers } from '#features/customers/list-customers.ts'
import { customerChanges, writeCustomerNote } from '#features/customers/write-customer-note.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  noContent,
  pagesOf,
  paging,
  pathId,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const row = namedSchema('Customer', customerRow, {
  id: exampleId,
  name: 'Wanjiku Kamau',
  phone: '254712345678',
  email: 'wanjiku@example.com',
  has_account: false,
  orders: 3,
  paid: 12400,
  returns: 1,
  last_order_at: '2026-11-21T00:28:03.000Z',
  note: '',
})

const who = staff('see_customers')
const path = '/customers'
const one = { path: `${path}/{id}`, who, tags: ['customers'] }
const params = pathId('customer, or of an order of theirs')

const list = createRoute({
  ...{ method: 'get', path, who, operationId: 'listCustomers', tags: ['customers'] },
  summary: 'Everybody who ordered, by phone, who ordered last first',
  description: 'Guests too. Orders of one phone are one customer.',
  request: { query: z.strictObject({ ...searchParameters('Part of a name, a phone number or an e-mail address'), ...paging }) },
  responses: pagesOf(row, ...adminRefusals),
})

const get = createRoute({
  ...{ method: 'get', ...one, operationId: 'getCustomer' },
  summary: 'One customer',
  request: { params },
  responses: { 200: jsonResponse(row, 'The customer'), ...refusals(...adminRefusals, 'customer_not_found') },
})

const change = createRoute({
  ...{ method: 'patch', ...one, operationId: 'updateCustomer' },
  summary: 'Write the note about a customer',
  description: 'Only admins read it. An empty one takes it away.',
  request: { params, body: jsonBody(customerChanges, { note: 'Wears 43 in every brand.' }) },
  responses: { 200: jsonResponse(row, 'The customer as it is now'), ...refusals(...withBody, ...adminRefusals, 'customer_not_found') },
})

const remove = createRoute({
  ...{ method: 'delete', ...one, operationId: 'deleteCustomer' },
  summary: 'Forget a customer',
  description:
    'At their request (Data Protection Act). Their orders stay in the books, with receipts and commissions, and name nobody. Refused with `customer_busy`, which names the orders, while one can be paid, is not delivered or has money due back. An account with the phone stays, without those orders and the number, and is told by e-mail.',
  request: { params },
  responses: { 204: noContent, ...refusals('cross_site', ...adminRefusals, 'customer_not_found', 'customer_busy') },
})

export function customerRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listCustomers(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(get, async (c) => c.json(await getCustomer(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(change, async (c) => c.json(await writeCustomerNote(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(remove, async (c) => {
    await deleteCustomer(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
