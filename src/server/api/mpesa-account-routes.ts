import { mpesaAccountInput } from '#features/orders/mpesa-account/account-input.ts'
import { getMpesaAccount, type MpesaAccountState, mpesaAccount } from '#features/orders/mpesa-account/get-mpesa-account.ts'
import { tryMpesaAccount } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { proofRefusals } from '#features/people/require-identity.ts'
import { addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, namedSchema } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const example: NonNullable<MpesaAccountState['in_force']> = {
  ...{ id: exampleId, transaction_type: 'CustomerBuyGoodsOnline', shortcode: '600123', till: '5123456', host: 'live' },
  ...{ payout_shortcode: null, initiator_name: null, since: '2026-11-24T09:00:00.000Z', by: 'Amina Hassan' },
}
const shown = namedSchema('MpesaAccount', mpesaAccount, { from: 'panel', is_unreadable: false, in_force: example, tried: null, base_url: null })

export function mpesaAccountRoutes(api: Api) {
  addRoute(api, 'GET /mpesa_account', {
    who: staff('manage_keys'),
    name: 'getMpesaAccount',
    summary: 'The account that takes the shop’s money, and the one that is being tried',
    description: 'No key is ever answered.',
    answer: shown,
    said: 'The accounts',
    run: ({ ctx }) => getMpesaAccount(ctx),
  })
  addRoute(api, 'POST /mpesa_account', {
    who: staff('manage_keys'),
    name: 'tryMpesaAccount',
    summary: 'Try another account',
    description:
      'Sends a prompt for KSh 1 to `phone`; once it is paid, the account is in force in place of the one before, and the shilling is on the refund list. Keys that are left out are those of the last account that was entered. Three prompts a day.',
    body: mpesaAccountInput,
    example: {
      ...{ transaction_type: 'CustomerPayBillOnline', shortcode: '600123', host: 'live', consumer_key: 'bWJpbw', consumer_secret: 'd2luZ3U' },
      ...{ passkey: 'bfb279f9aa9bdbcf', phone: '0712 345 678', password: 'mbio-wingu-42' },
    },
    answer: shown,
    said: 'The prompt is on its way',
    problems: proofRefusals,
    run: ({ ctx, body }) => tryMpesaAccount(ctx, body),
  })
}
