import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Control, startSimulator } from '@viatu/daraja/simulator'
import { isAlive } from '@viatu/vault/postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { allInvariants } from '#db/invariants.ts'
import { openRelay, type Relay } from './relay.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

/** A data directory, a simulator, and shops that run on them as real processes. */
export interface Scene {
  home: string
  mpesa: Control
  /** Receives M-Pesa's callbacks in front of the shop. */
  relay: Relay
  /** Environment of each shop, in addition to that of `open`. */
  env: Record<string, string>
  /** Starts another shop on the same directory; the relay forwards to the newest. */
  open(env?: Record<string, string>, signal?: AbortSignal): Promise<ShopProcess>
  /** Queries the running database as its owner. */
  sql<Row extends pg.QueryResultRow = Record<string, string>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Every process that was started here has ended and the directory is gone. */
  close(): Promise<void>
}

const account = { consumerKey: 'scene-key', consumerSecret: 'scene-secret', shortcode: '174379', passkey: 'scene-passkey' }
const sms = { username: 'sandbox', apiKey: 'scene-sms', senderId: 'VIATU' }
const payer = { shortcode: '600992', initiatorName: 'scene-payer', initiatorPassword: 'scene-initiator' }

export async function openScene(): Promise<Scene> {
  const home = await mkdtemp(join(tmpdir(), 'viatu-scene-'))
  const simulator = await startSimulator({ bookPath: join(home, 'book.jsonl'), ...account, payouts: payer, sms })
  const relay = await openRelay()
  const shops: ShopProcess[] = []
  let pool: { url: string; pool: pg.Pool } | null = null
  const env = {
    DATA_DIR: home,
    MPESA_BASE_URL: simulator.url,
    MPESA_CONSUMER_KEY: account.consumerKey,
    MPESA_CONSUMER_SECRET: account.consumerSecret,
    MPESA_SHORTCODE: account.shortcode,
    MPESA_PASSKEY: account.passkey,
    MPESA_CALLBACK_BASE_URL: relay.url,
    MPESA_B2C_SHORTCODE: payer.shortcode,
    MPESA_INITIATOR_NAME: payer.initiatorName,
    MPESA_INITIATOR_PASSWORD: payer.initiatorPassword,
    SMS_BASE_URL: simulator.url,
    SMS_USERNAME: sms.username,
    SMS_API_KEY: sms.apiKey,
    SMS_SENDER_ID: sms.senderId,
    MPESA_CERTIFICATE: await simulator.control.certificate(),
  }

  return {
    home,
    mpesa: simulator.control,
    relay,
    env,
    open: async (more = {}, signal) => {
      const shop = await startShopProcess({ ...env, ...more }, undefined, signal)
      shops.push(shop)
      relay.leadTo(shop.url)
      return shop
    },
    sql: async (text, values) => {
      const url = await ownerUrl(home)
      // The server may have been restarted on another port.
      if (pool?.url !== url) {
        await pool?.pool.end()
        pool = { url, pool: new pg.Pool({ connectionString: url, max: 2, application_name: 'test' }) }
        pool.pool.on('error', () => {})
      }
      return (await pool.pool.query(text, values)).rows
    },
    close: async () => {
      await pool?.pool.end()
      await Promise.all(shops.map((shop) => shop.stop()))
      await relay.close()
      await simulator.stop()
      await stopPostgres(home)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The address of the embedded server that runs under `home`, for its owner. */
export async function ownerUrl(home: string): Promise<string> {
  const { port } = await postmaster(home)
  const passwords = JSON.parse(await readFile(join(home, 'postgres-passwords.json'), 'utf8'))
  return `postgres://viatu_owner:${passwords.owner}@127.0.0.1:${port}/viatu`
}

/** Pid and port of the embedded server under `home`; 0 where none is noted, or where the note is not about this directory. */
export async function postmaster(home: string): Promise<{ pid: number; port: number }> {
  const note = await readFile(join(home, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const [pid, directory, , port] = note.split('\n')
  if (directory !== join(home, 'postgres')) return { pid: 0, port: 0 }
  return { pid: Number(pid), port: Number(port) }
}

/** Stops the server that killed shops left running. */
export async function stopPostgres(home: string): Promise<void> {
  const { pid } = await postmaster(home)
  if (!pid || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  await gone(pid)
}

/** Resolves when no such process exists any more. */
export async function gone(pid: number, withinMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; isAlive(pid); await pause(20)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} is still there`)
  }
}

/** The invariants hold (src/db/invariants.ts), no notice was sent twice, and the simulator's book equals ours in every prompt, receipt and amount. */
export async function expectCleanBooks({ sql, mpesa }: Pick<Scene, 'sql' | 'mpesa'>): Promise<void> {
  expect(await sql(allInvariants), 'broken invariants (src/db/invariants.ts)').toEqual([])
  const told = mpesa.messages().map(({ phone, text }) => `${phone} ${text}`)
  expect(told.length, 'messages that came twice').toBe(new Set(told).size)
  const theirs = mpesa.book().payments.map(({ checkoutRequestId, amount, receipt }) => ({ id: checkoutRequestId, amount, receipt }))
  const ours = await sql<{ id: string; amount: number; receipt: string | null; told: boolean }>(`
    select checkout_request_id as id, amount::integer, receipt, exists (select from callbacks c where c.attempt_id = a.id) as told
    from payment_attempts a where state = 'paid' order by settled_at`)
  // A query reports no receipt (daraja §3), so it may be missing where no callback arrived.
  const receiptOf = (id: string) => theirs.find((each) => each.id === id)?.receipt
  const filled = ours.map(({ told, ...paid }) => ({ ...paid, receipt: paid.receipt ?? (told ? null : receiptOf(paid.id)) }))
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(filled.sort(byId), "our payments are those of M-Pesa's book").toEqual(theirs.sort(byId))
  const paidByThem = mpesa.book().payouts.map(({ originatorConversationId, amount, receipt }) => ({ id: originatorConversationId, amount, receipt }))
  const paidByUs = await sql<{ id: string; amount: number; receipt: string }>(
    `select originator_id as id, amount::integer, receipt from affiliate_payouts where status = 'completed' and originator_id is not null`,
  )
  expect(paidByUs.sort(byId), "our payouts are those of M-Pesa's book").toEqual(paidByThem.sort(byId))
}
