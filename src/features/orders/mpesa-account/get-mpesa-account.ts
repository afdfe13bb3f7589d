import { isCertificate } from '@viatu/daraja'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { emptyable, optionalWords, phoneNumber } from '#core/input.ts'
import { enumOf, instant, isoText } from '#core/select-of.ts'
import { type MpesaHost, mpesaHosts, type TransactionType, transactionTypes } from '#domain/mpesa-accounts.ts'
import { mayBeOpen } from '#domain/payment.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import type { AccountKeys, AccountRow } from '#features/orders/mpesa-account/account-of.ts'
import { attemptState } from '#features/orders/order-row.ts'
import { proofFields } from '#features/people/require-identity.ts'
import { accountFaults } from '#services/payments/mpesa/mpesa-outcomes.ts'

const account = z.object({
  id: z.uuid(),
  transaction_type: enumOf(transactionTypes),
  shortcode: z.string(),
  till: z.string().nullable(),
  host: enumOf(mpesaHosts),
  payout_shortcode: z.string().nullable(),
  initiator_name: z.string().nullable(),
  /** When it was entered; of the one in force, since when it is. */
  since: instant,
  by: z.string().nullable().meta({ description: 'The name of the owner who entered it' }),
})

/** What the panel shows of the M-Pesa accounts: never a key. */
export const mpesaAccount = z.object({
  from: z
    .enum(['environment', 'panel', 'simulator', 'none'])
    .meta({ description: 'Where the account in force comes from; the environment’s cannot be changed here' }),
  is_unreadable: z.boolean().meta({ description: 'Its keys were stored with another APP_SECRET, so no money is taken' }),
  in_force: account.nullable().meta({ description: 'The panel’s' }),
  tried: account
    .extend({
      has_keys: z.boolean(),
      state: attemptState,
      phone: z.string(),
      sentence: z.string(),
      faults: z.record(z.string(), z.string()).meta({ description: 'The parts that are wrong, and what to do about them' }),
    })
    .nullable()
    .meta({ description: 'The last one that was entered and is not in force' }),
  base_url: z.string().nullable().meta({ description: 'The address that the environment sets for all accounts' }),
})
export type MpesaAccountState = z.infer<typeof mpesaAccount>
type Account = z.infer<typeof account>

interface Row extends Record<string, unknown>, Account {
  is_in_force: boolean
  has_keys: boolean
  phone: string | null
  state: z.infer<typeof attemptState>
  result_code: string | null
  result_desc: string | null
}

/** The accounts as an owner sees them. */
export async function getMpesaAccount(ctx: Context): Promise<MpesaAccountState> {
  requirePermission(ctx, 'manage_keys')
  const { accounts } = ctx.services
  const { rows } = await ctx.db.execute<Row>(sql`
    select m.id, m.transaction_type, m.shortcode, m.till, m.host, m.payout_shortcode, m.initiator_name, ${isoText(sql`coalesce(m.in_force_at, m.created_at)`)} as since,
      p.full_name as by, m.in_force_at is not null as is_in_force, m.keys is not null as has_keys, a.phone, coalesce(a.state, 'created') as state, a.result_code, a.result_desc
    from mpesa_accounts m left join profiles p on p.id = m.created_by
      left join lateral (select * from payment_attempts t where t.account_id = m.id and t.source = 'test' order by t.created_at desc limit 1) a on true
    where m.replaced_at is null`)
  const [inForce, tried] = [rows.find((row) => row.is_in_force), rows.find((row) => !row.is_in_force)]
  return {
    ...{ from: accounts.from, is_unreadable: accounts.isUnreadable, base_url: accounts.addresses.baseUrl },
    in_force: inForce ? accountOfRow(inForce) : null,
    tried: tried ? { ...accountOfRow(tried), ...testOf(ctx, tried) } : null,
  }
}

function accountOfRow({ id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, since, by }: Row): Account {
  return { id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, since, by }
}

function testOf({ services }: Context, { has_keys, state, phone, result_code, result_desc }: Row) {
  const faults = accountFaults(result_code, result_desc)
  const to = phone ? recognisablePhone(phone) : 'the phone'
  const sentence = mayBeOpen(state)
    ? `A prompt for KSh 1 is on its way to ${to}. Enter the M-Pesa PIN there: then this account is in force.`
    : (Object.values(faults)[0] ?? services.payments.describe(result_code ?? '', result_desc).sentence)
  return { has_keys, state, phone: to, sentence, faults }
}

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
type MpesaAccountInput = z.output<typeof mpesaAccountInput>

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
