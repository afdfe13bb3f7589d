import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/** A self-signed X.509 certificate (version 1, ten years) in PEM, like the one that Safaricom publishes. */
export function selfSigned(privateKey: KeyObject, commonName: string, from: Date): string {
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + 10)
  const name = sequence(der(tags.set, sequence(oid.commonName, der(tags.text, Buffer.from(commonName, 'utf8')))))
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const facts = sequence(der(tags.integer, Buffer.from([1])), algorithm, name, sequence(time(from), time(until)), name, publicKey)
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', facts, privateKey))
  const base64 = sequence(facts, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
}

/** The tags and names of X.509 that a certificate needs (RFC 5280). */
const tags = { integer: 0x02, bits: 0x03, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 }
const oid = {
  commonName: Buffer.from('0603550403', 'hex'),
  sha256WithRsa: Buffer.from('06092a864886f70d01010b', 'hex'),
}
const nothing = Buffer.from('0500', 'hex')
const algorithm = sequence(oid.sha256WithRsa, nothing)

function sequence(...parts: Buffer[]): Buffer {
  return der(tags.sequence, ...parts)
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

/** Up to 127 in one byte; from there the number of bytes comes first. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** `261121035207Z`; two digits of the year reach to 2049. */
function time(at: Date): Buffer {
  return der(tags.time, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
}
