/** What is paid: a PayBill by its shortcode, or a till, whose shortcode is that of its store. */
export const transactionTypes = { CustomerBuyGoodsOnline: 'Till (Buy Goods)', CustomerPayBillOnline: 'PayBill' } as const
export type TransactionType = keyof typeof transactionTypes

/** Whose M-Pesa an account is with. The simulator is the demo's. */
export const mpesaHosts = {
  live: 'Safaricom, real money',
  sandbox: 'Safaricom’s sandbox, for trying',
  simulator: 'The simulator of this demo',
} as const
export type MpesaHost = keyof typeof mpesaHosts
export const mpesaAddresses = { live: 'https://api.safaricom.co.ke', sandbox: 'https://sandbox.safaricom.co.ke' }

/** Prompts for KSh 1 that may reach a phone in 24 hours; a trigger counts them too. */
export const testsPerDay = 3

/** An account for letters, messages and the audit log: `PayBill 17**79`. */
export function maskedAccount({
  transaction_type,
  shortcode,
  till,
}: {
  transaction_type: TransactionType
  shortcode: string
  till: string | null
}): string {
  const number = till ?? shortcode
  return `${transaction_type === 'CustomerBuyGoodsOnline' ? 'Till' : 'PayBill'} ${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`
}
