import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DarajaSettings, PayoutSettings } from '@viatu/daraja'
import { type DemoAccess, isLoopbackAddress } from '#domain/loopback.ts'
import { SettingsError } from '#server/settings.ts'
import type { SmsSettings } from '#services/sms/sms.ts'

export interface RunningSimulator {
  /** Base URL for the shop's calls. */
  url: string
  /** The phone's URL for visitors; null when it is closed to them. */
  phoneUrl: string | null
  daraja: DarajaSettings
  /** The simulator also accepts SMS and shows them on its phone. */
  sms: SmsSettings
  stop(): Promise<void>
}

/** The simulator's exit code when another process uses its book (packages/daraja/README.md). */
const bookInUse = 3

interface SimulatorStart {
  /** 0 for any free port. When the port is taken, any free one is used. */
  port: number
  /** The shop's host. The simulator listens there only when the demo is open to all, otherwise on loopback. */
  host: string
  access: DemoAccess
  publicUrl: string | null
  dataDir: string
  shopName: string
  shopUrl: string
  secret: string
  /** Logs that the simulator was restarted. */
  log(message: string): void
}

/** Starts the simulated M-Pesa as a process, with its own book on disk (decisions, Local stand-ins). It exits when this process does. */
export async function startSimulator(start: SimulatorStart): Promise<RunningSimulator> {
  const derived = (use: string) => createHash('sha256').update(`${use}:${start.secret}`).digest('hex').slice(0, 32)
  const account = { consumerKey: derived('key'), consumerSecret: derived('secret'), shortcode: '174379', passkey: derived('passkey') }
  const payer = { shortcode: '600992', initiatorName: 'viatu-payer', initiatorPassword: derived('initiator') }
  const sms = { username: 'sandbox', apiKey: derived('sms'), senderId: senderOf(start.shopName) }
  const launch = (port: number) => spawned(start, account, payer, sms, port)
  let { child, url } = await launch(start.port).catch((error) => {
    if (error instanceof SettingsError) throw error
    return launch(0)
  })
  let isOver = false
  /** Restarts a simulator that exited, for instance because the disk was full and it could not write its book; the new one reads the book. */
  const restart = async (why: unknown): Promise<void> => {
    if (isOver) return
    start.log(`The simulated M-Pesa is started again: ${why}`)
    await pause(1_000)
    if (isOver) return
    try {
      const next = await launch(Number(new URL(url).port))
      child = next.child
      watch()
      if (isOver) child.kill('SIGTERM')
    } catch (error) {
      await restart(error)
    }
  }
  const watch = () => child.once('exit', (code) => restart(`it ended (${code})`))
  watch()
  return {
    url,
    phoneUrl: phoneUrlOf(start, url),
    daraja: {
      baseUrl: url,
      ...account,
      transactionType: 'CustomerPayBillOnline',
      till: null,
      payouts: { ...payer, certificate: await certificateOf(url) },
    },
    sms: { baseUrl: url, ...sms },
    stop: () =>
      new Promise((settle) => {
        isOver = true
        if (child.exitCode !== null || child.signalCode !== null) return settle()
        child.once('exit', () => settle())
        child.kill('SIGTERM')
      }),
  }
}

/** Uses the shop's host name where visitors reach the shop by http without a proxy; a TLS proxy does not forward the second port. */
function phoneUrlOf({ access, publicUrl }: SimulatorStart, url: string): string | null {
  if (access === 'closed') return null
  const address = new URL('/phone', url)
  if (publicUrl?.startsWith('http:')) address.hostname = new URL(publicUrl).hostname
  return address.href
}

/** An SMS sender id has at most 11 letters and digits. */
function senderOf(shopName: string): string {
  return (
    shopName
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 11) || 'SHOP'
  )
}

/** The certificate for the initiator's password; Safaricom offers its own for download. */
async function certificateOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/certificate`)
  return ((await answer.json()) as { certificate: string }).certificate
}

function spawned(
  start: SimulatorStart,
  account: { consumerKey: string; consumerSecret: string; shortcode: string; passkey: string },
  payer: Omit<PayoutSettings, 'certificate'>,
  sms: Omit<SmsSettings, 'baseUrl'>,
  port: number,
): Promise<{ child: ChildProcess; url: string }> {
  const main = fileURLToPath(new URL('../../packages/daraja/src/simulator/main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', new URL('quick-imports.mjs', import.meta.url).href, main], {
    // The IPC channel closes when this process dies; `detached` keeps Ctrl-C from it, because the shop stops it itself.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      SIMULATOR_PORT: String(port),
      SIMULATOR_HOST: start.access === 'open' || isLoopbackAddress(start.host) ? start.host : '127.0.0.1',
      SIMULATOR_ACCESS: start.access,
      SIMULATOR_BOOK: join(start.dataDir, 'simulator-book.jsonl'),
      SIMULATOR_SHOP_NAME: start.shopName,
      SIMULATOR_SHOP_URL: start.shopUrl,
      SIMULATOR_CONSUMER_KEY: account.consumerKey,
      SIMULATOR_CONSUMER_SECRET: account.consumerSecret,
      SIMULATOR_SHORTCODE: account.shortcode,
      SIMULATOR_PASSKEY: account.passkey,
      SIMULATOR_B2C_SHORTCODE: payer.shortcode,
      SIMULATOR_INITIATOR_NAME: payer.initiatorName,
      SIMULATOR_INITIATOR_PASSWORD: payer.initiatorPassword,
      SIMULATOR_SMS_USERNAME: sms.username,
      SIMULATOR_SMS_API_KEY: sms.apiKey,
      SIMULATOR_SMS_SENDER_ID: sms.senderId,
    },
  })
  return new Promise((settle, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      // Two shops may share a database, but not a simulator, which belongs to one of them and exits with it.
      if (code === bookInUse) fail(new SettingsError(`Another one uses ${start.dataDir}: close it, or set DATA_DIR.`))
      else fail(new Error(`the M-Pesa simulator ended at once (${code})`))
    })
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) => settle({ child, url: line.replace(/^.* on /, '') }))
  })
}
