import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { PayoutSettings } from '#services/mpesa/mpesa.ts'
import { isCertificate } from '#services/mpesa/security-credential.ts'

const text = z.string().trim().optional()

/** What the shop is told about paying affiliates through M-Pesa (B2C): all of it or nothing. */
export const payoutFields = {
  MPESA_B2C_SHORTCODE: text.refine((digits) => digits === undefined || /^[1-9]\d{4,6}$/.test(digits), '5 to 7 digits'),
  MPESA_INITIATOR_NAME: text,
  MPESA_INITIATOR_PASSWORD: text,
  MPESA_CERTIFICATE: text
    .transform(certificateIn)
    .refine((pem) => pem === undefined || isCertificate(pem), "M-Pesa's certificate (PEM), or the path of a file with it"),
}
type Given = { [Name in keyof typeof payoutFields]?: string | undefined }

export const payoutNames = Object.keys(payoutFields) as (keyof Given)[]

/** What lacks for payouts where some of it is set. */
export function missingForPayouts(given: Given): string[] {
  const missing = payoutNames.filter((name) => given[name] === undefined)
  return missing.length === payoutNames.length ? [] : missing
}

/** Null where nothing is set: then affiliates are paid by hand. */
export function payoutsOf(given: Given): PayoutSettings | null {
  const { MPESA_B2C_SHORTCODE, MPESA_INITIATOR_NAME, MPESA_INITIATOR_PASSWORD, MPESA_CERTIFICATE } = given
  if (!MPESA_B2C_SHORTCODE || !MPESA_INITIATOR_NAME || !MPESA_INITIATOR_PASSWORD || !MPESA_CERTIFICATE) return null
  return {
    shortcode: MPESA_B2C_SHORTCODE,
    initiatorName: MPESA_INITIATOR_NAME,
    initiatorPassword: MPESA_INITIATOR_PASSWORD,
    certificate: MPESA_CERTIFICATE,
  }
}

/** The certificate itself, perhaps on one line with `\n` spelt out, or what the file of that path holds; a file that cannot be read holds none. */
function certificateIn(given: string | undefined): string | undefined {
  if (given === undefined || given.startsWith('-----BEGIN')) return given?.replaceAll('\\n', '\n')
  try {
    return readFileSync(given, 'utf8').trim()
  } catch {
    return ''
  }
}
