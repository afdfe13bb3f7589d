import { Hono } from 'hono'
import type { Context, Services } from '#core/context.ts'
import { isLoopbackHost, originOf, outboxPath } from '#domain/loopback.ts'
import { claimHours } from '#domain/opening-checklist.ts'
import type { PaymentAccounts } from '#features/orders/mpesa-account/account-of.ts'
import { checkAppSecret } from '#features/people/check-app-secret.ts'
import { makeClaimLink } from '#features/people/sign-up.ts'
import { initialSettings, type ShopSettings } from '#features/settings/setting-fields.ts'
import { findMadeUp } from '#features/staff/made-up-history.ts'
import { openByEnvironment } from '#features/staff/shop-opening.ts'
import { startJobs } from '#jobs/jobs.ts'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/create-log.ts'
import { createHttpServer, type Front } from '#server/http-server.ts'
import { openMetricsPort } from '#server/monitoring.ts'
import { openBackups, placeOf } from '#server/open-backups.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { openShop } from '#server/open-shop.ts'
import type { Site } from '#server/pages/render-page.ts'
import { openingAnswer } from '#server/problem-responses.ts'
import type { Shop } from '#server/running-shop.ts'
import { storedSecret } from '#server/secrets.ts'
import { safeHeaders } from '#server/security.ts'
import { type Settings, SettingsError } from '#server/settings.ts'
import { type RunningSimulator, startSimulator } from '#server/start-simulator.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-provider.ts'
import { smsOf } from '#services/sms/sms.ts'
import { makeDemoPeople } from '../../demo/demo-people.ts'
import { fillDemo, makeDemoPast, signInFacts } from '../../demo/open-demo.ts'
import { outboxPages } from '../../demo/outbox-pages.ts'

export interface OpenedShop {
  url: string
  /** Lines for the console: addresses, and what is simulated. */
  facts: string[]
  stop(): Promise<void>
}

