import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@viatu/vault/postgres'
import pg from 'pg'
import { allInvariants } from '#db/invariants.ts'
import { type ShopProcess, startShopProcess } from '../test/shop-process.ts'

/** Cleared, so that the bench uses its own data on this machine whatever the shell or an `.env` file sets. */
const outside = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'PUBLIC_URL', 'SMTP_URL', 'APP_SECRET', 'HOST']
const mpesa = ['BASE_URL', 'CONSUMER_KEY', 'CONSUMER_SECRET', 'SHORTCODE', 'PASSKEY', 'TRANSACTION_TYPE', 'TILL', 'CALLBACK_BASE_URL']
const nothingOutside = Object.fromEntries([...outside, ...mpesa.map((name) => `MPESA_${name}`)].map((name) => [name, '']))

export interface Home {
  dataDir: string
  env: Record<string, string>
  remove(): Promise<void>
}

/** Creates a data folder for one shop, with the environment to use it. */
export async function makeHome(): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'viatu-bench-'))
  // Without the compile cache, like a first start.
  const env = { ...nothingOutside, SHOP_MODE: 'demo', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', NODE_DISABLE_COMPILE_CACHE: '1' }
  return { dataDir, env, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

export interface StartedShop {
  shop: ShopProcess
  /** Milliseconds from the spawn until `GET /` answered 200. */
  firstPageAfter: number
}

export async function startShop(home: Home, nodeFlags: string[] = []): Promise<StartedShop> {
  const started = performance.now()
  const shop = await startShopProcess(home.env, [...nodeFlags, 'src/server/main.ts'])
  const response = await fetch(shop.url)
  const page = await response.text()
  if (response.status === 200) return { shop, firstPageAfter: performance.now() - started }
  await shop.stop()
  throw new Error(`the first page answered ${response.status}: ${page.slice(0, 300)}\n${shop.output.join('\n')}`)
}

/** Memory of a process in MB, now and at most; null where the system has no /proc. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return status === '' ? null : { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

export interface Books {
  /** Connections as the owner of the shop's database. */
  pool: pg.Pool
  /** Another database on the same server, for the baseline of writes. */
  floorUrl: string
  brokenInvariants(): Promise<{ name: string; key: string }[]>
  close(): Promise<void>
}

/** Connects to the shop's PostgreSQL. */
export async function openBooks(home: Home): Promise<Books> {
  const server = await startEmbedded(home.dataDir)
  const pool = new pg.Pool({ connectionString: server.ownerUrl(), max: 10 })
  await pool.query('create database bench_floor')
  return {
    pool,
    floorUrl: server.ownerUrl('bench_floor'),
    brokenInvariants: async () => (await pool.query(allInvariants)).rows,
    close: async () => {
      await pool.end()
      await server.stop()
    },
  }
}
