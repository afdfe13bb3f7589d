import { customerChanges, customerRow, getCustomer, listCustomers, writeCustomerNote } from '#features/customers/customers.ts'
import { deleteCustomer } from '#features/customers/delete-customer.ts'
import { invitationRow, listInvitations } from '#features/people/invitations.ts'
import { invitationOperations, roleOperations } from '#features/people/staff-operations.ts'
import { listUsers, userRow } from '#features/people/users.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, pathId, searchParameters } from '#server/api/declare.ts'
import { staff } from '#server/permissions.ts'

/** Everybody with an account, and who is invited to work in the shop. */
export function userRoutes(api: Api) {
  addList(api, '/users', {
    who: staff('manage_people'),
    name: 'listUsers',
    tag: 'profiles',
    summary: 'Everybody with an account, newest first',
    query: {
      ...searchParameters('Part of a name, a phone number, an e-mail address or an affiliate code'),
      is_admin: flagFilter,
      is_affiliate: flagFilter,
    },
    row: namedSchema('ManagedUser', userRow),
    list: listUsers,
  })
  addOperations(api, roleOperations)
  addList(api, '/staff_invitations', {
    who: staff('manage_people'),
    name: 'listInvitations',
    tag: 'profiles',
    summary: 'Who was invited to work in the shop, newest first',
    row: namedSchema('StaffInvitation', invitationRow),
    all: listInvitations,
  })
  addOperations(api, invitationOperations)
}

const customer = namedSchema('Customer', customerRow, {
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
const params = pathId('customer, or of an order of theirs')

/** Everybody who ordered. */
export function customerRoutes(api: Api) {
  addList(api, '/customers', {
    who,
    name: 'listCustomers',
    summary: 'Everybody who ordered, by phone, who ordered last first',
    description: 'Guests too. Orders of one phone are one customer.',
    query: searchParameters('Part of a name, a phone number or an e-mail address'),
    row: customer,
    list: listCustomers,
  })
  addRoute(api, 'GET /customers/{id}', {
    who,
    name: 'getCustomer',
    summary: 'One customer',
    params,
    answer: customer,
    said: 'The customer',
    problems: ['customer_not_found'],
    run: ({ ctx, id }) => getCustomer(ctx, id),
  })
  addRoute(api, 'PATCH /customers/{id}', {
    who,
    name: 'updateCustomer',
    summary: 'Write the note about a customer',
    description: 'Only admins read it. An empty one takes it away.',
    params,
    body: customerChanges,
    example: { note: 'Wears 43 in every brand.' },
    answer: customer,
    said: 'The customer as it is now',
    problems: ['customer_not_found'],
    run: ({ ctx, id, body }) => writeCustomerNote(ctx, id, body),
  })
  addRoute(api, 'DELETE /customers/{id}', {
    who,
    name: 'deleteCustomer',
    summary: 'Forget a customer',
    description:
      'At their request (Data Protection Act). Their orders stay in the books, with receipts and commissions, and name nobody. Refused with `customer_busy`, which names the orders, while one can be paid, is not delivered or has money due back. An account with the phone stays, without those orders and the number, and is told by e-mail.',
    params,
    problems: ['customer_not_found', 'customer_busy'],
    run: ({ ctx, id }) => deleteCustomer(ctx, id),
  })
}
