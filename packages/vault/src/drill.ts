import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OpenSource } from './backup-source.ts'
import { type CopiedShop, type Copy, listCopies } from './copies.ts'
import { shutDown } from './postgres/embedded-server.ts'
import { CannotRestore, chooseCopy, restoreCopy } from './restore-copy.ts'

/** What the shop does in a drill. */
interface Trial<Sale> {
  /** Rejects where the store holds back what the running shop knows of. */
  check(copies: Copy[]): Promise<void>
  /** Opens the shop on the restored data directory, looks at these pictures and videos there, sells a pair, and closes it. */
  sell(home: string, files: string[]): Promise<Sale>
}

/** Restores the newest copy into an empty place beside the running shop, has the shop sell there, and removes it all. Rejects where any of it fails. */
export async function drill<Sale extends object>(source: OpenSource, shop: CopiedShop, { check, sell }: Trial<Sale>) {
  const { store, root, dataDir } = source
  const copies = await listCopies(store, root)
  await check(copies)
  const copy = chooseCopy(copies, { to: null, root })
  const bytes = copy.parts.reduce((sum, part) => sum + part.bytes, 0)
  const home = await openDrillFolder(dataDir, bytes)
  try {
    const restoring = { store, copy, home, to: null, flags: ['fsync=off'], files: 20, work: async () => {} }
    const { lastCommitAt, missingWal, files } = await restoreCopy(restoring, shop)
    if (missingWal) throw new Error(`WAL segment ${missingWal} is missing in the store: what was changed after it would not come back`)
    return { copy: copy.name, bytes, files: files.length, lastChangeAt: lastCommitAt ?? copy.startedAt, ...(await sell(home, files)) }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * An empty folder for one drill. Removes what earlier drills left that were killed, and stops their PostgreSQL, so no other drill may be running. Rejects when a shop of
 * so many bytes would leave less than as much again on the disk, which is the shop's own.
 */
export async function openDrillFolder(dataDir: string, bytes: number): Promise<string> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true })
  for (const name of await readdir(home)) {
    if (!name.startsWith('drill-')) continue
    await shutDown(join(home, name, 'postgres'))
    await rm(join(home, name), { recursive: true, force: true })
  }
  const { bsize, bavail } = await statfs(home)
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`
  if (bsize * bavail < 2 * bytes)
    throw new CannotRestore(
      `The disk of ${home} has ${megabytes(bsize * bavail)} free, and a drill wants ${megabytes(2 * bytes)}: nothing was restored`,
    )
  return mkdtemp(join(home, 'drill-'))
}
