import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '#core/context.ts'
import { minSecretLength, SettingsError } from '#server/settings.ts'

/** All keys and secrets, derived from APP_SECRET with a different label for each use; `previous` is the APP_SECRET of before. */
export function secretsFrom(appSecret: string, previous: string | null = null): Secrets {
  const key = createSecretKey(appSecret, 'utf8')
  const derive = (use: string, id: string) => createHmac('sha256', key).update(`${use}:${id}`).digest()
  const secrets: Secrets = {
    orderKey: (orderId) => derive('order-key', orderId).toString('base64url'),
    // Hex, because M-Pesa refuses callback URLs that contain words such as `exe` or `sql` (daraja §4).
    callbackSecret: (attemptId) => derive('callback', attemptId).toString('hex'),
    payoutSecret: (payoutId) => derive('payout', payoutId).toString('hex'),
    riderToken: (riderDayId) => derive('rider', riderDayId).subarray(0, 16).toString('base64url'),
    seal: (text) => derive('seal', text).toString('base64url'),
    encrypt: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive('encryption', ''), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    decrypt: (encrypted) => decryptWith(derive('encryption', ''), encrypted) ?? secrets.previous?.decrypt(encrypted) ?? null,
    blind: (text) => derive('blind', text).toString('base64url'),
    debtHash: (text) => derive('affiliate-debt', text).toString('base64url'),
    authSecret: derive('auth', '').toString('base64url'),
    demoPassword: (name) => `${derive('demo-password', name).toString('hex').slice(0, 10)}-viatu`,
    matches: (expected, given) => {
      const [a, b] = [Buffer.from(expected), Buffer.from(given)]
      return a.length === b.length && timingSafeEqual(a, b)
    },
    mark: derive('mark', '').toString('base64url'),
    proves: (given, made) => secrets.matches(made(secrets), given) || (secrets.previous?.proves(given, made) ?? false),
    previous: previous === null ? null : secretsFrom(previous),
  }
  return secrets
}

/** The text, or null where it was encrypted with another key or has been changed. */
function decryptWith(key: Buffer, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < 28) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The demo's secret, generated once and stored in its data folder, so that old links stay valid. Throws SettingsError when the stored one is too short. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'app-secret')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null && stored.trim().length < minSecretLength)
    throw new SettingsError(
      `${file} should hold at least ${minSecretLength} random characters. Delete it for a new one: links to earlier orders then no longer open.`,
    )
  if (stored !== null) return stored
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  const draft = `${file}-${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(draft, secret, { mode: 0o600 })
  // `link` is atomic: of two simultaneous first starts one wins, and the other reads its secret.
  await link(draft, file).catch(() => {})
  await rm(draft)
  return readFile(file, 'utf8')
}
