import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shutDown, walFolder } from '@viatu/vault/postgres'
import type { Log } from '#core/context.ts'
import { withClient } from '#db/database-connection.ts'
import { isProblem } from '#domain/problem.ts'
import type { BackupSource } from '#features/upkeep/back-up.ts'
import { AlreadyRunning } from '#features/upkeep/backup-status.ts'
import { CannotRestore } from '#features/upkeep/restore-copy.ts'
import { type Settings, SettingsError } from '#server/settings.ts'
import type { BackupSettings } from '#services/backups/backup-environment.ts'
import { type Backups, createShipper } from '#services/backups/backups.ts'

/** What `npx viatu backup` copies: the shop of these settings. Rejects when the store does not answer. */
export async function openBackupSource(
  settings: Settings & { backup: BackupSettings },
  ownerUrl: string,
): Promise<BackupSource & Pick<ReturnType<typeof createShipper>, 'shipWal' | 'waiting'>> {
  const { openBackupStore } = await import('#services/backups/sealed-store.ts')
  const { dataDir, database, s3 } = settings
  const store = await openBackupStore(settings.backup)
  const isEmbedded = database === null
  const root = await numberOf(ownerUrl, isEmbedded)
  const shipper = createShipper({ store, root, dataDir, walFolder: walFolder(dataDir), hasFiles: s3 === null })
  return { store, root, ownerUrl, dataDir, isEmbedded, ...shipper }
}

/** The backups of a running shop; null where none is set up. */
export async function openBackups(settings: Settings, ownerUrl: string, log: Log): Promise<Backups | null> {
  const { backup } = settings
  if (!backup) return null
  const { isEmbedded, shipWal, shipFiles, waiting } = await openBackupSource({ ...settings, backup }, ownerUrl)
  const isOff = isEmbedded && !(await archives(ownerUrl))
  const children = new Map<string, ChildProcess>()
  let filesAt = 0
  return {
    place: placeOf(backup),
    ship: async () => {
      const segments = isEmbedded ? await shipWal() : 0
      // Looking through all files costs more than looking for WAL.
      if (Date.now() - filesAt > 30_000) {
        await shipFiles()
        filesAt = Date.now()
      }
      return segments
    },
    waiting: async () => (isEmbedded ? { ...(await waiting()), isOff } : null),
    start: (kind) => {
      if (!children.has(kind))
        children.set(
          kind,
          // `close` comes after `error` as well, where the process could not be started.
          launch(kind, log).once('close', () => children.delete(kind)),
        )
    },
    stop: async () => {
      for (const child of children.values()) {
        const gone = new Promise((settle) => child.once('close', settle))
        child.kill('SIGTERM')
        await gone
      }
    },
  }
}

/** Such as `the folder /srv/copies`. */
export function placeOf({ place }: BackupSettings): string {
  return 'folder' in place ? `the folder ${place.folder}` : `the bucket ${place.s3.bucket} at ${new URL(place.s3.endpoint).host}`
}

/** A process of its own, so that neither its memory nor its end is the shop's. It records its outcome itself. */
function launch(kind: 'backup' | 'drill', log: Log): ChildProcess {
  const url = (file: string) => new URL(file, import.meta.url)
  const child = spawn(process.execPath, ['--import', url('quick-imports.mjs').href, fileURLToPath(url(`${kind}.ts`))], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: Buffer[] = []
  child.stderr?.on('data', (chunk) => output.push(chunk))
  child.once('error', (error) => log.error({ error }, `the ${kind} could not be started`))
  child.once('close', (code) => {
    if (code === runningElsewhere) log.info({ kind }, 'backup run of another process')
    else if (code) log.error({ words: Buffer.concat(output).toString().slice(-2000) }, `the ${kind} failed; it is tried again in an hour`)
    else log.info({ kind }, 'backup run ended')
  })
  return child
}

/** Whether the server was started with the settings of `walArchive`. */
async function archives(url: string): Promise<boolean> {
  const { rows } = await withClient(url, 'viatu-backup', (client) => client.query<{ archive_mode: string }>('show archive_mode'))
  return rows[0]?.archive_mode === 'on'
}

/** PostgreSQL's own number of the cluster; where it may hold several databases, with that of the database, so that no other shop in the same place is taken for this one. */
async function numberOf(url: string, isEmbedded: boolean): Promise<string> {
  const { rows } = await withClient(url, 'viatu-backup', (client) =>
    client.query<{ cluster: string; database: string }>(
      'select system_identifier::text as cluster, (select oid::text from pg_database where datname = current_database()) as database from pg_control_system()',
    ),
  )
  const { cluster, database } = rows[0] as { cluster: string; database: string }
  return isEmbedded ? cluster : `${cluster}-${database}`
}

/** The settings of a shop that has a place for copies. Throws SettingsError. */
export function requireBackup(settings: Settings): Settings & { backup: BackupSettings } {
  const { backup } = settings
  if (backup) return { ...settings, backup }
  throw new SettingsError(
    'There is no place for copies: set BACKUP_DIR to a folder on another disk, or BACKUP_S3_* and BACKUP_PASSPHRASE (docs/backup.md).',
  )
}

/** The exit code of a run that another process is making: two processes of a shop may begin the same night's at once. */
const runningElsewhere = 75

/** How a command of this folder ends in vain. */
export function commandFailed(error: unknown) {
  const names = [
    'DamagedCopy',
    'PlaceMissing',
    'StoreFailed',
    'CannotRestore',
    'NoShopThere',
    'UnsuitableDatabase',
    'AlreadyRunning',
    'SettingsError',
  ]
  const isForPeople = isProblem(error) || (error instanceof Error && names.includes(error.name))
  console.error(isForPeople ? error.message : error)
  process.exitCode = error instanceof AlreadyRunning ? runningElsewhere : 1
}

/**
 * An empty folder for one drill. Removes what earlier drills left that were killed, and stops their PostgreSQL, so no other drill may be running. Rejects when a shop of
 * so many bytes would leave less than as much again on the disk, which is the shop's own.
 */
export async function openDrillFolder(dataDir: string, bytes: number): Promise<string> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true })
  for (const name of await readdir(home)) {
    if (!name.startsWith('drill-')) continue
    await shutDown(join(home, name, 'postgres'))
    await rm(join(home, name), { recursive: true, force: true })
  }
  const { bsize, bavail } = await statfs(home)
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`
  if (bsize * bavail < 2 * bytes)
    throw new CannotRestore(
      `The disk of ${home} has ${megabytes(bsize * bavail)} free, and a drill wants ${megabytes(2 * bytes)}: nothing was restored`,
    )
  return mkdtemp(join(home, 'drill-'))
}
