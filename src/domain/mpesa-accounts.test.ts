import { expect, it } from 'vitest'
import { maskedAccount, type TransactionType } from '#domain/mpesa-accounts.ts'

it.each<[TransactionType, string, string | null, string]>([
  ['CustomerPayBillOnline', '174379', null, 'PayBill 17**79'],
  ['CustomerPayBillOnline', '60098', null, 'PayBill 60*98'],
  // A till is known by its own number, not by that of its store.
  ['CustomerBuyGoodsOnline', '174379', '5123467', 'Till 51***67'],
])('%s of %s with the till %s is told as %s', (transaction_type, shortcode, till, told) =>
  expect(maskedAccount({ transaction_type, shortcode, till })).toBe(told),
)
