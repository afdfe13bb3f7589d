import crypto, { type Argon2Parameters, createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The shop works out each password for 35 ms of processor time, and tests make thousands of accounts, nearly all with the same password. So this process works out
 * each password once for each cost: further salts that it made itself mix that result by HMAC, as different for each salt. Salts from elsewhere, such as of accounts
 * that another process made, are worked out in full, once. Tests of the hash itself use passwords of their own; proof/enumeration and test/e2e run without this.
 */
const { argon2, randomBytes } = crypto
const own = new Set<string>()
const known = new Map<string, Promise<Buffer>>()

const remembered: typeof argon2 = (algorithm, parameters, callback) => {
  const { message, nonce, ...cost } = parameters
  const salt = Buffer.from(nonce as Buffer).toString('base64')
  const isOwn = own.has(salt)
  const key = JSON.stringify([algorithm, String(message), cost, isOwn || salt])
  const derived = known.get(key) ?? derive(algorithm, parameters)
  known.set(key, derived)
  const mixed = (hash: Buffer) => (isOwn ? createHmac('sha512', hash).update(salt).digest().subarray(0, cost.tagLength) : Buffer.from(hash))
  derived.then(
    (hash) => callback(null, mixed(hash)),
    (error) => {
      known.delete(key)
      callback(error, Buffer.alloc(0))
    },
  )
}

function derive(algorithm: Parameters<typeof argon2>[0], parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => argon2(algorithm, parameters, (error, hash) => (error ? reject(error) : resolve(hash))))
}

function noting(...sent: unknown[]) {
  const bytes = (randomBytes as (...sent: unknown[]) => Buffer | undefined)(...sent)
  if (bytes && sent[0] === 16) own.add(bytes.toString('base64'))
  return bytes
}

// Once a process, though vitest loads this before each file of it.
if (argon2.name !== remembered.name) {
  crypto.argon2 = remembered
  crypto.randomBytes = noting as typeof randomBytes
  syncBuiltinESMExports()
}
