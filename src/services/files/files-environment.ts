import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { z } from 'zod'

const text = z.string().trim().optional()

/** An S3-compatible store. */
export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const endpoint = text
  .refine(
    (given) => given === undefined || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)),
    'the address of the store, such as https://s3.example.com',
  )
  .transform((given) => given?.replace(/\/+$/, ''))
const bucket = text.refine((given) => given === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given), 'the name of a bucket')

/** Environment variables of the S3 storage: all, or none, and files are stored under DATA_DIR. */
export const s3Fields = { S3_ENDPOINT: endpoint, S3_REGION: text, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: text, S3_SECRET_ACCESS_KEY: text }

/** The same of the store that backups go to (services/backups). */
export const backupS3Fields = {
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: text,
  BACKUP_S3_BUCKET: bucket,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
}
type Name = keyof typeof s3Fields
type Given = Partial<Record<Name, string>>
const names = Object.keys(s3Fields) as Name[]

/** Why these settings are invalid, or null. */
export function s3Refusal(given: Given): string | null {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return null
  return `S3 is half set: ${missing.join(', ')} missing. Set all of it, or none to keep files under DATA_DIR.`
}

/** The storage of valid settings; null where nothing is set. */
export function s3Of(given: Given): S3Settings | null {
  if (given.S3_ENDPOINT === undefined) return null
  return {
    endpoint: given.S3_ENDPOINT,
    region: given.S3_REGION as string,
    bucket: given.S3_BUCKET as string,
    accessKeyId: given.S3_ACCESS_KEY_ID as string,
    secretAccessKey: given.S3_SECRET_ACCESS_KEY as string,
  }
}

export function s3ClientConfig({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3ClientConfig {
  return {
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Most storages other than Amazon's do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A storage that says nothing for `socketTimeout` has failed: twice, so that it keeps a visitor waiting for some ten seconds. Not `requestTimeout`: it only warns, and a large file may take longer.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 5_000 },
  }
}
