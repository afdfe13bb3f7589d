import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Account, account, binary, commandAs, findRunning, shutDown, startOrJoin } from './embedded-server.ts'
import { isLiving, processName, withLock } from './process-lock.ts'
import { withClient } from './with-client.ts'

/** In the data directory: without it there is no shop there. */
export const passwordsFile = 'postgres-passwords.json'

/** A folder that holds no shop was to be opened, and not to be filled. Its message is for the person who starts the shop. */
export class NoShopThere extends Error {
  override readonly name = 'NoShopThere'
}

export interface EmbeddedServer {
  /** Connection URL as the owner: for migrations, seeds and new databases. */
  ownerUrl(database?: string): string
  /** Connection URL as the app's role, which owns nothing. */
  appUrl(database?: string): string
  how: 'started' | 'joined'
  /** Leaves the server; the last process to leave stops it. */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL from an npm package, with its data under `dataDir`, on 127.0.0.1 only and with random passwords (scram). A server that
 * already runs there, for another process or as the orphan of a killed one, is joined. A server that dies is restarted on the same port while a
 * process uses it.
 * @param flags further `name=value` settings of the server
 * @param log called when the server was restarted
 * @param creates whether a folder that holds no shop becomes an empty one, as at the first start; otherwise it is refused (NoShopThere)
 */
export async function startEmbedded(
  dataDir: string,
  flags: string[] = [],
  log: (message: string, error?: unknown) => void = () => {},
  { creates = true }: { creates?: boolean } = {},
): Promise<EmbeddedServer> {
  const home = resolve(dataDir)
  const cluster = join(home, 'postgres')
  // Before anything is written there.
  await readPasswords(home, creates)
  await mkdir(home, { recursive: true })
  const user = await account([home, await binary('postgres')])
  const leave = await enrol(home)
  const lock = join(home, 'postgres-lock')
  const run = ({ owner }: Passwords, withinMs?: number) =>
    startOrJoin({ home, cluster, user, flags }, (port) => addressOf(ownerRole, owner, port, 'postgres'), withinMs)

  const { port, how, passwords } = await withLock(lock, async () => {
    const passwords = (await readPasswords(home, creates)) ?? (await createCluster(home, cluster, user))
    return { ...(await run(passwords)), passwords }
  })
  const url = (role: string, password: string, database: string) => addressOf(role, password, port, database)
  await ensureDatabase(url(ownerRole, passwords.owner, 'postgres'), passwords.app)

  let isLeaving = false
  const raise = async () => {
    if (isLeaving) return
    // With a short deadline: a process that leaves waits for the same lock.
    const again = await run(passwords, 10_000)
    if (again.port !== port) throw new Error(`another program has taken port ${port}, so PostgreSQL is on ${again.port}: open the shop anew`)
  }
  const unwatch = watchServer(
    async () => (await findRunning(cluster))?.port === port,
    () => withLock(lock, raise),
    log,
  )

  return {
    ownerUrl: (database = 'viatu') => url(ownerRole, passwords.owner, database),
    appUrl: (database = 'viatu') => url('viatu_app', passwords.app, database),
    how,
    stop: () => {
      isLeaving = true
      unwatch()
      return withLock(lock, async () => {
        if (await leave()) await shutDown(cluster)
      })
    },
  }
}

export const ownerRole = 'viatu_owner'

export function addressOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

export interface Passwords {
  owner: string
  app: string
}

async function readPasswords(home: string, creates: boolean): Promise<Passwords | null> {
  const known = await readFile(join(home, passwordsFile), 'utf8').catch(() => null)
  if (!known && !creates) throw new NoShopThere(`${home} holds no shop: set DATA_DIR, or DATABASE_URL.`)
  return known ? JSON.parse(known) : null
}

async function createCluster(home: string, cluster: string, user: Account): Promise<Passwords> {
  const passwords = { owner: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') }
  // Created under a temporary name and then renamed: the initdb of a killed start may still be writing.
  const draft = join(home, `postgres-draft-${randomBytes(4).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  if (user.ids) await chown(draft, user.ids.uid, user.ids.gid)
  const passwordFile = `${draft}.password`
  await writeFile(passwordFile, `${passwords.owner}\n`, { mode: 0o600 })
  if (user.ids) await chown(passwordFile, user.ids.uid, user.ids.gid)
  try {
    // PostgreSQL's built-in locale, so that names sort the same on every machine.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await run(await binary('initdb'), user, [
      `--pgdata=${draft}`,
      `--username=${ownerRole}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...locale,
    ])
  } finally {
    await rm(passwordFile)
  }
  // A cluster without a password file was never started, so it contains no data.
  await rm(cluster, { recursive: true, force: true })
  await rename(draft, cluster)
  await writeFile(`${draft}.json`, JSON.stringify(passwords), { mode: 0o600 })
  await rename(`${draft}.json`, join(home, passwordsFile))
  for (const name of await readdir(home)) {
    if (name.startsWith('postgres-draft-')) await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
  }
  return passwords
}

async function ensureDatabase(url: string, appPassword: string): Promise<void> {
  await withClient(url, 'viatu-start', async (client) => {
    await client.query('select pg_advisory_lock(7214002)')
    const { rows } = await client.query(`select (select count(*) from pg_roles where rolname = 'viatu_app') as roles,
      (select count(*) from pg_database where datname = 'viatu') as databases`)
    if (rows[0].roles === '0') await client.query(`create role viatu_app login password ${pg.escapeLiteral(appPassword)}`)
    if (rows[0].databases === '0') await client.query('create database viatu')
  })
}

async function run(file: string, user: Account, given: string[]): Promise<void> {
  const { command, args, ids, env } = commandAs(user, file, given)
  const child = spawn(command, args, { ...ids, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, LC_ALL: 'C' } })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const code = await new Promise((settle, fail) => child.once('close', settle).once('error', fail))
  if (code !== 0) throw new Error(`${file} failed (${code}): ${Buffer.concat(output).toString()}`)
}

/** Registers this process as a user of the server under `home`. The returned function removes it and resolves to whether it was the last living one. */
export async function enrol(home: string): Promise<() => Promise<boolean>> {
  const book = join(home, 'postgres-users')
  // In tests one process may register several times, so the name has a number.
  const name = `${processName()}-${++enrolled}`
  await mkdir(book, { recursive: true })
  await writeFile(join(book, name), '')
  return async () => {
    await rm(join(book, name), { force: true })
    const others = await readdir(book)
    for (const other of others) if (!isLiving(other)) await rm(join(book, other), { force: true })
    return (await readdir(book)).length === 0
  }
}
let enrolled = 0

/** Checks every second whether the server is up, and restarts it when it is not. The returned function stops the watch. */
function watchServer(isUp: () => Promise<boolean>, restart: () => Promise<unknown>, log: (message: string, error?: unknown) => void): () => void {
  let isOver = false
  let timer: NodeJS.Timeout
  const wait = () => {
    // `unref`: this timer alone must not keep the process alive.
    if (!isOver) timer = setTimeout(look, 1_000).unref()
  }
  const look = async () => {
    try {
      if (!(await isUp()) && !isOver) {
        log('PostgreSQL is gone: it is started again')
        await restart()
      }
    } catch (error) {
      log('PostgreSQL could not be started again: that is tried once more', error)
    }
    wait()
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
