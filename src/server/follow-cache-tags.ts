import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '#db/listen-notify.ts'
import { closeOnSignal } from '#server/close-on-signal.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

/**
 * `npx viatu cache:follow /var/cache/nginx/viatu`: beside an nginx that caches the shop's pages, drops what shows something that changed (docs/decisions/0041),
 * at once, and twice more within a second for what nginx was still fetching. May read and delete in that folder; needs the direct address of the database, nothing else.
 */
const again = [250, 1_000]

try {
  const [folder] = process.argv.slice(2)
  const { database } = readSettings()
  if (!folder) throw new SettingsError('Say which folder: npx viatu cache:follow /var/cache/nginx/viatu')
  if (!database) throw new SettingsError('DATABASE_URL is missing: the shop and its cache follow one database')
  follow(folder, database.directUrl)
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}

function follow(folder: string, url: string) {
  const keys = new Set<string>()
  let isDropping = false
  const drop = async (key: string) => {
    keys.add(key)
    if (isDropping) return
    isDropping = true
    while (keys.size > 0) {
      const now = new Set(keys)
      keys.clear()
      await dropCachedFiles(folder, now).catch((error) => console.error(error))
    }
    isDropping = false
  }
  const changed = (named: string) => {
    // Every page shows some of the settings, and none is tagged with them.
    const key = named === 'settings' ? '' : named
    void drop(key)
    for (const ms of again) setTimeout(drop, ms, key)
  }
  // After a connection that was lost too, because changes may have been missed.
  const listener = listen(url, { shelf_changed: changed, order_changed: () => {} }, () => {
    changed('')
    console.log('Following')
  })
  closeOnSignal(listener.stop)
}

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
