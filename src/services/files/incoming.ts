import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#domain/problem.ts'
import type { Incoming } from './files.ts'
import { refusingFullDisk } from './full-disk.ts'

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
