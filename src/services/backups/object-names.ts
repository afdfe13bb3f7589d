import { isFileKey } from '#domain/storage.ts'

/** Finished WAL, and the history of timelines; not what PostgreSQL is still writing. */
export const walName = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/

/** A picture or video in the store. */
export interface FileObject {
  /** Its name there. */
  name: string
  key: string
  /** When it was written, in whole milliseconds since 1970. */
  modified: number
  bytes: number
}

/** A file that was replaced is another object. */
export function fileObject(root: string, key: string, { mtimeMs, size }: { mtimeMs: number; size: number }): FileObject {
  const modified = Math.trunc(mtimeMs)
  return { name: `${root}/files/${key}@${modified}-${size}`, key, modified, bytes: size }
}

/** The same of its name; null for a name that `fileObject` does not make. */
export function readFileObject(name: string): FileObject | null {
  const [, key = '', modified, bytes] = /^[^/]+\/files\/(.+)@(\d{1,15})-(\d{1,15})$/.exec(name) ?? []
  return isFileKey(key) ? { name, key, modified: Number(modified), bytes: Number(bytes) } : null
}
