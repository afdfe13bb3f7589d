import { isLoopbackHost, outboxPath } from '#domain/loopback.ts'
import { claimHours } from '#domain/opening.ts'
import type { PaymentAccounts } from '#features/orders/mpesa-account/account-of.ts'
import type { ShopSettings } from '#features/settings/setting-fields.ts'
import { placeOf } from '#server/open-backups.ts'
import type { Shop } from '#server/running-shop.ts'
import type { Settings } from '#server/settings.ts'
import type { RunningSimulator } from '#server/start-simulator.ts'
import { smsOf } from '#services/sms/sms-account.ts'

/** The lines of the console once the shop is open: addresses, and what is simulated or missing. */
export function factsOf(
  settings: Settings,
  { facts, isOpen, contextFor }: Pick<Shop, 'facts' | 'isOpen' | 'contextFor'>,
  url: string,
  database: string,
  simulator: RunningSimulator | null,
  born: { filled: boolean; hasPast: boolean },
  metrics: string | null,
  signIns: string[],
  claim: string | null,
): string[] {
  return [
    `${facts.name} is ${isOpen ? 'open' : 'getting ready, and its panel alone answers'}: ${settings.publicUrl ?? url}${isOpen ? '' : '/admin'}`,
    ...(claim ? [`  Owner         nobody yet: this link makes one, once, within ${claimHours} hours: ${claim}`] : []),
    ...accessFacts(settings, url),
    `  HTTP API      ${settings.publicUrl ?? url}/api/docs`,
    `  Database      ${database}${settings.database ? '' : `, data under ${settings.dataDir}`}`,
    `  Backup        ${backupFact(settings)}`,
    ...(born.filled ? ['  Shelves       filled with the demo catalogue'] : []),
    ...(born.hasPast ? ['  Past          a month of made-up orders, marked as such; npm run leave-demo takes them out again'] : []),
    `  ${contextFor().services.payments.name.padEnd(13)} ${paymentFact(contextFor().services.accounts, simulator)}`,
    `  E-mail        ${mailFact(settings, contextFor().services.settings.values, url)}`,
    ...(settings.assistant ? [`  Assistant     ${settings.assistant.model} at ${new URL(settings.assistant.baseUrl).host}`] : []),
    `  SMS           ${smsFact(settings, contextFor().services.settings.values, simulator)}`,
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

function smsFact({ smsBaseUrl }: Settings, values: ShopSettings, simulator: RunningSimulator | null): string {
  const sms = smsOf(values, smsBaseUrl)
  if (sms) return `through ${new URL(sms.baseUrl).host}, from ${sms.senderId}`
  if (simulator) return 'simulated as well: they arrive on the same phone'
  return 'none, buyers get e-mail only: the panel has no account at a gateway'
}

function paymentFact({ fact, from }: PaymentAccounts, simulator: RunningSimulator | null): string {
  if (from !== 'simulator' || !simulator) return fact
  return `simulated, no real money moves; ${simulator.phoneUrl ? `the phone rings at ${simulator.phoneUrl}` : 'its phone is closed'}`
}

function mailFact({ mode, smtpUrl, demoAccess, publicUrl }: Settings, { mail_server }: ShopSettings, url: string): string {
  if (mode === 'live' && smtpUrl === null && mail_server === null) return 'not set up: an owner does it in the panel'
  if (smtpUrl ?? mail_server) return `through ${smtpUrl ? new URL(smtpUrl).host : mail_server}`
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
