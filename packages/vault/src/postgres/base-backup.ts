import { chown, type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { isInnerPath } from '../inner-path.ts'
import type { Account } from './embedded-server.ts'

/** A physical copy of a whole server, taken while it runs. It holds the WAL that it needs, so it starts without an archive. */
interface BaseBackup {
  /** Of the cluster; a standby and a restored cluster have the same one. */
  systemId: string
  timeline: number
  /** Where in the WAL the copy begins, such as `0/3000028`: what is replayed over it starts here. */
  startLsn: string
  endLsn: string
}

/**
 * Copies the server of this URL into an empty `folder`, which PostgreSQL then starts on: as it is, as a standby (`standby.signal`) or to restore
 * (`recovery.signal`). The role needs REPLICATION. Rejects when the server has tablespaces of its own.
 * @param user owner of the files, where another user than this process runs the new server
 */
export async function copyCluster(url: string, folder: string, user?: Account): Promise<BaseBackup> {
  const ids = user?.ids ?? null
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (ids) await chown(folder, ids.uid, ids.gid)
  return readBaseBackup(url, (tar) => untar(tar, folder, ids))
}

/** The same copy as one tar stream. Resolves when `take` has and the server has ended the backup; a rejection of either ends it. */
export async function readBaseBackup(url: string, take: (tar: Readable) => Promise<void>): Promise<BaseBackup> {
  const address = new URL(url)
  address.searchParams.set('replication', 'database')
  const client = new pg.Client({ connectionString: address.href, application_name: 'viatu-backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    // A backup may take longer than a request: a limit of the role does not apply.
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ system: string }>('select system_identifier::text as system from pg_control_system()')
    const backup = new BackupQuery()
    client.query(backup)
    // A consumer that fails destroys the stream, and with it the connection.
    await Promise.all([backup.done, take(backup.tar)])
    const [start, spaces, end] = backup.results
    if (spaces?.length !== 1) throw new Error('The server has tablespaces of its own, which this backup does not copy: use pg_basebackup')
    return {
      systemId: rows[0]?.system as string,
      timeline: Number(start?.[0]?.[1]),
      startLsn: start?.[0]?.[0] as string,
      endLsn: end?.[0]?.[0] as string,
    }
  } finally {
    await client.end()
  }
}

/** BASE_BACKUP answers three results (start, tablespaces, end) with a copy stream between them (PostgreSQL's documentation, "Streaming Replication Protocol"). */
class BackupQuery {
  readonly tar = new PassThrough()
  readonly results: (string | null)[][][] = []
  readonly done: Promise<void>
  #settle!: (error?: Error) => void
  #archives = 0

  constructor() {
    this.done = new Promise((settle, fail) => {
      this.#settle = (error) => (error ? fail(error) : settle())
    })
  }

  submit(connection: pg.Connection) {
    const { stream } = connection as unknown as { stream: NodeJS.ReadableStream & { destroy(error?: Error): void } }
    this.tar.on('drain', () => stream.resume())
    this.tar.once('close', () => {
      if (!this.tar.writableFinished) stream.destroy(this.tar.errored ?? undefined)
    })
    ;(connection as unknown as { query(text: string): void }).query(
      "BASE_BACKUP (LABEL 'viatu', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')",
    )
  }

  handleRowDescription() {
    this.results.push([])
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.results.at(-1)?.push(fields)
  }

  /** A letter, and for `d` a part of the archive; `n` begins an archive. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: { stream: NodeJS.ReadableStream }) {
    if (chunk[0] === 0x6e && ++this.#archives > 1) this.tar.destroy(new Error('more than one archive'))
    // Copied, because the parser uses its buffer again.
    if (chunk[0] === 0x64 && !this.tar.write(Buffer.from(chunk.subarray(1)))) stream.pause()
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.tar.end()
    this.#settle()
  }

  handleError(error: Error) {
    this.tar.destroy(error)
    this.#settle(error)
  }
}

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
