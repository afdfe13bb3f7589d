import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '@viatu/vault/postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
let home: string
const opened: EmbeddedServer[] = []
/** Processes that stand still. */
const stopped: number[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-server-'))
})
afterEach(async () => {
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT')
  for (const server of opened.splice(0)) await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function open(): Promise<EmbeddedServer> {
  const server = await startEmbedded(home, quick)
  opened.push(server)
  return server
}

const postmaster = async () => Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** A session of the server that notices nothing until it is let go. */
async function frozenSession(server: EmbeddedServer): Promise<{ letGo(): void }> {
  const client = new pg.Client({ connectionString: server.appUrl() })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGSTOP')
  stopped.push(rows[0].pid)
  return { letGo: () => process.kill(stopped.pop() as number, 'SIGCONT') }
}

async function logSays(words: string) {
  await expect.poll(() => readFile(join(home, 'postgres.log'), 'utf8'), { timeout: 20_000 }).toContain(words)
}

describe('a server is started again', () => {
  it('when the first try finds what is left of one that was killed', async () => {
    const first = await open()
    const { letGo } = await frozenSession(first)
    process.kill(await postmaster(), 'SIGKILL')
    const next = open()
    await logSays('still in use')
    letGo()
    expect((await next).how).toBe('started')
  })

  it('when the one it would have joined was just closing', async () => {
    const first = await open()
    const { letGo } = await frozenSession(first)
    process.kill(await postmaster(), 'SIGINT')
    await logSays('received fast shutdown request')
    const next = open()
    await logSays('the database system is shutting down')
    letGo()
    expect((await next).how).toBe('started')
  })
})
