import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { loadCalls, type Rate } from './load.ts'
import type { Books, Home } from './shop.ts'

export interface BareServer {
  url: string
  stop(): Promise<unknown>
}

/** Starts a plain node:http server in its own process, with these compressed pages; all other requests are proxied to the shop. */
export async function startBareServer(home: Home, shopUrl: string, bodies: Record<string, Buffer>): Promise<BareServer> {
  const folder = await mkdtemp(join(home.dataDir, 'bench-bare-'))
  for (const [name, body] of Object.entries(bodies)) await writeFile(join(folder, name), body)
  const child = spawn(process.execPath, ['bench/bare-server.ts', folder, shopUrl], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const gone = new Promise((settle) => child.once('exit', settle))
  const url = await new Promise<string>((settle, fail) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', settle)
    child.once('exit', () => fail(new Error('the bare server did not start')))
  })
  return {
    url,
    stop: () => {
      child.kill('SIGTERM')
      return gone
    },
  }
}

/** One product by its primary key, through a pool as large as the shop's. */
export async function selectFloor({ pool }: Books, load: { callers: number; seconds: number }): Promise<Rate> {
  const { rows } = await pool.query<{ id: string }>('select id from products order by id limit 1000')
  return loadCalls((number) => pool.query('select * from products where id = $1', [rows[number % rows.length]?.id]), load)
}

/** One insert of one row, committed: the minimum cost of a write. */
export async function insertFloor(books: Books, load: { callers: number; seconds: number }): Promise<Rate> {
  const pool = new pg.Pool({ connectionString: books.floorUrl, max: 10 })
  try {
    await pool.query('create table if not exists entries (id bigint generated always as identity primary key, body text not null)')
    return await loadCalls((number) => pool.query('insert into entries (body) values ($1)', [`order ${number}`]), load)
  } finally {
    await pool.end()
  }
}
