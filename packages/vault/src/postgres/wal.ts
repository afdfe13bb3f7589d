import { chown, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { account, binary } from './embedded-server.ts'

/** Where the embedded server puts finished WAL, below the data directory; it is shipped from there (`createShipper`). */
export function walFolder(dataDir: string): string {
  return join(resolve(dataDir), 'postgres-archive')
}

/** Seconds after which the server hands over WAL that is not full: what a lost disk may cost, with the seconds of shipping. */
const handOverAfter = 30

/** Makes the folder, for the user that the server runs as, and returns the settings with which the server archives there (`archive_mode` needs a restart). */
export async function walArchive(dataDir: string): Promise<string[]> {
  const folder = walFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { ids } = await account([resolve(dataDir), await binary('postgres')])
  if (ids) await chown(folder, ids.uid, ids.gid)
  return ['archive_mode=on', 'archive_library=basic_archive', `basic_archive.archive_directory=${folder}`, `archive_timeout=${handOverAfter}`]
}

/** The number of the segment that holds a position, whatever its timeline. */
export function segmentOf(lsn: string, segmentBytes: number): bigint {
  const position = readLsn(lsn)
  if (position === null) throw new Error(`no position in the WAL: ${lsn}`)
  return position / BigInt(segmentBytes)
}

/** The same of a WAL file's name; null for files that are no segment, such as `00000002.history`. */
export function segmentNumber(name: string, segmentBytes: number): bigint | null {
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  return high && low ? BigInt(`0x${high}`) * (2n ** 32n / BigInt(segmentBytes)) + BigInt(`0x${low}`) : null
}

/** A position in the WAL, such as `0/3000028`, as a number of bytes; null for any other text. */
export function readLsn(text: string): bigint | null {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null
}
