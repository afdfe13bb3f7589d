import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openBook } from './book.ts'
import { type Control, createControl } from './control.ts'
import { createControlRoutes } from './control-routes.ts'
import { createCourier } from './courier.ts'
import { createFaults } from './faults.ts'
import { createPayments } from './payments.ts'
import { createPhoneRoutes } from './phone/phone-routes.ts'
import { readPrompts } from './prompts.ts'
import { answerError, type WireContext } from './replies.ts'
import { createSubscribers } from './subscribers.ts'
import { createTokens } from './tokens.ts'
import { createWire } from './wire.ts'
import { WireError } from './wire-errors.ts'

export interface SimulatorOptions {
  /** The JSONL file of the book; made when missing, read back when there. */
  bookPath: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  passkey: string
  /** Whom the phone says it pays; shown in capitals. */
  shopName?: string
  /** Where "Back to the shop" leads; no link without it. */
  shopUrl?: string
  host?: string
  /** 0 takes any free port. */
  port?: number
  /** How long a prompt waits for its PIN before it ends with 1037. */
  promptLifeMs?: number
  /** How long after a success the same amount from the same phone ends with 17; 0 never. */
  ruleWindowMs?: number
  /** How long a callback waits for the shop's answer. */
  callbackTimeoutMs?: number
  now?: () => Date
  /** Draws for faults with a chance, 0 to 1. */
  random?: () => number
}

export interface Simulator {
  url: string
  control: Control
  /** Ends timers, open connections and callbacks on their way, and closes the book. */
  stop(): Promise<void>
}

/** Starts Safaricom's side of the wire on this machine, with its book, its control and its phones. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, now = () => new Date(), random = Math.random } = options
  const { promptLifeMs = 60_000, ruleWindowMs = 120_000, callbackTimeoutMs = 10_000 } = options
  const book = await openBook(options.bookPath)
  const prompts = readPrompts(book.entries)
  const faults = createFaults(random)
  const tokens = createTokens(now)
  const courier = createCourier({ book, prompts, faults, now, timeoutMs: callbackTimeoutMs })
  const payments = createPayments({ book, prompts, faults, courier, now, promptLifeMs, ruleWindowMs })
  const subscribers = createSubscribers(payments, prompts)
  const control = createControl({ faults, prompts, subscribers, tokens, courier })

  const app = new Hono<{ Bindings: WireContext['env'] }>()
  app.use(refuseOtherSites)
  app.use(bodyLimit({ maxSize: 64 * 1024 }))
  app.route('/', createWire({ shop: options, tokens, faults, prompts, payments, courier }))
  app.route('/control', createControlRoutes(control))
  app.route('/phone', createPhoneRoutes({ prompts, subscribers, shop: options.shopName ?? 'Viatu', shopUrl: options.shopUrl, now }))
  app.notFound((c) => answerError(c, new WireError('wrongUrl')))

  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await listen(server, port, host).catch(async (cause) => {
    await stop()
    throw cause
  })
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`, control, stop }

  async function stop() {
    payments.stop()
    subscribers.stop()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
    await courier.stop()
    await book.close()
  }
}

/** A page elsewhere on the web cannot press Send on this machine's phone. */
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
