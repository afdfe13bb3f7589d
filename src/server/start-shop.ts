import { Hono } from 'hono'
import { isLoopbackHost, originOf } from '#domain/loopback.ts'
import type { Context } from '#features/context.ts'
import { makeDemoPeople } from '#features/people/make-demo-people.ts'
import { findMadeUp } from '#features/store-admin/made-up-history.ts'
import { startJobs } from '#jobs/jobs.ts'
import { createApp } from '#server/app.ts'
import { createHttpServer, type Front } from '#server/http-server.ts'
import { openMetricsPort } from '#server/metrics-routes.ts'
import { fillDemo, makeDemoPast, signInFacts } from '#server/open-demo.ts'
import { createLog, openPostgres, openShop } from '#server/open-shop.ts'
import { outboxPath } from '#server/outbox-pages.ts'
import { openingAnswer } from '#server/problem-page.ts'
import type { Site } from '#server/render-page.ts'
import { storedSecret } from '#server/secrets.ts'
import { safeHeaders } from '#server/security.ts'
import { type Settings, SettingsError } from '#server/settings.ts'
import { type RunningSimulator, startSimulator } from '#server/start-simulator.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-account.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'

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
    const opening = new Hono().use(safeHeaders(settings.mode === 'live')).all('*', (c) => openingAnswer(c.req.raw, settings.shop.name))
    const httpServer = createHttpServer(opening.fetch, front)
    const port = await httpServer.listen(settings.port, settings.host).catch((error) => {
      throw portRefusal(error, settings)
    })
    closing.push(httpServer.close)
    const url = originOf(settings.host, port)

    // Loads the build before anything is changed, so that a broken one stops the start. In development pages may be broken while they are edited.
    const built = front ? null : await site()
    const postgres = await openPostgres(settings)
    closing.push(postgres.close)
    const simulator = settings.payments ? null : await openSimulator(settings, port, url)
    if (simulator) closing.push(simulator.stop)
    const payments = settings.payments ?? mpesaAccount({ ...(simulator as RunningSimulator).daraja, callbackBaseUrl: url })
    const shop = await openShop({
      settings: { ...settings, port },
      addresses: postgres,
      payments,
      sms: settings.sms ?? simulator?.sms ?? null,
      phoneUrl: simulator?.phoneUrl ?? null,
    })
    closing.push(shop.close)
    if (settings.mode === 'live') await refuseMadeUp(shop.jobContext())
    const filled = settings.mode === 'demo' && (await fillDemo(shop.jobContext()))
    const signIns = settings.mode === 'demo' ? signInFacts(await makeDemoPeople(shop.jobContext())) : []
    // After the demo people, who are created only while there are no accounts.
    const hasPast = filled && settings.demoHistory && (await makeDemoPast(shop.jobContext(), postgres.ownerUrl))
    const app = createApp(shop, settings, built ? async () => built : site)
    if (built) await refuseBrokenPages(app, url)
    closing.push(startJobs(shop.jobContext))
    const metrics = settings.metrics.port === null ? null : await openMetricsPort(shop, settings.metrics.port)
    if (metrics) closing.push(metrics.close)
    httpServer.open(app.fetch)
    closing.push(async () => {
      // Event streams first, because they never end by themselves; then requests in flight.
      shop.events.publish('closing')
      await httpServer.close()
    })
    return { url, stop, facts: factsOf(settings, url, postgres.how, payments, simulator, { filled, hasPast }, metrics?.url ?? null, signIns) }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Refuses to run live on a database with made-up orders or people. */
async function refuseMadeUp(ctx: Context) {
  const { hasOrders, hasPeople } = await findMadeUp(ctx)
  if (hasOrders || hasPeople)
    throw new SettingsError(
      'SHOP_MODE=live: this database holds the made-up orders and people of a demo. npm run leave-demo takes them out, and leaves everything else as it is: keep a copy of the database first. Or begin with an empty one.',
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

/** Renders the home page once, so that a shop with broken pages does not start. */
async function refuseBrokenPages(app: ReturnType<typeof createApp>, url: string) {
  const { status } = await app.request(`${url}/`, { headers: { host: new URL(url).host, accept: 'text/html' } })
  if (status !== 200)
    throw new SettingsError(`The home page cannot be shown (${status}): the log above says why. Delete the folder build and start again.`)
}

async function openSimulator(settings: Settings, port: number, shopUrl: string): Promise<RunningSimulator> {
  return startSimulator({
    // The simulator listens on the next port, so that the phone's address is the same after each start.
    port: settings.port === 0 ? 0 : port + 1,
    host: settings.host,
    access: settings.demoAccess,
    publicUrl: settings.publicUrl,
    dataDir: settings.dataDir,
    shopName: settings.shop.name,
    shopUrl: settings.publicUrl ?? shopUrl,
    secret: settings.appSecret ?? (await storedSecret(settings.dataDir)),
    log: (message) => createLog().warn({}, message),
  })
}

function smsFact({ sms }: Settings, simulator: RunningSimulator | null): string {
  if (sms) return `through ${new URL(sms.baseUrl).host}, from ${sms.senderId}`
  if (simulator) return 'simulated as well: they arrive on the same phone'
  return 'none, buyers are told by e-mail only: SMS_USERNAME, SMS_API_KEY and SMS_SENDER_ID are not set'
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

function factsOf(
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
