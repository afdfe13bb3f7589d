import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type Actor, anonymous, type Context, type Log, type Services, theShop } from '#core/context.ts'
import { type DatabaseUrls, isPooled, openDatabase } from '#db/client.ts'
import { listen, startNotifier } from '#db/listen-notify.ts'
import { newestMigration } from '#db/run-migrations.ts'
import { isProblem } from '#domain/problem.ts'
import { effects } from '#features/effects.ts'
import { createAuth } from '#features/people/better-auth.ts'
import { createMonitor, type Monitor } from '#features/staff/monitoring/monitor.ts'
import { createLog } from '#server/create-log.ts'
import { openAccounts } from '#server/open-accounts.ts'
import { openLiveSettings } from '#server/open-settings.ts'
import { createEventBus, type Shop } from '#server/running-shop.ts'
import { secretsFrom, storedSecret } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'
import { createModel, type ModelOptions } from '#services/assistant/open-ai-model.ts'
import { createBreaker } from '#services/breaker.ts'
import { diskFiles } from '#services/files/disk-files.ts'
import type { Files } from '#services/files/files.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'
import { pictureEncoder } from '#services/pictures/picture-encoder.ts'
import { previewCache } from '#services/pictures/preview-cache.ts'
import { webPush } from '#services/push/push.ts'
import type { SmsSettings } from '#services/sms/sms.ts'
import { httpsFiles } from '#services/web-files/https-files.ts'

interface Opening {
  settings: Settings
  addresses: DatabaseUrls
  /** The account that the environment sets, or the simulator's; null where there is neither, and for commands that neither take nor pay money. */
  payments: PaymentAccount | null
  /** The simulator's gateway, for a shop without an account at one; null for commands, and in a live shop. */
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
  const reloadAll = () =>
    void accounts
      .reload()
      .then(live.reload)
      .then(() => events.publish('shelf'))
  if (database.replica) for (const subject of ['shelf', 'orders']) events.subscribe(subject, database.replica.changed)
  const notifier = startNotifier(database.notifierDb, { onError: (error) => log.warn({ error }, 'changes are announced later') })
  const modelBreaker = createBreaker(() => performance.now())
  const monitor = createMonitor({
    pools: database.pools,
    breakers: () => ({ payments: accounts.now.isResting(), ...(settings.assistant && { assistant: modelBreaker.isOpen() }) }),
    replica: database.replica ? database.replica.state : null,
    schema: newestMigration,
    disk: () => roomIn(settings.dataDir),
  })
  const counted = (write: (event: Record<string, unknown>) => void) => (event: Record<string, unknown>) => {
    monitor.call(event)
    write(event)
  }
  const secrets = secretsFrom(settings.appSecret ?? (await storedSecret(settings.dataDir)), settings.previousSecret)
  const accounts = await openAccounts({
    ...{ db: database.db, tokensDb: database.callbacksDb, settings, secrets, given: payments, log },
    count: counted(toLog(log, 'mpesa')),
  })
  const live = await openLiveSettings({
    ...{ db: database.db, settings, secrets, monitor, log, phoneUrl, hasPayments: () => accounts.from !== 'none' },
    countSms: counted((event) => log.info(event, 'sms')),
    standInSms: sms,
  })
  // Once there is something to read again: it also calls after its first connection.
  const listener = listen(
    addresses.directUrl,
    {
      shelf_changed: (key) => {
        effects.contentChanged(key)
        // Every page shows some of the settings: they are dropped once this process has the new ones.
        if (key === 'settings') reloadAll()
        else events.publish('shelf', key)
      },
      order_changed: (id) => {
        events.publish(`order ${id}`)
        events.publish('orders')
      },
    },
    () => {
      effects.contentChanged('')
      reloadAll()
    },
  )
  const services: Services = {
    get payments() {
      return accounts.now.provider
    },
    accounts,
    get mailer() {
      return live.now.mailer
    },
    get sms() {
      return live.now.sms
    },
    push: settings.sendsPushes ? webPush() : { ...webPush(), send: async () => ({ outcome: 'never', code: 'drill' }) },
    files: await openFiles(settings, log, monitor),
    backups,
    pictures: pictureEncoder(),
    webFiles: httpsFiles(),
    previews: previewCache(settings.dataDir),
    secrets,
    auth: createAuth(database.db, { secret: secrets.authSecret, origin: live.now.facts.origin, log }),
    get shop() {
      return live.now.facts
    },
    get opening() {
      return live.now.opening
    },
    get settings() {
      return live.now.settings
    },
    reloadSettings: live.reload,
    get callbackBaseUrl() {
      return accounts.now.callbackBaseUrl
    },
    asksSecondFactor: settings.mode === 'live',
    allowsPrivateMail: settings.allowsPrivateMail,
    effects,
    announce: notifier.wake,
    monitor,
    assistant: assistantOf(settings, { log: counted(toLog(log, 'assistant')), breaker: modelBreaker }),
  }
  // One for all: callers of one clock meet in a batch (core/batched.ts).
  const now = sql`now()`
  const contextFor = (actor: Actor, db = database.db): Context => ({ db, actor, now, services, log })
  return {
    contextFor: (actor = anonymous) => contextFor(actor),
    // M-Pesa's callbacks have a connection pool of their own, so that page traffic cannot delay them.
    callbackContext: () => contextFor(anonymous, database.callbacksDb),
    jobContext: () => contextFor(theShop),
    replica: database.replica,
    get isOpen() {
      return live.now.opening.isOpen
    },
    get facts() {
      return live.now.facts
    },
    events,
    reloadSettings: live.reload,
    log,
    close: async () => {
      await services.mailer.close()
      await notifier.stop()
      await listener.stop()
      await database.close()
    },
  }
}

