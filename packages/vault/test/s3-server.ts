import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { BucketPlace } from '../src/s3-backup-store.ts'

export interface S3Server {
  settings: Record<'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'secretAccessKey', string>
  /** The same, as the vault takes it. */
  place: BucketPlace
  /** Where its objects lie. */
  directory: string
  /** Answers this status to the next so many requests. */
  refuse(requests: number, status: number): void
  stop(): Promise<void>
}

/** An S3 server of other hands, on a port of its own, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'viatu-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'viatu-files' }],
  })
  const { port } = await server.run()
  let refusals: number[] = []
  const [serve] = server.httpServer.listeners('request') as RequestListener[]
  server.httpServer.removeAllListeners('request').on('request', (request, response) => {
    const status = refusals.pop()
    if (status === undefined) serve?.(request, response)
    else response.writeHead(status).end()
  })
  const endpoint = `http://127.0.0.1:${port}`
  const [region, bucket, accessKeyId, secretAccessKey] = ['us-east-1', 'viatu-files', 'S3RVER', 'S3RVER']
  return {
    refuse: (requests, status) => {
      refusals = Array(requests).fill(status)
    },
    directory,
    settings: { endpoint, region, bucket, accessKeyId, secretAccessKey },
    place: {
      endpoint,
      bucket,
      client: {
        ...{ region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true },
        // It knows no newer ones.
        ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
      },
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
