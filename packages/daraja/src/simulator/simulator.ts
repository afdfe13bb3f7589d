import { randomInt } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openBook } from './book.ts'
import { type Control, createControl } from './control.ts'
import { createControlRoutes } from './control-routes.ts'
import { createCourier } from './courier.ts'
import { createDelivery } from './delivery.ts'
import { createDisbursements } from './disbursements.ts'
import { createFaults } from './faults.ts'
import { readInbox } from './inbox.ts'
import { createInitiator } from './initiator.ts'
import { createInquiries } from './inquiries.ts'
import { openKeys } from './keys.ts'
import { createPayments } from './payments.ts'
import { createPayoutWire } from './payout-wire.ts'
import { readPayouts } from './payouts.ts'
import { createPhoneRoutes } from './phone/phone-routes.ts'
import { readPrompts } from './prompts.ts'
import { answerError, type WireContext } from './replies.ts'
import { createSmsWire, type SmsAccount } from './sms-wire.ts'
import { createSubscribers } from './subscribers.ts'
import { createTokens } from './tokens.ts'
import { createWire } from './wire.ts'
import { WireError } from './wire-errors.ts'

export interface SimulatorOptions {
  /** The JSONL file of the book; created when missing. */
  bookPath: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  passkey: string
  /** The payout account and its initiator; missing values are generated. */
  payouts?: Partial<PayoutAccount>
  /** The SMS account; generated when missing. */
  sms?: SmsAccount
  /** The payee's name on the phone; shown in capitals. */
  shopName?: string
  /** Target of "Back to the shop"; no link without it. */
  shopUrl?: string
  host?: string
  /** Which requests may use the control and the phones; the API checks credentials instead. */
  access?: Access
  /** 0 takes any free port. */
  port?: number
  /** Milliseconds until a prompt without an answer ends with 1037. */
  promptLifeMs?: number
  /** Milliseconds after a success in which the same amount from the same phone ends with 17; 0 turns it off. */
  ruleWindowMs?: number
  /** Timeout of a callback. */
  callbackTimeoutMs?: number
  now?: () => Date
  /** Random numbers from 0 to 1, for faults with a chance. */
  random?: () => number
}

export interface PayoutAccount {
  shortcode: string
  initiatorName: string
  initiatorPassword: string
  /** Balance of a new book, in whole KSh. */
  openingFunds: number
}

export interface Simulator {
  url: string
  control: Control
  /** Stops timers, connections and pending callbacks, and closes the book. */
  stop(): Promise<void>
}

