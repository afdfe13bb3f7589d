import { access, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Copy, chooseCopy, DamagedCopy, listCopies, openBackupStore, type Restored, restoreCopy } from '@viatu/vault'
import { passwordsFile, walArchive } from '@viatu/vault/postgres'
import { withClient } from '#db/database-connection.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { migrate } from '#db/run-migrations.ts'
import { readLocalTime, writeLocalTime } from '#domain/nairobi-time.ts'
import { copiedShop } from '#features/upkeep/back-up.ts'
import { commandFailed, requireBackup } from '#server/open-backups.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

const usage = 'npx viatu restore [--to "2026-11-22 14:32"] [--copy "2026-11-22 03:10"] [--shop <number>] [--without-files], times in Nairobi'

/** What a sealed copy cannot prove that was made before the hashes of files were listed. */
const ofOldForm =
  'This copy is of the older form. It proves that every picture and video is the shop’s own, under its own name and time, and cannot prove its bytes by a hash.'

/** `npx viatu restore`: makes the shop again from its copies, as it was at a time or as late as there is. Into an empty place only. */
try {
  const { to, by, root, files } = readArguments(process.argv.slice(2))
  const settings = requireBackup(readSettings())
  const home = resolve(settings.dataDir)
  await refuseShop(home)
  const started = performance.now()
  const store = await openBackupStore(settings.backup)
  const copies = await listCopies(store, undefined, (_, { message }) => console.error(`${message}: that copy is left out.`))
  const copy = chooseCopy(copies, { to, root, by })
  if (copy.kind === 'base' && settings.database)
    throw new SettingsError(
      'This copy is of the embedded PostgreSQL, and DATABASE_URL names another: restore it without DATABASE_URL (docs/backup.md).',
    )
  console.log(`From the copy of ${writeLocalTime(copy.endedAt)}.`)
  if (copy.version === 1 && store.isSealed) console.log(ofOldForm)
  await mkdir(home, { recursive: true })
  let books = { orders: 0, balance: false }
  const work = async (url: string) => {
    books = await settle(url, copy)
  }
  // Archiving from the first moment: the restored database's history reaches the store before anything is written under it.
  const restoring = { store, copy, home, to, work, ...files, flags: settings.database ? [] : await walArchive(home) }
  const restored = await restoreCopy(restoring, copiedShop, settings.database?.ownerUrl).catch((error) => {
    for (const line of sayNext(error, copy, copies, settings.database !== null)) console.error(line)
    throw error
  })
  console.log(report(restored, books, (performance.now() - started) / 1000, copy.startedAt, !settings.appSecret && !store.isSealed))
} catch (error) {
  commandFailed(error)
}

function readArguments(args: string[]): { to: Date | null; by: Date | null; root: string | null; files: { files?: number } } {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args, options: { to: text, copy: text, shop: text, 'without-files': { type: 'boolean' } } })
    const files = values['without-files'] ? { files: 0 } : {}
    const [to, by] = [values.to, values.copy].map((text) => (text === undefined ? null : readLocalTime(text)))
    if (to !== undefined && by !== undefined && (to?.getTime() ?? 0) <= Date.now() + 60_000) return { to, by, root: values.shop ?? null, files }
  } catch {
    // Falls through: not what is asked for.
  }
  throw new SettingsError(`Times are written as 2026-11-22 14:32, none of them to come: ${usage}`)
}

/** What to do where a copy could not be restored. */
function sayNext(error: unknown, copy: Copy, copies: Copy[], hasOwnDatabase: boolean): string[] {
  const before = copies.filter(({ root, endedAt }) => root === copy.root && endedAt < copy.endedAt).at(-1)
  const since = copy.kind === 'base' ? ', with what was changed since then' : ''
  return [
    ...(error instanceof DamagedCopy && before ? [`The copy before it${since}: npx viatu restore --copy "${writeLocalTime(before.endedAt)}"`] : []),
    ...(error instanceof DamagedCopy && error.message.includes('/files/')
      ? ['Orders and books alone, where no copy has all pictures: npx viatu restore --without-files']
      : []),
    ...(hasOwnDatabase ? ['If the database has tables now, drop it and create it anew before the next try.'] : []),
  ]
}

async function refuseShop(home: string) {
  const isThere = await access(join(home, passwordsFile)).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new SettingsError(
      `${home} holds a shop. A restore writes over nothing: close the shop and move that folder away (it may be wanted again), or set DATA_DIR.`,
    )
}

/** Brings the restored database up to date, proves its books, and writes down what it is: a copy may be from before an upgrade. What came back with nothing after it is as it was when the copy began. */
async function settle(url: string, { name: copy, startedAt }: Copy): Promise<{ orders: number; balance: boolean }> {
  await migrate(url)
  return withClient(url, 'viatu-restore', async (client) => {
    const broken = await brokenInvariants(client)
    for (const each of broken) console.error(`The books do not balance: ${each}`)
    // What ran at that moment went on in the shop that is gone: here it neither failed nor succeeded.
    await client.query('delete from backup_runs where ended_at is null')
    const { rows } = await client.query<{ orders: number }>(
      `insert into backup_runs (kind, ended_at, outcome, copy, last_commit_at, orders)
       values ('restore', now(), 'done', $1, coalesce(pg_last_xact_replay_timestamp(), $2), (select count(*) from orders)) returning orders`,
      [copy, startedAt],
    )
    return { orders: rows[0]?.orders ?? 0, balance: broken.length === 0 }
  })
}

function report(
  { lastCommitAt, missingWal, files }: Restored,
  { orders, balance }: { orders: number; balance: boolean },
  seconds: number,
  copied: Date,
  wantsSecret: boolean,
): string {
  const last = lastCommitAt
    ? `the last change that came back was made at ${writeLocalTime(lastCommitAt)}`
    : `it is as it was copied, at ${writeLocalTime(copied)}`
  return [
    `Restored in ${seconds.toFixed(1)} s: ${orders} orders, ${files.length} files; ${last}. ${balance ? 'The books balance.' : 'The books do not balance: see above.'}`,
    ...(missingWal ? [`WAL segment ${missingWal} is missing in the store: what was changed after it did not come back.`] : []),
    ...(wantsSecret
      ? ['The secret was not in the copy, which is not sealed: set APP_SECRET to the old one, or links of earlier orders do not open.']
      : []),
    'A store can hold back what it got last: is this the minute that you expect?',
    'npm start opens the shop. It asks M-Pesa for what was paid since then; payments without an order go to the refund list of the panel.',
  ].join('\n')
}
