import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '#services/files/files-environment.ts'

export interface S3Server {
  settings: S3Settings
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
  return {
    refuse: (requests, status) => {
      refusals = Array(requests).fill(status)
    },
    directory,
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'viatu-files',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