/** Starts the simulated Daraja API with its book, control and phones. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, access = 'local', shopName = 'Test Shop', now = () => new Date(), random = Math.random } = options
  const { promptLifeMs = 60_000, ruleWindowMs = 120_000, callbackTimeoutMs = 10_000 } = options
  const book = await openBook(options.bookPath)
  const prompts = readPrompts(book.entries)
  const faults = createFaults(random)
  const tokens = createTokens(now)
  const account = payoutAccount(options.payouts)
  const payouts = readPayouts(book.entries, account.openingFunds)
  const inbox = readInbox(book.entries)
  const newReceipt = createReceipts([...prompts.receipts(), ...payouts.transactionIds()])
  const delivery = createDelivery(callbackTimeoutMs)
  const courier = createCourier({ book, prompts, faults, delivery, now })
  const payments = createPayments({ book, prompts, faults, courier, newReceipt, now, promptLifeMs, ruleWindowMs })
  const keys = openKeys(`${options.bookPath}.key`, now)
  const initiator = createInitiator(account, keys)
  const disbursements = createDisbursements({ book, payouts, faults, delivery, initiator, newReceipt, now })
  const inquiries = createInquiries({ payouts, prompts, faults, delivery, initiator, shop: shopName, now })
  const subscribers = createSubscribers(payments, prompts)
  const control = createControl({ faults, prompts, subscribers, tokens, delivery, payouts, disbursements, initiator, keys, inbox })

  const app = new Hono<{ Bindings: WireContext['env'] }>()
  app.use(refuseOtherSites)
  app.use(bodyLimit({ maxSize: 64 * 1024 }))
  app.route('/', createWire({ shop: { ...options, name: shopName }, tokens, faults, prompts, payments, courier }))
  app.route('/', createPayoutWire({ shortcode: account.shortcode, shopShortcode: options.shortcode, tokens, faults, disbursements, inquiries }))
  const { sms = { username: 'sandbox', apiKey: 'test-sms', senderId: 'TESTSHOP' } } = options
  app.route('/', createSmsWire({ account: sms, faults, inbox, book, now }))
  app.get('/certificate', async (c) => c.json({ certificate: await keys.certificate() }))
  const refuseOthers: MiddlewareHandler<{ Bindings: WireContext['env'] }> = (c, next) =>
    mayUse(access, c.env.incoming.socket.remoteAddress, c.req.raw.headers) ? next() : Promise.resolve(c.notFound())
  app.use('/control/*', refuseOthers).use('/phone/*', refuseOthers)
  app.route('/control', createControlRoutes(control))
  app.route('/phone', createPhoneRoutes({ prompts, payouts, subscribers, inbox, shop: shopName, shopUrl: options.shopUrl, now }))
  app.notFound((c) => answerError(c, new WireError('wrongUrl')))

  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await listen(server, port, host).catch(async (cause) => {
    await stop()
    throw cause
  })
  return { url: originOf(host, (server.address() as AddressInfo).port), control, stop }

  async function stop() {
    payments.stop()
    subscribers.stop()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
    await delivery.stop()
    await book.close()
  }
}

function payoutAccount(given: Partial<PayoutAccount> = {}): PayoutAccount {
  const { shortcode = '600992', initiatorName = 'testapi', initiatorPassword = 'test-initiator', openingFunds = 1_000_000 } = given
  return { shortcode, initiatorName, initiatorPassword, openingFunds }
}

/** CSRF protection for the phone's forms. */
async function refuseOtherSites(c: Context, next: Next) {
  if (c.req.method !== 'GET' && c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
  return next()
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Which requests may use the control and the phones: those from this machine, all, or none. */
type Access = 'local' | 'open' | 'closed'

/**
 * Whether a request may use the control and the phones. The socket's address alone does not prove that it was made on this machine: a proxy here, or
 * another site whose host name resolves to loopback (DNS rebinding), connects from loopback as well.
 */
export function mayUse(access: Access, socketAddress: string | undefined, headers: Headers): boolean {
  if (access !== 'local') return access === 'open'
  const isForwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isLoopback(socketAddress) && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.get('host') ?? '') && !isForwarded
}

/** Also IPv4 addresses mapped into IPv6. */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}

/** The URL of a server that listens on `host`, from the same machine; `0.0.0.0` and `::` become loopback. */
export function originOf(host: string, port: number): string {
  const { origin } = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, 'http://127.0.0.1').replace(/^http:\/\/\[::\]/, 'http://[::1]')
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marks = `0123456789${letters}`

/** Generates unique receipt numbers; `given` are those in the book. */
function createReceipts(given: Iterable<string>): (at: Date) => string {
  const used = new Set(given)
  return (at) => {
    let receipt: string
    do receipt = draw(at)
    while (used.has(receipt))
    used.add(receipt)
    return receipt
  }
}

/** Ten capitals and digits. As in real ones, the first three encode year (Q is 2022), month and day. */
function draw(at: Date): string {
  const nairobi = new Date(at.getTime() + 3 * 3_600_000)
  const year = letters[(nairobi.getUTCFullYear() - 2006) % 26]
  const month = letters[nairobi.getUTCMonth()]
  const day = marks[nairobi.getUTCDate()]
  return `${year}${month}${day}${Array.from({ length: 7 }, () => marks[randomInt(marks.length)]).join('')}`
}
