import { isAbsolute, relative, resolve } from 'node:path'
import type { BackupSettings } from '@viatu/vault'
import { z } from 'zod'
import { backupS3Fields, s3ClientConfig, s3Of } from '#services/files/files-environment.ts'

const text = z.string().trim().optional()

/** Environment variables of the backup; without BACKUP_DIR and BACKUP_S3_* there is none. */
export const backupFields = {
  BACKUP_DIR: text,
  ...backupS3Fields,
  BACKUP_PASSPHRASE: text.refine((given) => given === undefined || given.length >= 16, 'at least 16 characters, kept somewhere else than the shop'),
}
type Given = Partial<Record<keyof typeof backupFields, string>>
const s3Names = Object.keys(backupS3Fields) as (keyof typeof backupS3Fields)[]

/** Why these settings are invalid, or null. */
export function backupRefusal(given: Given & { DATA_DIR: string }): string | null {
  const missing = s3Names.filter((name) => given[name] === undefined)
  const hasS3 = missing.length < s3Names.length
  if (hasS3 && missing.length > 0) return `The backup's store is half set: ${missing.join(', ')} missing. Set all of it, or none.`
  if (hasS3 && given.BACKUP_DIR) return 'BACKUP_DIR and BACKUP_S3_* are both set: the backup goes to one place.'
  if (hasS3 && !given.BACKUP_PASSPHRASE)
    return 'BACKUP_S3_* needs BACKUP_PASSPHRASE: what leaves this machine holds names, addresses and phone numbers, and is sealed with it.'
  const way = given.BACKUP_DIR && relative(resolve(given.DATA_DIR), resolve(given.BACKUP_DIR))
  // Absolute: on another drive of Windows.
  if (way !== undefined && !way.startsWith('..') && !isAbsolute(way))
    return 'BACKUP_DIR lies in DATA_DIR: what destroys the shop would destroy its backup. Use another disk, or another machine.'
  return null
}

/** The backup of valid settings; null where none is set up. */
export function backupOf(given: Given): BackupSettings | null {
  const passphrase = given.BACKUP_PASSPHRASE ?? null
  if (given.BACKUP_DIR) return { place: { folder: resolve(given.BACKUP_DIR) }, passphrase }
  // The same names without their prefix.
  const s3 = s3Of(Object.fromEntries(s3Names.map((name) => [name.replace('BACKUP_', ''), given[name]])))
  return s3 && { place: { s3: { endpoint: s3.endpoint, bucket: s3.bucket, client: s3ClientConfig(s3) } }, passphrase }
}
