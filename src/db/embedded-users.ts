import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Signs this process in as a user of the server under `home`; the answer signs it out and says whether it was the last living one. */
export async function enrol(home: string): Promise<() => Promise<boolean>> {
  const book = join(home, 'postgres-users')
  // One process may hold several servers' worth of users in tests: the name is the process and a number.
  const name = `${process.pid}-${++enrolled}`
  await mkdir(book, { recursive: true })
  await writeFile(join(book, name), '')
  return async () => {
    await rm(join(book, name), { force: true })
    const others = await readdir(book)
    for (const other of others) if (!isAlive(Number(other.split('-')[0]))) await rm(join(book, other), { force: true })
    return (await readdir(book)).length === 0
  }
}
let enrolled = 0

/** Runs `work` once at a time, in all processes. The lock of a process that died is taken over; one that is not let go in two minutes is told of. */
export function withLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(home) ?? Promise.resolve()).then(() => locked(home, work))
  const over = mine.then(
    () => {},
    () => {},
  )
  turns.set(home, over)
  return mine
}

/** This process takes its own turns one by one. So a lock that names it is that of an earlier one of the same number, as containers have them. */
const turns = new Map<string, Promise<void>>()

async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  const file = join(home, 'postgres.lock')
  // Made whole before it is put there: a lock without a name could not be taken over.
  const draft = `${file}-${process.pid}-${++enrolled}`
  await writeFile(draft, String(process.pid))
  try {
    for (const deadline = Date.now() + 120_000; !(await isPutAt(file, draft)); ) {
      const name = await readFile(file, 'utf8').catch(() => null)
      // Let go just now.
      if (name === null) continue
      const holder = Number(name)
      if (!holder || holder === process.pid || !isAlive(holder)) await rm(file, { force: true })
      else if (Date.now() > deadline) throw new Error(`process ${holder} holds ${file}: if it is no shop, delete that file`)
      else await pause(50)
    }
  } finally {
    await rm(draft)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function isPutAt(file: string, draft: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
