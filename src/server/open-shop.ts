import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type DestinationStream, pino } from 'pino'
import { type DatabaseUrls, isPooled, openDatabase } from '#db/client.ts'
import { listen } from '#db/listen.ts'
import { startNotifier } from '#db/notifier.ts'
import { newestMigration } from '#db/run-migrations.ts'
import { databaseTokens } from '#db/token-store.ts'
import { originOf } from '#domain/loopback.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { type Actor, anonymous, type Context, type Log, type Services, theShop } from '#features/context.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { currentLogIds } from '#features/log-ids.ts'
import { createMonitor, type Monitor } from '#features/monitoring/monitor.ts'
import { createAuth } from '#features/people/create-auth.ts'
import { createEventBus } from '#server/event-bus.ts'
import { faultText } from '#server/fault-text.ts'
import { openFiles } from '#server/open-files.ts'
import { outboxPath } from '#server/outbox-pages.ts'
import type { Shop } from '#server/running-shop.ts'
import { secretsFrom, storedSecret } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'
import { createModel, type ModelOptions } from '#services/assistant/open-ai-model.ts'
import { createBreaker } from '#services/breaker.ts'
import type { Mailer } from '#services/mail/mailer.ts'
import { outbox } from '#services/mail/outbox.ts'
import { createSmtpMailer } from '#services/mail/smtp-mailer.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'
import { pictureEncoder } from '#services/pictures/picture-encoder.ts'
import { previewCache } from '#services/pictures/preview-cache.ts'
import { createAfricasTalking } from '#services/sms/africas-talking.ts'
import type { SmsSettings } from '#services/sms/sms.ts'
import { httpsFiles } from '#services/web-files/https-files.ts'

interface Opening {
  settings: Settings
  addresses: DatabaseUrls
  /** The shop's account with a payment provider, or with the simulator; null for commands that neither take nor pay money. */
  payments: PaymentAccount | null
  /** Null where the shop sends e-mails but no SMS. */
  sms: SmsSettings | null
  /** URL of the simulated phone; null where there is none, or visitors may not use it. */
  phoneUrl: string | null
  /** Null for commands, and where no backup is set up. */
  backups?: Services['backups']
  log?: Log
}

/** Creates the services and connections of the shop: the only place that makes a Context. */
export async function openShop({ settings, addresses, payments, sms, phoneUrl, backups = null, log = createLog() }: Opening): Promise<Shop> {
  const database = openDatabase(addresses.url, {
    pooled: isPooled(addresses),
    replicaUrl: addresses.replicaUrl,
    onError: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
  })
  const events = createEventBus()
  if (database.replica) for (const subject of ['shelf', 'orders']) events.subscribe(subject, database.replica.changed)
  const listener = listen(
    addresses.directUrl,
    {
      // A process of the version before migration 0017 tells of a size by the id of its product, which is no key.
      shelf_changed: (key) => {
        if (key === '' || key === 'delivery') forgetDeliveryTerms()
        events.publish('shelf', /^[0-9a-f]{8}-/.test(key) ? '' : key)
      },
      order_changed: (id) => {
        events.publish(`order ${id}`)
        events.publish('orders')
      },
    },
    () => {
      forgetDeliveryTerms()
      events.publish('shelf')
    },
  )
  const notifier = startNotifier(database.notifierDb, { onError: (error) => log.warn({ error }, 'changes are announced later') })
  const breakers = { payments: createBreaker(() => performance.now()), assistant: createBreaker(() => performance.now()) }
  const monitor = createMonitor({
    pools: database.pools,
    breakers: () => ({ payments: breakers.payments.isOpen(), ...(settings.assistant && { assistant: breakers.assistant.isOpen() }) }),
    replica: database.replica && database.replica.state,
    schema: newestMigration,
    disk: () => roomIn(settings.dataDir),
  })
  const counted = (write: (event: Record<string, unknown>) => void) => (event: Record<string, unknown>) => {
    monitor.call(event)
    write(event)
  }
  const secrets = secretsFrom(settings.appSecret ?? (await storedSecret(settings.dataDir)), settings.previousSecret)
  const facts = factsOf(settings, phoneUrl)
  const services: Services = {
    payments:
      payments?.open({ tokens: databaseTokens(database.callbacksDb), breaker: breakers.payments, log: counted(toLog(log, 'mpesa')) }) ?? noProvider,
    mailer: mailerOf(settings, monitor),
    sms: sms && createAfricasTalking(sms, { log: counted((event) => log.info(event, 'sms')) }),
    files: await openFiles(settings, log, monitor),
    backups,
    pictures: pictureEncoder(),
    webFiles: httpsFiles(),
    previews: previewCache(settings.dataDir),
    secrets,
    auth: createAuth(database.db, { secret: secrets.authSecret, origin: facts.origin, name: facts.name, log }),
    shop: facts,
    callbackBaseUrl: payments?.callbackBaseUrl ?? facts.origin,
    affiliates: settings.affiliates,
    announce: notifier.wake,
    monitor,
    assistant: assistantOf(settings, { log: counted(toLog(log, 'assistant')), breaker: breakers.assistant }),
  }
  const contextFor = (actor: Actor, db = database.db): Context => ({ db, actor, now: sql`now()`, services, log })
  return {
    contextFor: (actor = anonymous) => contextFor(actor),
    // M-Pesa's callbacks have a connection pool of their own, so that page traffic cannot delay them.
    callbackContext: () => contextFor(anonymous, database.callbacksDb),
    jobContext: () => contextFor(theShop),
    replica: database.replica,
    facts,
    events,
    log,
    close: async () => {
      await services.mailer.close()
      await notifier.stop()
      await listener.stop()
      await database.close()
    },
  }
}

