import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes: nginx's own header and the headers of the answer, which stand in front of its body. */
const beginning = 16_384

/**
 * Deletes the files of an nginx cache whose page shows one of these keys (its `Cache-Tag`); nginx then asks the shop for that page. The key '' is every page.
 * Returns how many. Files without keys, such as pictures, stay.
 */
export async function dropCachedFiles(folder: string, keys: ReadonlySet<string>): Promise<number> {
  let dropped = 0
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    const tags = await tagsOf(path)
    if (!tags || !(keys.has('') || tags.some((tag) => keys.has(tag)))) continue
    await rm(path, { force: true })
    dropped += 1
  }
  return dropped
}

/** Null for a file without keys, and for one that nginx has removed meanwhile. */
async function tagsOf(path: string): Promise<string[] | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning), 0, beginning, 0)
    const [headers = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)
    return /\r\ncache-tag: *([^\r]+)/i.exec(headers)?.[1]?.split(',') ?? null
  } finally {
    await file.close()
  }
}
