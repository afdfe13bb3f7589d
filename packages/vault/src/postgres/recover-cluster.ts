import { chown, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, ownerRole, type Passwords } from './embedded.ts'
import { type Account, account, becomesReady, binary, launch, shutDown } from './embedded-server.ts'
import { segmentNumber, segmentOf } from './wal.ts'
import { withClient } from './with-client.ts'

/** The user whose files a server under `home` has to find. */
export async function serverUser(home: string): Promise<Account> {
  return account([home, await binary('postgres')])
}

/** One WAL file of an archive, without the zeros at its end. */
interface ArchivedWal {
  name: string
  read(): Promise<Buffer>
}

/**
 * Puts archived WAL from `startLsn` on into a base backup under `home`, where recovery finds it. Returns the number of the first segment that is missing, in hexadecimal
 * digits, if later ones are there: recovery ends before it, so those are not placed.
 */
export async function placeWal(home: string, wal: ArchivedWal[], startLsn: string, segmentBytes: number): Promise<string | null> {
  const folder = join(home, 'postgres', 'pg_wal')
  const { ids } = await serverUser(home)
  const own = async (path: string) => ids && (await chown(path, ids.uid, ids.gid))
  const place = async ({ name, read }: ArchivedWal) => {
    const bytes = await read()
    const file = await open(join(folder, name), 'w', 0o600)
    try {
      await file.writeFile(bytes)
      // A hole in place of the zeros, so that a quiet day does not take a segment's room for each half minute.
      if (segmentNumber(name, segmentBytes) !== null) await file.truncate(segmentBytes)
    } finally {
      await file.close()
    }
    await own(join(folder, name))
    // It lies in the archive, so the server does not archive it again.
    await writeFile(join(folder, 'archive_status', `${name}.done`), '')
    await own(join(folder, 'archive_status', `${name}.done`))
  }
  // The base backup brought its own as well.
  const brought = (await readdir(folder)).map((name) => segmentNumber(name, segmentBytes))
  const numbers = new Set([...brought, ...wal.map(({ name }) => segmentNumber(name, segmentBytes))])
  const from = segmentOf(startLsn, segmentBytes)
  let end = from
  while (numbers.has(end)) end++
  const isReached = (number: bigint | null) => number === null || (number >= from && number < end)
  const needed = wal.filter(({ name }) => isReached(segmentNumber(name, segmentBytes)))
  for (let at = 0; at < needed.length; at += 8) await Promise.all(needed.slice(at, at + 8).map(place))
  return [...numbers].some((number) => number !== null && number > end) ? end.toString(16).toUpperCase() : null
}

/**
 * Replays the WAL of a base backup under `home` up to an instant, or to its end where the instant is later or null, and calls `work` with the owner's URL of the
 * recovered server before it stops it. Returns when the last replayed transaction was committed, null where there was none after the base backup.
 * @param flags further `name=value` settings
 * @param patience milliseconds after which a server that still recovers is stopped
 */
export async function recoverCluster(
  home: string,
  { owner }: Passwords,
  { to, flags }: { to: Date | null; flags: string[] },
  work: (ownerUrl: string) => Promise<void>,
  patience = 30 * 60_000,
): Promise<{ lastCommitAt: Date | null }> {
  const cluster = join(home, 'postgres')
  const user = await serverUser(home)
  const signal = join(cluster, 'recovery.signal')
  await writeFile(signal, '')
  if (user.ids) await chown(signal, user.ids.uid, user.ids.gid)
  // Nothing is fetched: the WAL is in place already. Connections wait for the end of recovery.
  const recovery = ['restore_command=exit 1', 'hot_standby=off', 'recovery_target_action=promote', ...flags]
  const run = async (target: string[]) => {
    const server = await launch({ home, cluster, user, flags: [...recovery, ...target] })
    const url = addressOf(ownerRole, owner, server.port, 'viatu')
    if (await becomesReady(url, server, Date.now() + patience)) return url
    if (!server.isThere()) return null
    // Again where it did not listen yet.
    for (; server.isThere(); await pause(50)) await shutDown(cluster)
    throw new Error(`PostgreSQL had not recovered after ${patience / 60_000} minutes, and was stopped:\n${await lastWords(home)}`)
  }
  // With a numeric zone: names of zones, `Z` among them, are not read yet when the server looks at its command line.
  const target = to ? [`recovery_target_time=${to.toISOString().replace('Z', '+00')}`] : []
  let url = await run(target)
  // PostgreSQL refuses to end without having met a commit after the target.
  if (!url && to && (await lastWords(home)).includes('recovery ended before configured recovery target was reached')) url = await run([])
  // A copy of a history that an earlier restore left behind: it ends on its own.
  if (!url && (await lastWords(home)).includes("is not a child of this server's history")) url = await run(['recovery_target_timeline=current'])
  if (!url) throw new Error(`PostgreSQL could not recover:\n${await lastWords(home)}`)
  try {
    const { rows } = await withClient(url, 'viatu-restore', (client) =>
      client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at'),
    )
    await work(url)
    return { lastCommitAt: rows[0]?.at ?? null }
  } finally {
    await shutDown(cluster)
  }
}

async function lastWords(home: string): Promise<string> {
  const log = await readFile(join(home, 'postgres.log'), 'utf8').catch(() => '')
  return log.trimEnd().split('\n').slice(-12).join('\n')
}
