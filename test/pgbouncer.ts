import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { account, commandAs, freePort, isListening } from '@viatu/vault/postgres'
import { debianProgram } from './debian-package.ts'

export interface Pooler {
  /** The same database through the pooler. */
  through(url: string): string
  /** kill -9. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Debian's PgBouncer (1.18) in transaction mode as it comes: no start-up parameter is ignored. In front of the server of `url`, whose role and password it knows. */
export async function startPooler(url: string, poolSize = 20): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const home = mkdtempSync(join(tmpdir(), 'viatu-pooler-'))
  chmodSync(home, 0o755)
  const { file, env } = debianProgram(home, ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'], 'usr/sbin/pgbouncer')
  const port = await freePort()
  const config = join(home, 'pgbouncer.ini')
  writeFileSync(join(home, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  // It refuses to run as root.
  const user = await account([home])
  if (user.ids) for (const name of ['pgbouncer.ini', 'users.txt']) chownSync(join(home, name), user.ids.uid, user.ids.gid)
  let child: ChildProcess
  const start = async () => {
    const { command, args, ids } = commandAs(user, file, ['-q', config])
    child = spawn(command, args, { ...ids, env: { ...process.env, ...env }, stdio: 'ignore' })
    for (let tries = 0; !(await isListening(port)); tries++) {
      if (child.exitCode !== null || tries > 200) throw new Error(`PgBouncer did not start (${child.exitCode})`)
      await pause(50)
    }
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((settle) => {
      if (child.exitCode !== null || child.signalCode !== null) return settle()
      child.once('exit', () => settle())
      child.kill(signal)
    })
  await start()
  return {
    through: (direct) => {
      const pooled = new URL(direct)
      pooled.port = String(port)
      return pooled.href
    },
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      await rm(home, { recursive: true, force: true })
    },
  }
}
