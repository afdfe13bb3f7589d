import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '#features/context.ts'
import { SettingsError, shortestSecret } from '#server/settings.ts'

/** Everything unguessable is derived from APP_SECRET, each use under a name of its own. */
export function secretsFrom(appSecret: string): Secrets {
  const derive = (use: string, id: string) => createHmac('sha256', appSecret).update(`${use}:${id}`).digest()
  return {
    orderKey: (orderId) => derive('order-key', orderId).toString('base64url'),
    // Hex: M-Pesa refuses addresses in which it reads a word such as `exe` or `sql` (daraja §4).
    callbackSecret: (attemptId) => derive('callback', attemptId).toString('hex'),
    payoutSecret: (payoutId) => derive('payout', payoutId).toString('hex'),
    seal: (text) => derive('seal', text).toString('base64url'),
    blind: (text) => derive('blind', text).toString('base64url'),
    debtHash: (text) => derive('affiliate-debt', text).toString('base64url'),
    authSecret: derive('auth', '').toString('base64url'),
    demoPassword: (name) => `${derive('demo-password', name).toString('hex').slice(0, 10)}-viatu`,
    matches: (expected, given) => {
      const [a, b] = [Buffer.from(expected), Buffer.from(given)]
      return a.length === b.length && timingSafeEqual(a, b)
    },
  }
}

/** The secret of a demo shop: made once, kept beside its data, so that keys in old links still open. Throws SettingsError for one that could be guessed. */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'app-secret')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null && kept.trim().length < shortestSecret)
    throw new SettingsError(
      `${file} should hold at least ${shortestSecret} random characters. Delete it for a new one: links to earlier orders then no longer open.`,
    )
  if (kept !== null) return kept
  await mkdir(dataDir, { recursive: true })
  const made = randomBytes(32).toString('base64url')
  const draft = `${file}-${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(draft, made, { mode: 0o600 })
  // Of two first starts one wins, whole, and the other reads what it wrote.
  await link(draft, file).catch(() => {})
  await rm(draft)
  return readFile(file, 'utf8')
}
