import { constants, createReadStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { isFileKey } from '#domain/storage.ts'
import { type Files, newPath, receiveIn, refusingFullDisk, sweepIn } from './files.ts'

/** Bytes up to which a file is read whole, which is cheaper than a stream. */
const small = 512 * 1024

/** Files under `dataDir/files`. Files in progress are next to them on the same disk, so that a rename is atomic. */
export function diskFiles(dataDir: string): Files {
  const root = resolve(dataDir, 'files')
  const incoming = resolve(dataDir, 'incoming')
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new Error(`not a key of the storage: ${key.slice(0, 200)}`)
    return join(root, key)
  }
  return {
    isRemote: false,
    put: (key, body) =>
      refusingFullDisk(async () => {
        const path = pathOf(key)
        await mkdir(dirname(path), { recursive: true })
        await rename(body instanceof Uint8Array ? await writeTemporary(body, incoming) : body.path, path)
      }),
    remove: async (keys) => {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })))
    },
    find: async (key) => {
      if (!isFileKey(key)) return null
      const path = pathOf(key)
      // `lstat`, so that symbolic links are not followed.
      const found = await lstat(path).catch(nothingThere)
      if (!found?.isFile()) return null
      return {
        bytes: found.size,
        tag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
        read: async ({ from, to } = { from: 0, to: found.size - 1 }) => {
          const length = to - from + 1
          if (length > small) return Readable.toWeb(createReadStream(path, { start: from, end: to })) as ReadableStream<Uint8Array>
          return readPart(path, from, length)
        },
      }
    },
    receive: (body, maxBytes) => receiveIn(incoming, body, maxBytes),
    sweep: () => sweepIn(incoming),
  }
}

/** Returns the path of a temporary file with this content. */
async function writeTemporary(body: Uint8Array, folder: string): Promise<string> {
  const path = await newPath(folder)
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(body)
      // Synced before the rename, so that a power cut cannot leave an incomplete file under its final name.
      await file.sync()
    } finally {
      await file.close()
    }
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function readPart(path: string, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
