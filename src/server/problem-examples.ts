import type { ProblemCode, ProblemDetails } from '#domain/problem.ts'

const productId = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
const exampleOption = '7c1d5a0e-2b64-4f8e-9a3d-5e6f7a8b9c0d'
const offer = { id: productId, size: '42', name: 'Mbio Wingu, sky', price: 3825, image_url: null, stock: 3 }
const delivery = {
  place: 'kisumu/kisumu',
  place_name: 'Kisumu',
  fee: 250,
  option_id: exampleOption,
  options: [
    {
      option_id: exampleOption,
      kind: 'stage',
      name: 'Easy Coach, Kisumu',
      zone: 'Western',
      fee: 250,
      promised_from: '2026-11-24',
      promised_to: '2026-11-25',
      address: null,
      hours: null,
      map_url: null,
      courier: 'Easy Coach',
    },
  ],
}

/** Details for the examples in the OpenAPI document, as the shop really answers them. */
export const problemExamples: Partial<Record<ProblemCode, ProblemDetails>> = {
  bad_input: { fields: { name: 'Enter a name.' } },
  unknown_filter: { detail: 'there is no colour' },
  too_many: { detail: 'Too many searches. Please wait about 2 minutes', retryAfter: 120 },
  push_failed: { detail: '503' },
  place_kept: { detail: 'Other places lie in Shanzu: delete those first.' },
  file_in_use: { detail: 'a product shows it' },
  file_shown: { detail: 'it is the logo of the shop' },
  file_refused: { detail: 'shoe.heic is not a picture that we can read. Please send a JPG, PNG or WebP.' },
  file_too_large: { detail: '8 MB' },
  size_needed: {
    detail: 'Choose a size of Mbio Wingu: 40, 41.',
    fields: { '0.size': 'Choose a size of Mbio Wingu: 40, 41.' },
    facts: {
      products: [
        {
          product_id: productId,
          name: 'Mbio Wingu',
          sizes: [
            { label: '40', stock: 3 },
            { label: '41', stock: 0 },
          ],
        },
      ],
    },
  },
  size_gone: {
    detail: 'Only 3 left of Mbio Wingu, sky, size 42.',
    facts: { gone: [{ id: productId, size: '42', stock: 3 }], offers: [offer] },
  },
  prices_changed: { facts: { total_amount: 7900, offers: [offer], delivery } },
  delivery_changed: { facts: { total_amount: 7900, offers: [offer], delivery } },
  town_needed: { fields: { delivery_place: 'Which town or county is it in? Fee and days depend on it.' } },
  place_differs: {
    detail: 'The address names Lodwar, and the order would go to Karen, Nairobi.',
    facts: { place: 'nairobi/karen', place_name: 'Karen, Nairobi', address_place: 'turkana/lodwar', address_place_name: 'Lodwar' },
  },
  outside_kenya: { fields: { delivery_address: 'We deliver in Kenya only: enter an address in Kenya.' } },
  no_delivery: { detail: 'Lodwar', fields: { delivery_address: 'Enter an address that we deliver to.' } },
  prompt_limit: { detail: 'ten minutes', retryAfter: 600 },
  clearing_unshipped: {
    detail: '22 orders of KSh 84,300 in all are paid and have not been shipped.',
    fields: { password: 'Enter your password.' },
    facts: { orders: 22, sum: 84300 },
  },
  order_locked: { detail: 'Cancelled' },
  server_decides: { detail: 'the status and the request of an order' },
  refund_settled: { detail: 'QKJ4XT81ZP' },
  stock_moved: { detail: '3 of size 42', facts: { sizes: [{ label: '42', stock: 3 }] } },
  payout_too_small: { detail: 'KSh 10' },
  payout_settled: { detail: 'Paid' },
  payouts_stopped: { detail: 'M-Pesa refused the credential of the shop.' },
  payout_unsure: { detail: 'It has been asked once more. If it has not answered in ten minutes, reject this again.' },
  payout_unbooked: { detail: 'QKJ4XT81ZP' },
  payout_details_changed: { detail: '+254 712 345 678' },
  payout_not_cancelled: { detail: 'it is being paid out.' },
  naming_refused: { detail: 'This order was placed more than 30 days ago.' },
  commission_settled: { detail: 'Approved' },
  commission_unearned: { detail: 'The order has not been paid.' },
  snapshot_blocked: { detail: 'Receipt QKJ4XT81ZP was used by order 3f9a21c8.' },
  customer_busy: { detail: 'Order 3f9a21c8 is paid and not delivered.' },
  account_busy: { detail: 'A payment of yours is still open.' },
}
