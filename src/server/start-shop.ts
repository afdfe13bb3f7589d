import { type DemoSignIn, makeDemoPeople } from '#features/people/make-demo-people.ts'
import { startJobs } from '#jobs/jobs.ts'
import { createApp } from '#server/app.ts'
import { createGate, type Front } from '#server/gate.ts'
import { fillDemo } from '#server/open-demo.ts'
import { openPostgres, openShop } from '#server/open-shop.ts'
import { outboxPath } from '#server/outbox-pages.ts'
import type { Site } from '#server/pages.ts'
import { openingAnswer } from '#server/problem-page.ts'
import { keptSecret } from '#server/secrets.ts'
import { originOf, type Settings, SettingsError } from '#server/settings.ts'
import { type RunningSimulator, startSimulator } from '#server/start-simulator.ts'

export interface OpenedShop {
  url: string
  /** What the start tells: addresses, and what is simulated. */
  facts: string[]
  stop(): Promise<void>
}

/** Opens the shop and everything under it, in order; `stop` closes it in the reverse order, letting requests finish first. */
export async function startShop(settings: Settings, site: () => Promise<Site>, front?: Front): Promise<OpenedShop> {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    const faults: unknown[] = []
    // What cannot be closed keeps nothing below it open: the database is left last, whatever happened before.
    for (const close of closing.splice(0).reverse()) await close().catch((error) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }
  try {
    const gate = createGate((request) => openingAnswer(request, settings.shop.name), front)
    const port = await gate.listen(settings.port, settings.host).catch((error) => {
      throw portRefusal(error, settings)
    })
    closing.push(gate.close)
    const url = originOf(settings.host, port)

    const postgres = await openPostgres(settings)
    closing.push(postgres.close)
    const simulator = settings.mpesa ? null : await openSimulator(settings, port, url)
    if (simulator) closing.push(simulator.stop)
    const shop = await openShop({
      settings: { ...settings, port },
      databaseUrl: postgres.url,
      daraja: settings.mpesa ?? (simulator as RunningSimulator).daraja,
      sms: settings.sms ?? simulator?.sms ?? null,
      callbackBaseUrl: settings.mpesa?.callbackBaseUrl ?? url,
      phoneUrl: simulator && `${simulator.url}/phone`,
    })
    closing.push(shop.close)
    const filled = settings.mode === 'demo' && (await fillDemo(shop.jobContext()))
    const people = settings.mode === 'demo' ? await makeDemoPeople(shop.jobContext()) : []
    closing.push(startJobs(shop.jobContext))
    gate.open(createApp(shop, settings, site).fetch)
    closing.push(async () => {
      // Streams that never end by themselves go first; then the requests in flight; then what they stand on.
      shop.news.tell('closing')
      await gate.close()
    })
    return { url, stop, facts: factsOf(settings, url, postgres.how, simulator, filled, people) }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

function portRefusal(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  const why = {
    EADDRINUSE: 'is taken: perhaps the shop is open already',
    EACCES: 'is not for this user',
    EADDRNOTAVAIL: 'is on no address of this machine',
  }
  const said = why[error.code as keyof typeof why]
  return said ? new SettingsError(`PORT ${port} of HOST ${host} ${said}`) : error
}

async function openSimulator(settings: Settings, port: number, shopUrl: string): Promise<RunningSimulator> {
  return startSimulator({
    // The demo phone lives next door, so that its address stays the same from start to start.
    port: settings.port === 0 ? 0 : port + 1,
    host: settings.host,
    dataDir: settings.dataDir,
    shopName: settings.shop.name,
    shopUrl,
    secret: settings.appSecret ?? (await keptSecret(settings.dataDir)),
  })
}

function smsFact({ sms }: Settings, simulator: RunningSimulator | null): string {
  if (sms) return `  SMS           through ${new URL(sms.baseUrl).host}, from ${sms.senderId}`
  if (simulator) return '  SMS           simulated as well: they arrive on the same phone'
  return '  SMS           none, buyers are told by e-mail only: SMS_USERNAME, SMS_API_KEY and SMS_SENDER_ID are not set'
}

function factsOf(
  settings: Settings,
  url: string,
  database: string,
  simulator: RunningSimulator | null,
  filled: boolean,
  people: DemoSignIn[],
): string[] {
  return [
    `${settings.shop.name} is open: ${settings.publicUrl ?? url}`,
    `  HTTP API      ${url}/api/docs`,
    `  Database      ${database}${settings.database ? '' : `, data under ${settings.dataDir}`}`,
    ...(filled ? ['  Shelves       filled with the demo catalogue'] : []),
    ...(simulator
      ? [`  M-Pesa        simulated, no real money moves; the phone rings at ${simulator.url}/phone`]
      : [`  M-Pesa        ${settings.mpesa?.baseUrl}, shortcode ${settings.mpesa?.shortcode}`]),
    settings.smtpUrl ? `  E-mail        through ${new URL(settings.smtpUrl).host}` : `  E-mail        kept here instead of sent: ${url}${outboxPath}`,
    ...(settings.assistant ? [`  Assistant     ${settings.assistant.model} at ${new URL(settings.assistant.baseUrl).host}`] : []),
    smsFact(settings, simulator),
    ...people.map(({ role, email, password }) => `  ${role[0]?.toUpperCase()}${role.slice(1).padEnd(12)} ${email}, password ${password}`),
    'Ctrl-C closes it.',
  ]
}
