import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '#domain/problem.ts'
import { isFileKey, typeOf } from '#domain/storage.ts'
import { type Files, receiveIn, sweepIn } from './files.ts'
import { type S3Settings, s3ClientConfig } from './files-environment.ts'

/** Files in a bucket of an S3-compatible storage; `dataDir` holds only temporary files. `failed` is called with the storage's error. */
export function s3Files(settings: S3Settings, dataDir: string, failed: (error: unknown) => void): Files {
  const Bucket = settings.bucket
  const client = new S3Client(s3ClientConfig(settings))
  const incoming = resolve(dataDir, 'incoming')
  const named = (key: string) => {
    if (!isFileKey(key)) throw new Error(`not a key of the storage: ${key.slice(0, 200)}`)
    return { Bucket, Key: key }
  }
  /** Any error becomes */
  const answered = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
    asked.catch((error) => {
      failed(error)
      throw new Problem('storage_failed', { retryAfter: 5 })
    })
  return {
    isRemote: true,
    put: async (key, body) => {
      const isWhole = body instanceof Uint8Array
      await answered(
        client.send(
          new PutObjectCommand({
            ...named(key),
            Body: isWhole ? body : createReadStream(body.path),
            ContentLength: isWhole ? body.byteLength : body.bytes,
            ContentType: typeOf(key),
            CacheControl: 'public, max-age=3600',
          }),
        ),
      )
    },
    remove: async (keys) => {
      // One request each: the bulk delete requires a checksum that not every storage supports.
      await Promise.all(keys.map((key) => answered(client.send(new DeleteObjectCommand(named(key))))))
    },
    find: async (key) => {
      if (!isFileKey(key)) return null
      const found = await answered(client.send(new HeadObjectCommand(named(key))).catch(nothingThere))
      if (!found) return null
      return {
        bytes: found.ContentLength ?? 0,
        tag: found.ETag ?? '""',
        read: async (range) => {
          const part = range && { Range: `bytes=${range.from}-${range.to}` }
          const { Body } = await answered(client.send(new GetObjectCommand({ ...named(key), ...part })))
          if (!Body) throw new Problem('storage_failed')
          return Body.transformToWebStream() as ReadableStream<Uint8Array>
        },
      }
    },
    receive: (body, maxBytes) => receiveIn(incoming, body, maxBytes),
    sweep: () => sweepIn(incoming),
  }
}

function nothingThere(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}
