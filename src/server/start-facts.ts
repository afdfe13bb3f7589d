import { isLoopbackHost } from '#domain/loopback.ts'
import { placeOf } from '#server/open-backups.ts'
import { outboxPath } from '#server/outbox-pages.ts'
import type { Settings } from '#server/settings.ts'
import type { RunningSimulator } from '#server/start-simulator.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'

/** The lines of the console once the shop is open: addresses, and what is simulated or missing. */
export function factsOf(
  settings: Settings,
  url: string,
  database: string,
  payments: PaymentAccount,
  simulator: RunningSimulator | null,
  born: { filled: boolean; hasPast: boolean },
  metrics: string | null,
  signIns: string[],
): string[] {
  return [
    `${settings.shop.name} is open: ${settings.publicUrl ?? url}`,
    ...accessFacts(settings, url),
    `  HTTP API      ${settings.publicUrl ?? url}/api/docs`,
    `  Database      ${database}${settings.database ? '' : `, data under ${settings.dataDir}`}`,
    `  Backup        ${backupFact(settings)}`,
    ...(born.filled ? ['  Shelves       filled with the demo catalogue'] : []),
    ...(born.hasPast ? ['  Past          a month of made-up orders, marked as such; npm run leave-demo takes them out again'] : []),
    `  ${payments.name.padEnd(13)} ${paymentFact(payments, simulator)}`,
    `  E-mail        ${mailFact(settings, url)}`,
    ...(settings.assistant ? [`  Assistant     ${settings.assistant.model} at ${new URL(settings.assistant.baseUrl).host}`] : []),
    `  SMS           ${smsFact(settings, simulator)}`,
    ...(metrics ? [`  Metrics       ${metrics}`] : []),
    ...signIns,
    'Ctrl-C closes it.',
  ]
}

function backupFact({ backup, mode, database }: Settings): string {
  if (backup) return `to ${placeOf(backup)}, ${backup.passphrase ? 'sealed' : 'not sealed, and without the secret: BACKUP_PASSPHRASE is not set'}`
  if (mode === 'demo') return 'none'
  return database
    ? 'by whoever runs the database; BACKUP_DIR or BACKUP_S3_* would copy its rows and the files every night'
    : 'NONE. If this disk dies, so does the shop with every order in it: set BACKUP_DIR or BACKUP_S3_* (docs/backup.md)'
}

function smsFact({ sms }: Settings, simulator: RunningSimulator | null): string {
  if (sms) return `through ${new URL(sms.baseUrl).host}, from ${sms.senderId}`
  if (simulator) return 'simulated as well: they arrive on the same phone'
  return 'none, buyers get e-mail only: SMS_USERNAME, SMS_API_KEY and SMS_SENDER_ID are not set'
}

function paymentFact({ fact }: PaymentAccount, simulator: RunningSimulator | null): string {
  if (!simulator) return fact
  return `simulated, no real money moves; ${simulator.phoneUrl ? `the phone rings at ${simulator.phoneUrl}` : 'its phone is closed'}`
}

function mailFact({ smtpUrl, demoAccess, publicUrl }: Settings, url: string): string {
  if (smtpUrl) return `through ${new URL(smtpUrl).host}`
  return demoAccess === 'closed' ? 'kept here instead of sent; the outbox is closed' : `kept here instead of sent: ${publicUrl ?? url}${outboxPath}`
}

/** Lines about who can reach the shop and the demo's tools, where that is more than this machine. */
function accessFacts({ mode, demoAccess, publicUrl, host }: Settings, url: string): string[] {
  const isWide = !isLoopbackHost(new URL(`http://${host.includes(':') ? `[${host}]` : host}`).host)
  return [
    ...(isWide && !publicUrl
      ? [`  Network       other machines need PUBLIC_URL, set to the address by which they call this one; here it is ${url}`]
      : []),
    ...(mode === 'demo' && demoAccess === 'open'
      ? [
          `  DEMO_OPEN     everybody who reaches this machine may read ${outboxPath}, answer the phone and command /control: so everybody can become an admin`,
        ]
      : []),
    ...(mode === 'demo' && demoAccess === 'local'
      ? [`  Proxy         one on this machine needs PUBLIC_URL: without it, whoever comes through it may read ${outboxPath} and answer the phone`]
      : []),
    ...(mode === 'demo' && demoAccess === 'closed'
      ? [
          `  DEMO_OPEN     not set: ${publicUrl ? 'PUBLIC_URL is' : 'HOST is not loopback'}, so ${outboxPath}, the phone and /control answer nobody; DEMO_OPEN=1 opens them to everybody`,
        ]
      : []),
  ]
}
