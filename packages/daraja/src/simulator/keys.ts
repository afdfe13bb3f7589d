import { constants, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, privateDecrypt, sign } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** M-Pesa's key pair: the shop encrypts its initiator's password with the certificate, and only the simulator can decrypt it (daraja §5). */
export interface Keys {
  /** PEM. */
  certificate(): Promise<string>
  /** The password of a SecurityCredential; null when it was encrypted with another certificate or padding. */
  unseal(credential: string): Promise<string | null>
}

/** Keys that are generated on first use and stored in a file, so that a shop's certificate stays valid across restarts. */
export function openKeys(path: string, now: () => Date): Keys {
  let kept: Promise<{ privateKey: KeyObject; certificate: string }> | undefined
  const keys = () => {
    kept ??= readKeys(path).then((found) => found ?? makeKeys(path, now()))
    return kept
  }
  return {
    certificate: async () => (await keys()).certificate,
    unseal: async (credential) => unpadded(credential, (await keys()).privateKey),
  }
}

async function readKeys(path: string) {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (text === undefined) return undefined
  const [privateKey, certificate] = text.split(/(?=-----BEGIN CERTIFICATE)/) as [string, string]
  return { privateKey: createPrivateKey(privateKey), certificate }
}

async function makeKeys(path: string, now: Date) {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const certificate = selfSigned(privateKey, 'M-Pesa on this machine', now)
  await mkdir(dirname(path), { recursive: true })
  // Written atomically: an incomplete key would break every later start.
  await writeFile(`${path}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }) + certificate, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return { privateKey, certificate }
}

/** Removes PKCS #1 v1.5 padding, `00 02 (not 00)... 00 text`: Node supports it only where OpenSSL has implicit rejection. */
function unpadded(credential: string, privateKey: KeyObject): string | null {
  const sealed = Buffer.from(credential, 'base64')
  if (sealed.length !== 256) return null
  let block: Buffer
  try {
    block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed)
  } catch {
    return null
  }
  const end = block.indexOf(0, 2)
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1).toString('utf8') : null
}

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
