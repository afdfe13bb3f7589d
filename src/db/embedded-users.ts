import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLiving, processName } from '#db/processes.ts'

/** Registers this process as a user of the server under `home`. The returned function removes it and resolves to whether it was the last living one. */
export async function enrol(home: string): Promise<() => Promise<boolean>> {
  const book = join(home, 'postgres-users')
  // In tests one process may register several times, so the name has a number.
  const name = `${processName()}-${++enrolled}`
  await mkdir(book, { recursive: true })
  await writeFile(join(book, name), '')
  return async () => {
    await rm(join(book, name), { force: true })
    const others = await readdir(book)
    for (const other of others) if (!isLiving(other)) await rm(join(book, other), { force: true })
    return (await readdir(book)).length === 0
  }
}
let enrolled = 0
