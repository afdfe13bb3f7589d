import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLiving, processName } from '#db/processes.ts'

/** Signs this process in as a user of the server under `home`; the answer signs it out and says whether it was the last living one. */
export async function enrol(home: string): Promise<() => Promise<boolean>> {
  const book = join(home, 'postgres-users')
  // One process may be several users, in tests: the name is the process and a number.
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
