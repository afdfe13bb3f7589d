import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from '#services/files/files-environment.ts'
import { s3Client } from '#services/files/s3-files.ts'
import type { BackupStore } from './backup-store.ts'

export function s3Store(settings: S3Settings): BackupStore {
  const client = s3Client(settings)
  const Bucket = settings.bucket
  return {
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.byteLength }))
    },
    get: async (Key) => {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(nothingThere)
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null
    },
    list: async (Prefix) => {
      const names: string[] = []
      for (let token: string | undefined, isMore = true; isMore; isMore = token !== undefined) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }))
        names.push(...(page.Contents ?? []).map(({ Key }) => Key as string))
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      }
      return names.sort()
    },
    remove: async (names) => {
      for (const Key of names) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}

function nothingThere(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}
