import { chown, type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isInnerPath } from '#domain/inner-path.ts'

const block = 512

/**
 * Unpacks a tar of PostgreSQL's: folders and files, readable by their owner alone. Anything else in it, or a truncated one, is an error. Not by the package tar-stream,
 * which takes a tar that was cut between two files for a whole one.
 */
export async function untar(tar: Readable, folder: string, owner: { uid: number; gid: number } | null): Promise<void> {
  const source = new Reader(tar)
  for (let header = await source.exactly(block); header[0] !== 0; header = await source.exactly(block)) {
    const { path, size, kind } = readHeader(header, folder)
    if (kind === 'folder') await makeFolder(path, owner)
    else {
      await makeFolder(dirname(path), owner)
      const file = await open(path, 'wx', 0o600)
      try {
        await copyInto(file, source, size)
        if (owner) await file.chown(owner.uid, owner.gid)
      } finally {
        await file.close()
      }
      await source.exactly((block - (size % block)) % block)
    }
  }
  await source.toEnd()
}

function readHeader(header: Buffer, folder: string): { path: string; size: number; kind: 'file' | 'folder' } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  const name = text(0, 100)
  const letter = text(156, 157)
  const size = Number.parseInt(text(124, 136), 8)
  // PostgreSQL writes `./pg_wal/archive_status/` as well.
  const isInside = isInnerPath(name.replace(/^\.\/|\/$/g, ''))
  if (text(257, 262) !== 'ustar' || !isInside || !'05'.includes(letter || '0') || !Number.isSafeInteger(size))
    throw new Error(`not a file of a base backup: ${name.slice(0, 200)}`)
  return { path: join(folder, name), size, kind: letter === '5' ? 'folder' : 'file' }
}

async function makeFolder(path: string, owner: { uid: number; gid: number } | null) {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!made || !owner) return
  for (let at = path; at.length >= made.length; at = dirname(at)) await chown(at, owner.uid, owner.gid)
}

async function copyInto(file: FileHandle, source: Reader, size: number) {
  for (let left = size; left > 0; ) {
    const part = await source.upTo(left)
    await file.writeFile(part)
    left -= part.length
  }
}

/** Bytes of a stream in portions of a given size. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** At least one byte, at most `most`. */
  async upTo(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new Error('the base backup ends too early')
      this.#rest = value
    }
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(most)
    return part
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; left -= (parts.at(-1) as Buffer).length) parts.push(await this.upTo(left))
    return Buffer.concat(parts)
  }

  async toEnd() {
    while (!(await this.#chunks.next()).done);
  }
}
