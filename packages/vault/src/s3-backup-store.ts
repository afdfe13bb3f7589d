import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type BackupStore, StoreFailed } from './backup-store.ts'

/** A bucket of an S3-compatible store, and how the client of it is set up. */
export interface BucketPlace {
  endpoint: string
  bucket: string
  client: S3ClientConfig
}

/** Milliseconds before each further try: in a quarter of a minute most stores that were restarted are back, and a night's copy need not begin again. */
const usualPauses = [300, 1_000, 3_000, 9_000]

export function s3Store({ endpoint, bucket: Bucket, client: config }: BucketPlace, pauses = usualPauses): BackupStore {
  // It tries nothing again itself: `asked` does, also where an answer breaks off in its middle.
  const client = new S3Client({ ...config, endpoint, maxAttempts: 1 })
  const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      try {
        return await ask()
      } catch (error) {
        if (isAnswer(error)) throw error
        const wait = pauses[tries - 1]
        if (wait === undefined)
          throw new StoreFailed(`The bucket ${Bucket} at ${endpoint} failed ${tries} times in a row: ${(error as Error).message}`, {
            cause: error,
          })
        await pause(wait)
      }
    }
  }
  return {
    put: async (Key, Body) => {
      await asked(() => client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.byteLength })))
    },
    get: (Key) =>
      asked(async () => {
        const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(nothingThere)
        return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null
      }),
    list: async (Prefix) => {
      const names: string[] = []
      for (let token: string | undefined, isMore = true; isMore; isMore = token !== undefined) {
        const page = await asked(() => client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })))
        names.push(...(page.Contents ?? []).map(({ Key }) => Key as string))
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      }
      return names.sort()
    },
    remove: async (names) => {
      for (const Key of names) await asked(() => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
  }
}

/** The store has answered, and would answer the same again: no right, no bucket. Not that a request was slow (408, Amazon's 400) or one too many (429). */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'RequestTimeout') return false
  const status = error.$metadata.httpStatusCode ?? 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function nothingThere(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}