/** Starts the shop and everything it needs, in order; `stop` closes them in reverse order, after requests have finished. */
export async function startShop(settings: Settings, site: () => Promise<Site>, front?: Front): Promise<OpenedShop> {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    const faults: unknown[] = []
    // A failure to close one does not keep the others open; the database is closed last.
    for (const close of closing.splice(0).reverse()) await close().catch((error) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }
  try {
    const opening = new Hono().use(safeHeaders(settings.mode === 'live')).all('*', (c) => openingAnswer(c.req.raw, nameOf(settings)))
    const httpServer = createHttpServer(opening.fetch, front)
    const port = await httpServer.listen(settings.port, settings.host).catch((error) => {
      throw portRefusal(error, settings)
    })
    closing.push(httpServer.close)
    const url = originOf(settings.host, port)

    // Loads the build before anything is changed, so that a broken one stops the start. In development pages may be broken while they are edited.
    const built = front ? null : await site()
    const log = createLog()
    let backups: Services['backups'] = null
    // Once more when PostgreSQL has stopped: at its end it hands over the rest of its WAL.
    closing.push(async () => backups?.ship().catch((error) => log.error({ error }, 'the last changes wait on this machine for the backup')))
    const postgres = await openPostgres(settings)
    closing.push(postgres.close)
    backups = await openBackups(settings, postgres.ownerUrl, log)
    closing.push(async () => backups?.stop())
    const simulator = settings.payments || settings.mode === 'live' ? null : await openSimulator(settings, port, url)
    if (simulator) closing.push(simulator.stop)
    const payments = settings.payments ?? (simulator && mpesaAccount({ ...simulator.daraja, callbackBaseUrl: url }))
    const shop = await openShop({
      settings: { ...settings, port },
      addresses: postgres,
      payments,
      sms: simulator?.sms ?? null,
      phoneUrl: simulator?.phoneUrl ?? null,
      backups,
      log,
    })
    closing.push(shop.close)
    if (settings.mode === 'live') {
      await refuseMadeUp(shop.jobContext())
      if (settings.payments && settings.smtpUrl) await openByEnvironment(shop.jobContext())
      await shop.reloadSettings()
    }
    const claim = settings.mode === 'live' ? await makeClaimLink(shop.jobContext()) : null
    const warnings = await checkAppSecret(shop.jobContext())
    const filled = settings.mode === 'demo' && (await fillDemo(shop.jobContext()))
    const signIns = settings.mode === 'demo' ? signInFacts(await makeDemoPeople(shop.jobContext())) : []
    // After the demo people, who are created only while there are no accounts.
    const hasPast = filled && settings.demoHistory && (await makeDemoPast(shop.jobContext(), postgres.ownerUrl))
    const app = createApp(shop, settings, built ? async () => built : site, {
      demoPages: (app) => outboxPages(app, shop, settings.demoAccess),
    })
    if (built) await refuseBrokenPages(app, `${url}${shop.isOpen ? '/' : '/auth'}`)
    closing.push(startJobs(shop.jobContext))
    const metrics = settings.metrics.port === null ? null : await openMetricsPort(shop, settings.metrics.port)
    if (metrics) closing.push(metrics.close)
    httpServer.open(app.fetch)
    closing.push(async () => {
      // Event streams first, because they never end by themselves; then requests in flight.
      shop.events.publish('closing')
      await httpServer.close()
    })
    return {
      url,
      stop,
      facts: [...warnings, ...startFacts(settings, shop, url, postgres.how, simulator, { filled, hasPast }, metrics?.url ?? null, signIns, claim)],
    }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** The name before the database is open. */
function nameOf({ environment }: Settings): string {
  return String(environment.shop_name?.value ?? initialSettings.shop_name)
}

async function openSimulator(settings: Settings, port: number, shopUrl: string): Promise<RunningSimulator> {
  return startSimulator({
    // The simulator listens on the next port, so that the phone's address is the same after each start.
    port: settings.port === 0 ? 0 : port + 1,
    host: settings.host,
    access: settings.demoAccess,
    publicUrl: settings.publicUrl,
    dataDir: settings.dataDir,
    shopName: nameOf(settings),
    shopUrl: settings.publicUrl ?? shopUrl,
    secret: settings.appSecret ?? (await storedSecret(settings.dataDir)),
    log: (message) => createLog().warn({}, message),
  })
}

/** Refuses to run live on a database with made-up orders or people. */
async function refuseMadeUp(ctx: Context) {
  const { hasOrders, hasPeople } = await findMadeUp(ctx)
  if (hasOrders || hasPeople)
    throw new SettingsError(
      'SHOP_MODE=live: this database holds the made-up orders and people of a demo. npx viatu leave-demo takes them out, and leaves everything else as it is: keep a copy of the database first. Or begin with an empty one.',
    )
}

function portRefusal(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  const why = {
    EADDRINUSE: 'is taken: perhaps the shop is open already',
    EACCES: 'is not for this user',
    EADDRNOTAVAIL: 'is on no address of this machine',
  }
  const reason = why[error.code as keyof typeof why]
  return reason ? new SettingsError(`PORT ${port} of HOST ${host} ${reason}`) : error
}

/** Renders a page once, of a shop that is getting ready the one to sign in by, so that a shop with broken pages does not start. */
async function refuseBrokenPages(app: ReturnType<typeof createApp>, url: string) {
  const { status } = await app.request(url, { headers: { host: new URL(url).host, accept: 'text/html' } })
  if (status !== 200)
    throw new SettingsError(`The first page cannot be shown (${status}): the log above says why. Delete the folder build and start again.`)
}

/** The lines of the console once the shop is open: addresses, and what is simulated or missing. */
function startFacts(
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
    ...(born.hasPast ? ['  Past          a month of made-up orders, marked as such; npx viatu leave-demo takes them out again'] : []),
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
