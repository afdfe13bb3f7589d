import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { archives, type BackupSettings, type OpenSource, openSource } from '@viatu/vault'
import type { Log } from '#core/context.ts'
import { isProblem } from '#domain/problem.ts'
import { isFileKey } from '#domain/storage.ts'
import { AlreadyRunning } from '#features/upkeep/backup-status.ts'
import { type Settings, SettingsError } from '#server/settings.ts'
import type { Backups } from '#services/backups/backups.ts'

/** What `npx viatu backup` copies: the shop of these settings. Rejects when the store does not answer. */
export async function openBackupSource({ backup, ...settings }: Settings & { backup: BackupSettings }, ownerUrl: string): Promise<OpenSource> {
  const { dataDir, database, s3 } = settings
  return openSource(backup, { ownerUrl, dataDir, isEmbedded: database === null, isFileKey: s3 ? null : isFileKey })
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
