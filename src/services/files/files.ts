import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#domain/problem.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Pictures and videos (features/files). */
    files: Files
  }
}

/** The shop's file storage, on disk or S3-compatible. Keys are those of domain/storage.ts; all others are refused. */
export interface Files {
  /** Whether another machine keeps them. */
  isRemote: boolean
  /** Writes or replaces a file atomically. An `Incoming` may be moved and is then gone. */
  put(key: string, body: Uint8Array | Incoming): Promise<void>
  /** Removes files; missing ones are ignored. */
  remove(keys: string[]): Promise<void>
  /** Null when there is none. */
  find(key: string): Promise<FoundFile | null>
  /** Streams a request body to a temporary file. */
  receive(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Incoming>
  /** Deletes temporary files that a crash left behind. */
  sweep(): Promise<void>
}

export interface FoundFile {
  bytes: number
  /** ETag; changes with the contents. */
  tag: string
  /** The whole file, or a byte range with both ends included. */
  read(range?: { from: number; to: number }): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>
}

/** A received body in a temporary file. */
export interface Incoming {
  path: string
  bytes: number
  /** To be called when it was stored or refused. */
  discard(): Promise<void>
}

/** Milliseconds after which a temporary file is abandoned; longer than any upload may take. */
const abandonedMs = 3_600_000

/** The path of a new temporary file in `folder`. */
export async function newPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, randomUUID())
}

/** See Files.receive. */
export async function receiveIn(folder: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Incoming> {
  const path = await newPath(folder)
  const discard = () => rm(path, { force: true })
  try {
    return { path, bytes: await refusingFullDisk(() => write(path, body, maxBytes)), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** See Files.sweep. */
export async function sweepIn(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(join(folder, name), { force: true })
  }
}

async function write(path: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx')
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw new Problem('file_too_large', { detail: `${Math.floor(maxBytes / 2 ** 20)} MB` })
      await file.writeFile(piece)
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

/** Runs `write`; a full disk becomes Problem `storage_full`, with the error as its cause. */
export async function refusingFullDisk<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? Object.assign(new Problem('storage_full'), { cause: error }) : error
  }
}
