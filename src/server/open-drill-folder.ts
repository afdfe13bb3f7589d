import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { shutDown } from '#db/embedded-server.ts'
import { CannotRestore } from '#features/upkeep/restore-copy.ts'

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
