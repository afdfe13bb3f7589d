import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalisePassword } from '#domain/account.ts'
import { createSlots } from '#domain/slots.ts'

/** OWASP's present minimum (promises P9): 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const bytes = 32

/** A password as it is stored: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. Worked out beside the event loop, a few at a time. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await slots.take(() => derive(password, salt, cost, bytes))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}$${bare(hash)}`
}

/** Whether it is the password of a stored hash, in the same time wherever the two differ. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!match) return false
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const [salt, expected] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  const given = await slots.take(() => derive(password, salt, { memory, passes, parallelism }, expected.length))
  return timingSafeEqual(expected, given)
}

function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: normalisePassword(password), nonce, memory, passes, parallelism, tagLength }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

/** Two at a time leave room in the thread pool for files and names, and hold 38 MiB; a crowd that would wait for seconds is asked to come back. */
const slots = createSlots(2, 64, 5)

function bare(buffer: Buffer): string {
  return buffer.toString('base64').replace(/=+$/, '')
}
