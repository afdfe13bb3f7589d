import { z } from 'zod'
import { WireError } from './wire-errors.ts'

/** Daraja accepts numbers and strings of digits (daraja §2); parsed to text. */
const digits = z.union([z.string(), z.int().transform(String)])
const phone = digits.pipe(z.string().regex(/^254[17]\d{8}$/))
const shortcode = digits.pipe(z.string().regex(/^\d{5,7}$/))
const timestamp = z.string().refine(isTimestamp)

const wholeShillings = digits
  .pipe(z.string().regex(/^[1-9]\d{0,5}$/))
  .transform(Number)
  .pipe(z.int().max(250_000))
const url = z.string().refine(isCallbackUrl)

const credentials = { BusinessShortCode: shortcode, Password: z.base64().min(1), Timestamp: timestamp }

const stkPush = z.object({
  ...credentials,
  TransactionType: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: wholeShillings,
  PartyA: phone,
  PartyB: shortcode,
  PhoneNumber: phone,
  CallBackURL: url,
  AccountReference: z.string().regex(/^[A-Za-z0-9]{1,12}$/),
  TransactionDesc: z.string().max(13).default(''),
})

const stkQuery = z.object({ ...credentials, CheckoutRequestID: z.string().min(1).max(128) })

/** `2026-11-22 14:32:05` in Nairobi. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text) => new Date(`${text.replace(' ', 'T')}+03:00`))
  .refine((date) => !Number.isNaN(date.getTime()))

const pullQuestion = z.object({
  ShortCode: shortcode,
  StartDate: localTime,
  EndDate: localTime,
  OffSetValue: digits.pipe(z.string().regex(/^\d{1,9}$/)).transform(Number),
})

const initiatorPart = { SecurityCredential: z.base64().min(1), PartyA: shortcode, ResultURL: url, QueueTimeOutURL: url }

/** The v1 payout, without OriginatorConversationID; one that is sent is ignored. */
const b2cPaymentV1 = z.object({
  InitiatorName: z.string().min(1),
  ...initiatorPart,
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: wholeShillings,
  PartyB: phone,
  Remarks: z.string().min(2).max(100),
  Occassion: z.string().max(100).default(''),
})
const b2cPayment = b2cPaymentV1.extend({ OriginatorConversationID: z.string().regex(/^[\w-]{1,40}$/) })

/** A client that has only one of two ids may send the other as an empty string. */
const idOrNone = z
  .string()
  .nullish()
  .transform((id) => id || undefined)

const statusQuestion = z
  .object({
    Initiator: z.string().min(1),
    ...initiatorPart,
    CommandID: z.literal('TransactionStatusQuery'),
    TransactionID: idOrNone,
    OriginalConversationID: idOrNone,
    IdentifierType: digits.pipe(z.literal('4')),
    Remarks: z.string().max(100).default(''),
    Occasion: z.string().max(100).default(''),
  })
  .refine((sent) => (sent.TransactionID ?? sent.OriginalConversationID) !== undefined, { path: ['TransactionID'] })

export type StkPush = z.output<typeof stkPush>

export type B2cPayment = z.output<typeof b2cPaymentV1> & { OriginatorConversationID?: string }
export type StatusQuestion = z.output<typeof statusQuestion>

export type PullQuestion = z.output<typeof pullQuestion>

export const readStkPush = reader(stkPush)
export const readStkQuery = reader(stkQuery)
export const readPull = reader(pullQuestion)
export const readB2cPayment = reader(b2cPayment)
export const readB2cPaymentV1 = reader(b2cPaymentV1)
export const readStatusQuestion = reader(statusQuestion)

/** The Password must be made of the shortcode, the passkey and the very Timestamp of this request (daraja §2). */
export function checkCredentials(
  sent: { BusinessShortCode: string; Password: string; Timestamp: string },
  shop: { shortcode: string; passkey: string },
) {
  if (sent.BusinessShortCode !== shop.shortcode) throw new WireError('unknownMerchant')
  const expected = Buffer.from(sent.BusinessShortCode + shop.passkey + sent.Timestamp).toString('base64')
  if (sent.Password !== expected) throw new WireError('wrongCredentials')
}

/** Reads a request's body, or throws the refusal that names the first wrong field. */
function reader<T extends z.ZodType>(schema: T) {
  return async (request: Request): Promise<z.output<T>> => {
    if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/json')) {
      throw new WireError('invalidField', { field: 'Content-Type' })
    }
    const body = await request.json().catch(() => undefined)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new WireError('invalidPayload')
    const read = schema.safeParse(body)
    if (!read.success) throw new WireError('invalidField', { field: String(read.error.issues[0]?.path[0]) })
    return read.data
  }
}

function isTimestamp(text: string): boolean {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day, hour, minute, second] = match.slice(1)
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso
}

/** Refused anywhere in the URL, in any case (daraja §4); "mpesa" without the dash has been refused as well. */
const barredWords = /m-?pesa|safaricom|exe|cmd|sql|query/i

function isCallbackUrl(text: string): boolean {
  const host = /^https?:\/\/([^/?#]+)/.exec(text)?.[1]
  return host !== undefined && host === host.toLowerCase() && URL.canParse(text) && !barredWords.test(text)
}