/** What a service fails at is a warning, which an owner sees at the usual LOG_LEVEL; a refusal of one request (`busy` false) is not, and a query for a payment is repeated anyway. */
function toLog(log: Log, service: string) {
  const failures: unknown[] = ['unknown', 'refused', 'store failed', 'timeout', 'broken', 'cut']
  return (event: Record<string, unknown>) => log[failures.includes(event.outcome) && event.busy !== false ? 'warn' : 'info'](event, service)
}

/** Bytes of the disk under a folder. */
async function roomIn(folder: string) {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bsize * bavail, total: bsize * blocks }
}

function assistantOf({ assistant }: Settings, options: ModelOptions): Services['assistant'] {
  return assistant && { model: createModel(assistant, options), dailyTokens: assistant.dailyTokens }
}

/** The file storage of the settings: S3, or a folder. The log says why nothing could be kept. */
export async function openFiles({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>, log: Pick<Log, 'warn'>, monitor: Monitor): Promise<Files> {
  const files = await storageOf(s3, dataDir, log, monitor)
  const telling = <Kept>(keeping: Promise<Kept>) =>
    keeping.catch((error) => {
      if (isProblem(error) && error.code === 'storage_full') log.warn({ error: error.cause }, 'the disk of the files is full')
      throw error
    })
  return { ...files, put: (key, body) => telling(files.put(key, body)), receive: (body, maxBytes) => telling(files.receive(body, maxBytes)) }
}

async function storageOf(s3: Settings['s3'], dataDir: string, log: Pick<Log, 'warn'>, monitor: Monitor): Promise<Files> {
  if (!s3) return diskFiles(dataDir)
  // The S3 client is large, so it is loaded only when used.
  const { s3Files } = await import('#services/files/s3-files.ts')
  const files = s3Files(s3, dataDir, (error) => log.warn({ error }, 'the file storage did not answer'))
  return {
    ...files,
    put: (key, body) => monitor.timed('storage put', () => files.put(key, body)),
    find: async (key) => {
      const found = await monitor.timed('storage find', () => files.find(key))
      return found && { ...found, read: (range) => monitor.timed('storage read', () => found.read(range)) }
    },
    remove: (keys) => monitor.timed('storage remove', () => files.remove(keys)),
  }
}
