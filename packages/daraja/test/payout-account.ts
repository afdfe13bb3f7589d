import { generateKeyPairSync } from 'node:crypto'
import type { PayoutRequest, PayoutSettings } from '../src/client/mpesa.ts'
import { selfSigned } from '../src/simulator/keys.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The certificate's private key, with which M-Pesa decrypts the credential. */
export const mpesaKey = privateKey

export const payoutAccount: PayoutSettings = {
  shortcode: '600992',
  initiatorName: 'viatu-payer',
  initiatorPassword: 'the-initiator-password',
  certificate: selfSigned(privateKey, 'M-Pesa of a test', new Date('2026-11-01T00:00:00Z')),
}

export const payout: PayoutRequest = {
  payoutId: '7f3c2a10-0001-4000-8000-1a2b3c4d5e6f',
  phone: '254712345678',
  amount: 150_000,
  remarks: 'Viatu commission',
  occasion: 'Payout',
  resultUrl: 'https://shop.example/api/callbacks/payouts/abc/result',
  timeoutUrl: 'https://shop.example/api/callbacks/payouts/abc/late',
}
