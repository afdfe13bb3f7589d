import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type EmbeddedServer, startEmbedded } from '@viatu/vault/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settingNames } from '#server/settings.ts'
import { query } from '../../test/query.ts'
import { quickly } from '../../test/shop-process.ts'

const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
let home: string
/** What a first start makes, which takes a second; most tests are about later ones. */
let made: string
const opened: EmbeddedServer[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'viatu-embedded-'))
  await (await startEmbedded(made, quick)).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))
const begun = () => spawnSync('cp', ['-a', `${made}/.`, home])

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-embedded-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of opened.splice(0)) await server.stop()
  expect(await serverPid(), 'the last one out stops the server').toBeNull()
  await rm(home, { recursive: true, force: true })
})

async function here(): Promise<EmbeddedServer> {
  const server = await startEmbedded(home, quick)
  opened.push(server)
  return server
}

/** Another process that opens the same server, tells how, and keeps it until it is told to leave or killed. */
async function elsewhere(): Promise<{ how: string; leave(): Promise<void>; kill(): Promise<void> }> {
  const script = `
    const { startEmbedded } = await import('@viatu/vault/postgres')
    const server = await startEmbedded(${JSON.stringify(home)}, ${JSON.stringify(quick)})
    process.stdin.once('data', async () => { await server.stop(); process.exit() })
    process.stdout.write(server.how + '\\n')`
  const child = spawn(process.execPath, [...quickly, '--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()))
  const how = await new Promise<string>((settle, fail) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', settle)
    child.once('exit', (code) => fail(new Error(`the other process ended (${code})`)))
  })
  const end = (act: () => unknown) => async () => {
    act()
    await gone
  }
  return { how, leave: end(() => child.stdin?.write('leave\n')), kill: end(() => child.kill('SIGKILL')) }
}

/** The pid of a server that answers on this data, or null. */
async function serverPid(): Promise<number | null> {
  const text = await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return text ? Number(text.split('\n')[0]) : null
}

describe('the embedded server', () => {
  it('is started once when three processes come at the same time, without a setting of theirs, and stands until the last one leaves', async () => {
    for (const name of settingNames) vi.stubEnv(name, 'a secret')
    const [mine, ...others] = await Promise.all([here(), elsewhere(), elsewhere()])
    expect([mine.how, ...others.map(({ how }) => how)].sort()).toEqual(['joined', 'joined', 'started'])
    const pid = await serverPid()
    if (process.platform === 'linux') {
      const given = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((each) => each.split('=')[0])
      expect([given.includes('PATH'), given.filter((name) => settingNames.includes(name as string))]).toEqual([true, []])
    }
    await Promise.all(others.map((each) => each.leave()))
    expect(await serverPid(), 'whoever started it may go first').toBe(pid)
    expect(await query(mine.ownerUrl(), 'select 1 as fine')).toEqual([{ fine: 1 }])
  })

  it('that outlives its killed process is adopted, with all that was committed', async () => {
    begun()
    const other = await elsewhere()
    const pid = await serverPid()
    await other.kill()
    const mine = await here()
    expect([mine.how, await serverPid()]).toEqual(['joined', pid])
    await query(mine.ownerUrl(), 'create table kept as select 42 as value')
    await mine.stop()
    opened.length = 0
    expect(await serverPid()).toBeNull()
    const again = await here()
    expect(again.how).toBe('started')
    expect(await query(again.ownerUrl(), 'select value from kept')).toEqual([{ value: 42 }])
  })

  it('that was killed itself is started again, also when something else has its process number by now', async () => {
    begun()
    const other = await elsewhere()
    const pid = (await serverPid()) as number
    // Who would start it again dies first.
    await other.kill()
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(
        () =>
          existsSync(`/proc/${pid}`) &&
          !spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
            .stdout.toString()
            .startsWith('Z'),
      )
      .toBe(false)
    const file = join(home, 'postgres', 'postmaster.pid')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'))
    const mine = await here()
    expect(mine.how).toBe('started')
  })

  it('that dies alone comes back on the same port, once, for all who use it, with all that was committed', async () => {
    begun()
    const [mine, other] = [await here(), await elsewhere()]
    await query(mine.ownerUrl(), 'set synchronous_commit = on; create table kept as select 42 as value')
    const pid = (await serverPid()) as number
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => query(mine.ownerUrl(), 'select value from kept').catch(String), { timeout: 20_000 }).toEqual([{ value: 42 }])
    const risen = await serverPid()
    expect(risen).not.toBe(pid)
    await other.leave()
    expect(await serverPid(), 'another user still wants it').toBe(risen)
  })

  it('that was shut down by somebody else comes back as well, but not for who is leaving', async () => {
    begun()
    const mine = await here()
    process.kill((await serverPid()) as number, 'SIGINT')
    await expect.poll(serverPid, { timeout: 20_000 }).toBeNull()
    await expect.poll(() => query(mine.ownerUrl(), 'select 1 as fine').catch(String), { timeout: 20_000 }).toEqual([{ fine: 1 }])
    process.kill((await serverPid()) as number, 'SIGINT')
    await mine.stop()
    opened.length = 0
    await expect.poll(serverPid, { timeout: 20_000 }).toBeNull()
    // Longer than the watch takes to look.
    await new Promise((settle) => setTimeout(settle, 1_500))
    expect(await serverPid()).toBeNull()
  })

  it('is made anew where a first start was interrupted: no password but its own, this machine only, and not root’s', async () => {
    await mkdir(join(home, 'postgres'))
    await writeFile(join(home, 'postgres', 'PG_VERSION'), '18')
    const mine = await here()
    expect(await query(mine.appUrl(), 'select current_user as who')).toEqual([{ who: 'viatu_app' }])
    const rows = await query(
      mine.ownerUrl(),
      `select name, setting from pg_settings where name in ('listen_addresses', 'password_encryption', 'unix_socket_directories') order by name`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['127.0.0.1', 'scram-sha-256', ''])
    const wrong = mine.ownerUrl().replace(/:[^:@]+@/, ':password@')
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await query(mine.ownerUrl(), `select rolname from pg_roles where rolsuper`)).toEqual([{ rolname: 'viatu_owner' }])
  })
})
