import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file whole or not at all, for its owner alone, and makes its folders: when this resolves, a power cut takes neither its bytes nor its name away. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // A name is kept by the folder that it stands in: of the file, and of every folder that was new.
  const top = made === undefined ? folder : dirname(made)
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at)
    if (at === top) return
  }
}

async function syncFolder(path: string) {
  // Windows opens no folder as a file, and writes names through.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
