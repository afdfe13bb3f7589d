import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '#features/context.ts'
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
