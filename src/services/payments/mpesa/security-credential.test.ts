import { constants, generateKeyPairSync, privateDecrypt, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mpesaKey, payoutAccount } from '../../../../test/payout-account.ts'
import { isCertificate, securityCredential } from './request-bodies.ts'

const { certificate } = payoutAccount

describe('the security credential', () => {
  it('is the password with PKCS #1 v1.5 padding, sealed with the key of the certificate', () => {
    const sealed = Buffer.from(securityCredential('påss/word', certificate), 'base64')
    const block = privateDecrypt({ key: mpesaKey, padding: constants.RSA_NO_PADDING }, sealed)
    expect([...block.subarray(0, 2)]).toEqual([0, 2])
    const end = block.indexOf(0, 2)
    expect(end).toBeGreaterThanOrEqual(10)
    expect(block.subarray(end + 1).toString()).toBe('påss/word')
  })

  it('is another one each time', () => {
    expect(securityCredential('password', certificate)).not.toBe(securityCredential('password', certificate))
  })
})

describe('a certificate', () => {
  it('is one that others read, too', () => {
    const read = new X509Certificate(certificate)
    expect([read.subject, read.issuer]).toEqual(['CN=M-Pesa of a test', 'CN=M-Pesa of a test'])
    expect(read.verify(read.publicKey)).toBe(true)
    expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([new Date('2026-11-01'), new Date('2036-11-01')])
  })

  it('is nothing else: no key, no half of one, no text', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const others = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      certificate.slice(0, 300),
      'certificate',
      '',
    ]
    expect([certificate, `\n${certificate}\n`, ...others].map((text) => isCertificate(String(text)))).toEqual([
      true,
      true,
      ...others.map(() => false),
    ])
  })
})
