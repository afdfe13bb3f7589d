import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { account, copyCluster, findRunning, shutDown, startOrJoin } from '@viatu/vault/postgres'
import { gone } from './scene.ts'

export interface Standby {
  /** The same database on the standby. */
  on(url: string): string
  /** kill -9. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A streaming standby of the server of `ownerUrl`, whose role may replicate, with its data under `home`, which does not exist yet. */
export async function startStandby(ownerUrl: string, home: string): Promise<Standby> {
  await mkdir(home, { recursive: true })
  const cluster = join(home, 'postgres')
  const user = await account([home])
  await copyCluster(ownerUrl, cluster, user)
  const { hostname, port, username, password } = new URL(ownerUrl)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  await writeFile(join(cluster, 'standby.signal'), '')
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\nwal_retrieve_retry_interval = '100ms'\nfsync = off\n`)
  let own = 0
  const on = (url: string) => {
    const there = new URL(url)
    there.port = String(own)
    return there.href
  }
  const start = async () => {
    const { port } = await startOrJoin({ home, cluster, user, flags: [] }, (port) => {
      own = port
      return on(ownerUrl)
    })
    own = port
  }
  await start()
  return {
    on,
    start,
    kill: async () => {
      const running = await findRunning(cluster)
      if (!running) return
      process.kill(running.pid, 'SIGKILL')
      await gone(running.pid)
    },
    stop: () => shutDown(cluster),
  }
}
