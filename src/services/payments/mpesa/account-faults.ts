import { providerRefusals } from '#domain/payment.ts'

/** The parts of an account that its owner enters, and the phone that tries it. */
export type AccountPart = 'consumer_key' | 'consumer_secret' | 'passkey' | 'shortcode' | 'till' | 'host' | 'phone'

interface FaultRow {
  /** In the stored outcome of the prompt: its code, and M-Pesa's words. */
  said: RegExp
  parts: AccountPart[]
  sentence: string
}

/** What the outcome of the prompt that tries an account tells about its parts; the first row that fits holds (daraja §1, §2). */
const faultRows: FaultRow[] = [
  {
    said: /own key/i,
    parts: ['consumer_key', 'consumer_secret'],
    sentence: 'M-Pesa does not take this consumer key with this consumer secret. Copy both again from your app on the Daraja portal.',
  },
  {
    said: /apiproduct/i,
    parts: ['consumer_key'],
    sentence: 'The app of this key may not send prompts: add M-Pesa Express to it on the Daraja portal.',
  },
  {
    said: /merchant does not exist|BusinessShortCode/i,
    parts: ['shortcode'],
    sentence: 'M-Pesa does not know this shortcode, or it is not of this app.',
  },
  {
    said: /wrong credentials/i,
    parts: ['passkey'],
    sentence: 'The passkey is not the one of this shortcode. Copy it again from the letter or page of M-Pesa Express.',
  },
  {
    said: /PartyB|^SFC_IC0003\b|^2028\b/,
    parts: ['shortcode', 'till'],
    sentence: 'M-Pesa lets no money in here: check the number, and whether it is a till or a PayBill.',
  },
  {
    said: /CallBackURL/i,
    parts: ['host'],
    sentence: 'M-Pesa refuses the address of this shop: it needs an https address that everybody reaches (PUBLIC_URL).',
  },
  { said: /PhoneNumber|PartyA/, parts: ['phone'], sentence: 'M-Pesa does not know this phone.' },
  {
    said: /lock subscriber|^1001\b/i,
    parts: ['phone'],
    sentence: 'Another M-Pesa request is open on this phone. Answer it there, or wait a minute, then try again.',
  },
  {
    said: /unreachable|no access token|not answering/i,
    parts: ['host'],
    sentence: 'M-Pesa did not answer. Wait a minute, then try again; nothing was sent to the phone.',
  },
]

/** The parts of an account that are wrong, each with what to do about it; empty where the outcome tells nothing about them. */
export function accountFaults(code: string | null, text: string | null): Partial<Record<AccountPart, string>> {
  // A refusal at the gate has its own code in the text.
  const isRefusal = Object.values(providerRefusals).some((refusal) => refusal.code === code)
  const said = isRefusal ? (text ?? '') : `${code}: ${text}`
  const row = faultRows.find((each) => each.said.test(said))
  return Object.fromEntries((row?.parts ?? []).map((part) => [part, row?.sentence]))
}