/** What a service fails at is a warning, which an owner sees at the usual LOG_LEVEL; a refusal of one request (`busy` false) is none, and a query for a payment is repeated anyway. */
function toLog(log: Log, service: string) {
  const failures: unknown[] = ['unknown', 'refused', 'store failed', 'timeout', 'broken', 'cut']
  return (event: Record<string, unknown>) => log[failures.includes(event.outcome) && event.busy !== false ? 'warn' : 'info'](event, service)
}

/** Bytes of the disk under a folder. */
async function roomIn(folder: string) {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bsize * bavail, total: bsize * blocks }
}

const noProvider = new Proxy({} as PaymentProvider, {
  get() {
    throw new Error('Only a running shop may call a payment provider')
  },
})

/** E-mails go to the mail server of the settings; without one they stay in the outbox, which only demo mode has. */
function mailerOf({ smtpUrl, mailFrom, shop }: Settings, monitor: Monitor): Mailer {
  if (smtpUrl === null) return outbox
  const mailer = createSmtpMailer({ url: smtpUrl, from: { name: shop.name, address: mailFrom }, replyTo: shop.email })
  return { ...mailer, send: (mail) => monitor.timed('mail', () => mailer.send(mail)) }
}

function assistantOf({ assistant }: Settings, options: ModelOptions): Services['assistant'] {
  return assistant && { model: createModel(assistant, options), dailyTokens: assistant.dailyTokens }
}

function factsOf({ shop, publicUrl, host, port, mode, smtpUrl, demoAccess }: Settings, phoneUrl: string | null): ShopFacts {
  return {
    ...shop,
    origin: publicUrl ?? originOf(host, port),
    demo: mode === 'demo' ? { phoneUrl, outboxUrl: smtpUrl === null && demoAccess !== 'closed' ? outboxPath : null } : null,
  }
}

/** Names of fields that are redacted in every log line, at the top level and two levels below. */
const redactedFields = [
  ...['authorization', 'cookie', 'password', 'pin', 'token', 'secret', 'key', 'orderKey', 'order_key'],
  ...[
    'email',
    'phone',
    'to',
    'customerPhone',
    'customer_phone',
    'customer_email',
    'customerEmail',
    'deliveryAddress',
    'delivery_address',
    'receiver_name',
    'receiver_phone',
  ],
]

/** `to` is stdout by default. */
export function createLog(level = process.env.LOG_LEVEL ?? 'warn', to?: DestinationStream): Log {
  const redact = redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, base: null, mixin: currentLogIds, serializers: { error: faultText }, redact }, to as DestinationStream)
}
