import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A derivation of argon2 that this process has made once is answered from memory: who signs up in a test signs in without another 35 ms of processor time.
 * In tests of accounts two thirds are such. New salts cost what they cost; test/e2e and enumeration.test.ts run without this.
 */
const { argon2 } = crypto
const known = new Map<string, Buffer>()

const remembered: typeof argon2 = (algorithm, parameters, callback) => {
  const { message, nonce, ...cost } = parameters
  const key = JSON.stringify([algorithm, String(message), Buffer.from(nonce as Buffer).toString('base64'), cost])
  const derived = known.get(key)
  if (derived) return void setImmediate(callback, null, Buffer.from(derived))
  argon2(algorithm, parameters, (error, hash) => {
    if (!error) known.set(key, Buffer.from(hash))
    callback(error, hash)
  })
}

// Once a process, though vitest loads this before each file of it.
if (argon2.name !== remembered.name) {
  crypto.argon2 = remembered
  syncBuiltinESMExports()
}
