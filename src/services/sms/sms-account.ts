import type { SmsSettings } from './sms.ts'

const needed = ['SMS_USERNAME', 'SMS_API_KEY', 'SMS_SENDER_ID'] as const
type Given = Partial<Record<(typeof needed)[number] | 'SMS_BASE_URL', unknown>>

/** Why these variables of the environment are invalid, or null. */
export function smsRefusal(given: Given): string | null {
  const missing = needed.filter((name) => given[name] === undefined)
  if (missing.length === 0 || (missing.length === needed.length && given.SMS_BASE_URL === undefined)) return null
  return `SMS is half set: ${missing.join(', ')} missing. Set all of it, or none to send e-mails only.`
}

/** The account at Africa's Talking, or at the gateway of `baseUrl`; null where it is not whole. The user `sandbox` gets the sandbox. */
export function smsOf(
  { sms_username: username, sms_api_key: apiKey, sms_sender: senderId }: Record<'sms_username' | 'sms_api_key' | 'sms_sender', string | null>,
  baseUrl: string | null,
): SmsSettings | null {
  if (username === null || apiKey === null || senderId === null) return null
  const home = username === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com'
  return { baseUrl: baseUrl ?? home, username, apiKey, senderId }
}
