import { constants, createPrivateKey, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { selfSigned } from './certificate.ts'

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
