import { z } from 'zod'
import { emptyable, optionalWords } from '#core/input.ts'
import { phoneNumber } from '#core/person-input.ts'
import { type MpesaHost, mpesaHosts, type TransactionType, transactionTypes } from '#domain/mpesa-accounts.ts'
import { Problem } from '#domain/problem.ts'
import type { AccountKeys, AccountRow } from '#features/orders/mpesa-account/stored-accounts.ts'
import { proofFields } from '#features/people/require-identity.ts'
import { isCertificate } from '#services/payments/mpesa/security-credential.ts'

const number = (words: string) =>
  z
    .string(words)
    .trim()
    .regex(/^[1-9]\d{4,6}$/, words)
const key = (words: string) =>
  emptyable(
    z
      .string(words)
      .trim()
      .regex(/^[\x21-\x7e]{4,400}$/, words),
  )

export const mpesaAccountInput = z.object({
  transaction_type: z.enum(Object.keys(transactionTypes) as TransactionType[], 'Choose till or PayBill.'),
  till: emptyable(number('Enter the till number, 5 to 7 digits.')).meta({ description: 'That buyers pay to, with CustomerBuyGoodsOnline' }),
  shortcode: number('Enter 5 to 7 digits.').meta({ description: 'The PayBill number; of a till the shortcode of its store' }),
  host: z.enum(Object.keys(mpesaHosts) as MpesaHost[], 'Choose whose M-Pesa it is.'),
  consumer_key: key('Enter the consumer key as the portal shows it.'),
  consumer_secret: key('Enter the consumer secret as the portal shows it.'),
  passkey: key('Enter the passkey as M-Pesa gave it to you.'),
  payout_shortcode: emptyable(number('Enter 5 to 7 digits.')).meta({
    description: 'The account that pays affiliates (B2C); left out, they are paid by hand',
  }),
  initiator_name: emptyable(optionalWords(100)),
  initiator_password: emptyable(z.string().max(200, 'Enter a shorter password.')),
  certificate: emptyable(
    z
      .string()
      .trim()
      .max(8000, 'This is too long for a certificate.')
      .refine(isCertificate, 'Paste M-Pesa’s whole certificate, from -----BEGIN CERTIFICATE----- to its end.'),
  ),
  phone: phoneNumber('Enter the phone that pays KSh 1.').meta({ description: 'The M-Pesa number that pays KSh 1 to try the account' }),
  ...proofFields,
})
export type MpesaAccountInput = z.output<typeof mpesaAccountInput>

/** What is stored of an account: its row, and what is encrypted. */
export interface NewAccount extends AccountRow {
  keys: AccountKeys
}

/** The account that was entered; keys that were left empty are those of the last one. */
export function newAccount(input: MpesaAccountInput, last: { certificate: string | null; keys: AccountKeys } | null): NewAccount {
  const isTill = input.transaction_type === 'CustomerBuyGoodsOnline'
  const keys = {
    consumer_key: input.consumer_key ?? last?.keys.consumerKey,
    consumer_secret: input.consumer_secret ?? last?.keys.consumerSecret,
    passkey: input.passkey ?? last?.keys.passkey,
  }
  const paysOut = input.payout_shortcode !== undefined || Boolean(input.initiator_name)
  const payouts = {
    payout_shortcode: input.payout_shortcode,
    initiator_name: input.initiator_name || undefined,
    initiator_password: input.initiator_password ?? last?.keys.initiatorPassword ?? undefined,
    certificate: input.certificate ?? last?.certificate ?? undefined,
  }
  const missing = Object.entries({ ...keys, ...(isTill && { till: input.till }), ...(paysOut && payouts) }).filter(([, given]) => given === undefined)
  if (missing.length > 0)
    throw new Problem('bad_input', { fields: Object.fromEntries(missing.map(([name]) => [name, missingWords[name] as string])) })
  return {
    ...{ transaction_type: input.transaction_type, shortcode: input.shortcode, host: input.host, till: isTill ? (input.till as string) : null },
    payout_shortcode: paysOut ? (payouts.payout_shortcode as string) : null,
    initiator_name: paysOut ? (payouts.initiator_name as string) : null,
    certificate: paysOut ? (payouts.certificate as string) : null,
    keys: {
      consumerKey: keys.consumer_key as string,
      consumerSecret: keys.consumer_secret as string,
      passkey: keys.passkey as string,
      initiatorPassword: paysOut ? (payouts.initiator_password as string) : null,
    },
  }
}

const missingWords: Record<string, string> = {
  till: 'Enter the till number.',
  consumer_key: 'Enter the consumer key of your app on the Daraja portal.',
  consumer_secret: 'Enter the consumer secret of the same app.',
  passkey: 'Enter the passkey that M-Pesa gave you for this shortcode.',
  payout_shortcode: 'Enter the shortcode that pays out, or clear the name of the initiator.',
  initiator_name: 'Enter the name of the initiator, or clear the shortcode that pays out.',
  initiator_password: 'Enter the password of the initiator.',
  certificate: 'Paste M-Pesa’s certificate.',
}
