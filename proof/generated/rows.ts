import fc from 'fast-check'

/** The rows that a call may name, as `@order`: which row that is, the world says when the call is sent, so that a seed makes the same calls again. */
export const rowNames = [
  ...(['product', 'image', 'category', 'size', 'ad', 'promotion', 'help', 'snapshot', 'picture', 'adPicture', 'helpSaved'] as const),
  ...([
    'order',
    'othersOrder',
    'draft',
    'paidOrder',
    'failedOrder',
    'discarded',
    'orderKey',
    'othersKey',
    'refund',
    'endedOrder',
    'delivery',
    'riderDay',
  ] as const),
  ...(['attempt', 'attemptSecret', 'checkout', 'commission', 'payout', 'payoutSecret', 'debt', 'code', 'phone', 'gone'] as const),
  ...(['customer', 'affiliate', 'admin', 'session', 'email', 'adminEmail', 'link', 'verifyLink', 'newEmail', 'newReceipt'] as const),
  ...(['zone', 'option', 'place', 'holiday', 'invitation'] as const),
  ...(['challenge', 'appCode', 'paperCode', 'otherPaperCode'] as const),
]
export type RowName = (typeof rowNames)[number]

const subjects: [RegExp, RowName][] = [
  [/invitation/, 'invitation'],
  [/zone/, 'zone'],
  [/delivery_option/, 'option'],
  [/delivery_place/, 'place'],
  [/holiday|^day$/, 'holiday'],
  [/image/, 'image'],
  [/product/, 'product'],
  [/categor/, 'category'],
  [/deliveries/, 'delivery'],
  [/\/customers/, 'order'],
  [/rider/, 'riderDay'],
  [/order|reference|claim|desk|events/, 'order'],
  [/refund/, 'refund'],
  [/attempt/, 'attempt'],
  [/payout/, 'payout'],
  [/commission/, 'commission'],
  [/affiliate/, 'affiliate'],
  [/debt/, 'debt'],
  [/\/ads/, 'ad'],
  [/promotion/, 'promotion'],
  [/help/, 'help'],
  [/snapshot/, 'snapshot'],
  [/session/, 'session'],
  [/profile|user/, 'customer'],
]

/** The row that a name of a field, or the path of a call, is about. */
export const subjectOf = (name: string): RowName | undefined => subjects.find(([pattern]) => pattern.test(name))?.[1]

export function rowFor(name: string): fc.Arbitrary<string> {
  const row = subjectOf(name)
  const any = fc.constantFrom(...rowNames).map((each) => `@${each}`)
  const orders = fc.constantFrom('@order', '@order', '@paidOrder', '@failedOrder', '@draft', '@othersOrder')
  const own = row === 'order' ? orders : fc.constant(`@${row}`)
  return row ? fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: any }) : any
}
