import { z } from 'zod'
import type { SmsSettings } from './sms.ts'

const text = z.string().trim().optional()

/** Environment variables of the account at Africa's Talking: name, key and sender, or none, and the shop sends no SMS. */
export const smsFields = {
  SMS_BASE_URL: text
    .refine(
      (given) => given === undefined || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)),
      'the address of the SMS gateway, such as https://api.africastalking.com',
    )
    .transform((given) => given?.replace(/\/+$/, '')),
  SMS_USERNAME: text,
  SMS_API_KEY: text.refine((given) => given === undefined || /^[\x21-\x7e]+$/.test(given), 'the key that the gateway gave you'),
  SMS_SENDER_ID: text.refine(
    (given) => given === undefined || /^[\w .&-]{1,11}$/.test(given),
    'a registered name of at most 11 characters, or a short code',
  ),
}
type Name = keyof typeof smsFields
type Given = Partial<Record<Name, string>>

const needed = ['SMS_USERNAME', 'SMS_API_KEY', 'SMS_SENDER_ID'] as const

/** Why these settings are invalid, or null. */
export function smsRefusal(given: Given): string | null {
  const missing = needed.filter((name) => given[name] === undefined)
  if (missing.length === 0 || (missing.length === needed.length && given.SMS_BASE_URL === undefined)) return null
  return `SMS is half set: ${missing.join(', ')} missing. Set all of it, or none to send e-mails only.`
}

/** The account of valid settings; null where nothing is set. The user `sandbox` gets the gateway's sandbox. */
export function smsOf(given: Given): SmsSettings | null {
  if (given.SMS_USERNAME === undefined) return null
  const home = given.SMS_USERNAME === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com'
  return {
    baseUrl: given.SMS_BASE_URL ?? home,
    username: given.SMS_USERNAME,
    apiKey: given.SMS_API_KEY as string,
    senderId: given.SMS_SENDER_ID as string,
  }
}
