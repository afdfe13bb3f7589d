import { isProblem } from '#domain/problem.ts'
import type { Log } from '#features/context.ts'
import type { Monitor } from '#features/monitoring/monitor.ts'
import type { Settings } from '#server/settings.ts'
import { diskFiles } from '#services/files/disk-files.ts'
import type { Files } from '#services/files/files.ts'

/** The file storage of the settings: S3, or a folder. The log says why nothing could be kept. */
export async function openFiles({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>, log: Pick<Log, 'warn'>, monitor: Monitor): Promise<Files> {
  const files = await storageOf(s3, dataDir, log, monitor)
  const telling = <Kept>(keeping: Promise<Kept>) =>
    keeping.catch((error) => {
      if (isProblem(error) && error.code === 'storage_full') log.warn({ error: error.cause }, 'the disk of the files is full')
      throw error
    })
  return { ...files, put: (key, body) => telling(files.put(key, body)), receive: (body, maxBytes) => telling(files.receive(body, maxBytes)) }
}

async function storageOf(s3: Settings['s3'], dataDir: string, log: Pick<Log, 'warn'>, monitor: Monitor): Promise<Files> {
  if (!s3) return diskFiles(dataDir)
  // The S3 client is large, so it is loaded only when used.
  const { s3Files } = await import('#services/files/s3-files.ts')
  const files = s3Files(s3, dataDir, (error) => log.warn({ error }, 'the file storage did not answer'))
  return {
    ...files,
    put: (key, body) => monitor.timed('storage put', () => files.put(key, body)),
    find: async (key) => {
      const found = await monitor.timed('storage find', () => files.find(key))
      return found && { ...found, read: (range) => monitor.timed('storage read', () => found.read(range)) }
    },
    remove: (keys) => monitor.timed('storage remove', () => files.remove(keys)),
  }
}
