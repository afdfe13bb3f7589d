import { readFileSync } from 'node:fs'
import { type DarajaSettings, isCertificate, type PayoutSettings } from '@viatu/daraja'
import { z } from 'zod'

const text = z.string().trim().optional()
const digits = (pattern: RegExp, words: string) => text.refine((given) => given === undefined || pattern.test(given), words)
const url = (words: string) => text.refine((given) => given === undefined || isUrl(given), `${words}, such as https://shop.example.com`)

/**
 * The settings of the shop's account with Safaricom: all of the first six or none; all of the last four or none. The two addresses may stand alone: then the
 * account of the panel uses them.
 */
export const mpesaFields = {
  MPESA_BASE_URL: url("Safaricom's address"),
  MPESA_CONSUMER_KEY: text,
  MPESA_CONSUMER_SECRET: text,
  MPESA_SHORTCODE: digits(/^\d{5,7}$/, '5 to 7 digits'),
  MPESA_PASSKEY: text,
  MPESA_CALLBACK_BASE_URL: url('the address where M-Pesa reaches the shop').transform((given) => given?.replace(/\/+$/, '')),
  MPESA_TRANSACTION_TYPE: text.pipe(
    z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'], 'CustomerPayBillOnline or CustomerBuyGoodsOnline').optional(),
  ),
  MPESA_TILL: digits(/^\d{5,8}$/, '5 to 8 digits'),
  MPESA_B2C_SHORTCODE: digits(/^[1-9]\d{4,6}$/, '5 to 7 digits'),
  MPESA_INITIATOR_NAME: text,
  MPESA_INITIATOR_PASSWORD: text,
  MPESA_CERTIFICATE: text
    .transform(certificateIn)
    .refine((pem) => pem === undefined || isCertificate(pem), "M-Pesa's certificate (PEM), or the path of a file with it"),
}
type Name = keyof typeof mpesaFields
type Given = { [Field in Name]?: z.output<(typeof mpesaFields)[Field]> }

const needed = [
  'MPESA_BASE_URL',
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORTCODE',
  'MPESA_PASSKEY',
  'MPESA_CALLBACK_BASE_URL',
] as const
const neededForPayouts = ['MPESA_B2C_SHORTCODE', 'MPESA_INITIATOR_NAME', 'MPESA_INITIATOR_PASSWORD', 'MPESA_CERTIFICATE'] as const

/** Why these settings are invalid, by the name of the variable, or null. */
export function mpesaRefusal(given: Given): string | null {
  const missing = needed.filter((name) => given[name] === undefined)
  const missingForPayouts = neededForPayouts.filter((name) => given[name] === undefined)
  const paysTill = given.MPESA_TRANSACTION_TYPE === 'CustomerBuyGoodsOnline'
  if (isUnset(given)) return null
  if (missing.length > 0)
    return `M-Pesa is half set: ${missing.join(', ')} missing. Set all of it, or none of the keys to enter the account in the panel.`
  if (![0, neededForPayouts.length].includes(missingForPayouts.length))
    return `Payouts by M-Pesa are half set: ${missingForPayouts.join(', ')} missing. Set all of it, or none to pay affiliates by hand.`
  if (paysTill && !given.MPESA_TILL) return 'MPESA_TILL is missing: CustomerBuyGoodsOnline pays a till'
  if (!paysTill && given.MPESA_TILL) return 'MPESA_TILL is set, but CustomerPayBillOnline pays the shortcode itself'
  if (hasBarredWord(given.MPESA_CALLBACK_BASE_URL as string)) return 'MPESA_CALLBACK_BASE_URL contains a word that M-Pesa refuses in addresses'
  return null
}

/** The account of valid settings (`mpesaRefusal` gives null); null where nothing is set. */
export function mpesaOf(given: Given): (DarajaSettings & { callbackBaseUrl: string }) | null {
  if (isUnset(given)) return null
  return {
    baseUrl: (given.MPESA_BASE_URL as string).replace(/\/+$/, ''),
    consumerKey: given.MPESA_CONSUMER_KEY as string,
    consumerSecret: given.MPESA_CONSUMER_SECRET as string,
    shortcode: given.MPESA_SHORTCODE as string,
    passkey: given.MPESA_PASSKEY as string,
    transactionType: given.MPESA_TRANSACTION_TYPE ?? 'CustomerPayBillOnline',
    till: given.MPESA_TILL ?? null,
    payouts: payoutsOf(given),
    callbackBaseUrl: given.MPESA_CALLBACK_BASE_URL as string,
  }
}

function payoutsOf(given: Given): PayoutSettings | null {
  if (given.MPESA_B2C_SHORTCODE === undefined) return null
  return {
    shortcode: given.MPESA_B2C_SHORTCODE,
    initiatorName: given.MPESA_INITIATOR_NAME as string,
    initiatorPassword: given.MPESA_INITIATOR_PASSWORD as string,
    certificate: given.MPESA_CERTIFICATE as string,
  }
}

const addresses: Name[] = ['MPESA_BASE_URL', 'MPESA_CALLBACK_BASE_URL']

function isUnset(given: Given): boolean {
  return (Object.keys(mpesaFields) as Name[]).every((name) => addresses.includes(name) || given[name] === undefined)
}

/** The addresses that an account of the panel uses in place of Safaricom's and the shop's own. */
export function panelAddresses({ MPESA_BASE_URL, MPESA_CALLBACK_BASE_URL }: Given): PanelAddresses {
  return { baseUrl: MPESA_BASE_URL?.replace(/\/+$/, '') ?? null, callbackBaseUrl: MPESA_CALLBACK_BASE_URL ?? null }
}
export interface PanelAddresses {
  baseUrl: string | null
  callbackBaseUrl: string | null
}

/** Whether an address has a word that Safaricom refuses in callback addresses (daraja §4). */
export function hasBarredWord(address: string): boolean {
  return /m-?pesa|safaricom|exec?|cmd|sql|query/i.test(address)
}

/** The certificate itself, perhaps on one line with `\n` spelt out, or the contents of the file of that path; empty for a file that cannot be read. */
function certificateIn(given: string | undefined): string | undefined {
  if (given === undefined || given.startsWith('-----BEGIN')) return given?.replaceAll('\\n', '\n')
  try {
    return readFileSync(given, 'utf8').trim()
  } catch {
    return ''
  }
}

function isUrl(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
}
