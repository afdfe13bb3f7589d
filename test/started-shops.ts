import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '@viatu/vault/postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { call, pair } from './buyer.ts'
import { postmaster, stopPostgres } from './scene.ts'
import { quickly, type ShopProcess, startShopProcess } from './shop-process.ts'

/** What tests share that start and stop the shop as a stranger does: with nothing set, and everything on this machine. */
export let home: string
let shared: string
export const shops: ShopProcess[] = []
/** There are nine, more than all tests together buy. */
export const onePair = pair(0, 1)
export const waiting = { timeout: 40_000, interval: 20 }

/** A folder for the shops of a file. A first start takes its time, so the tests that are not about it share one. Nothing runs in it between them. */
export function useStartedShops() {
  // Real processes, and a machine that others use as well.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), 'viatu-start-'))
  })
  beforeEach(() => {
    home = shared
  })
  afterEach(async () => {
    await Promise.all(shops.splice(0).map((shop) => shop.kill()))
    await stopPostgres(home)
    if (home !== shared) await rm(home, { recursive: true, force: true })
  })
  afterAll(() => rm(shared, { recursive: true, force: true }))
}

/** All that a live shop must be told; nobody is at these addresses. */
export const live = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUSTED_PROXY: '1',
  APP_SECRET: 'x'.repeat(40),
  ...Object.fromEntries(
    Object.entries({
      ...{ BASE_URL: 'https://mpesa.example', CONSUMER_KEY: 'a', CONSUMER_SECRET: 'b', SHORTCODE: '174379', PASSKEY: 'c' },
      CALLBACK_BASE_URL: 'https://shop.example',
    }).map(([name, value]) => [`MPESA_${name}`, value]),
  ),
}

/** One of the commands, by its file, in the folder. Rejects with what it printed when it ends otherwise than well. */
export function command(file: string, args: string[], env: Record<string, string> = {}) {
  const { PATH, HOME, TMPDIR } = process.env
  return promisify(execFile)(process.execPath, [...quickly, file, ...args], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: home, DEMO_HISTORY: '0', ...env },
  })
}

export async function moveToEmptyHome() {
  home = await mkdtemp(join(tmpdir(), 'viatu-start-'))
}

export async function open(env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShopProcess({ DATA_DIR: home, ...env })
  shops.push(shop)
  return shop
}

/** The one process that uses the PostgreSQL of this directory. */
export async function openedBy(): Promise<number> {
  const users = await readdir(join(home, 'postgres-users'))
  expect(users).toHaveLength(1)
  return Number(users[0]?.split('-')[0])
}

export function refusedToOpen(env: Record<string, string>): Promise<string> {
  return startShopProcess(env).then(
    () => 'it opened',
    (error: Error) => error.message,
  )
}

/** The simulated M-Pesa of a shop that has one of its own (packages/daraja/README.md). */
export async function control(shop: ShopProcess, path: string, body: unknown) {
  const { status } = await call(shop.simulatorUrl as string, `/control${path}`, { body })
  expect(status).toBeLessThan(300)
}

/** The shop, its PostgreSQL, and the processes it has started otherwise. */
export async function processesOf(shop: ShopProcess): Promise<number[]> {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const { pid } = await postmaster(home)
  const children = rows.filter(([child, parent]) => parent === shop.pid && child !== pid).map(([child]) => child as number)
  return [shop.pid, pid, ...children]
}

export function expectNone(pids: number[]) {
  expect(pids.filter(isAlive)).toEqual([])
  expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false)
}

export async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}
