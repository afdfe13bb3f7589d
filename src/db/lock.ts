import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isLiving, processName } from '#db/processes.ts'

/**
 * Runs `work` once at a time, in all processes that name the same folder. Who dies, waiting or working, keeps nobody waiting;
 * one that works for longer than `patienceMs` is told of.
 */
export function withLock<T>(folder: string, work: () => Promise<T>, patienceMs = 120_000): Promise<T> {
  const mine = (turns.get(folder) ?? Promise.resolve()).then(() => locked(folder, work, patienceMs))
  const over = mine.then(
    () => {},
    () => {},
  )
  turns.set(folder, over)
  return mine
}

/** This process takes its own turns one by one, without looking at files. */
const turns = new Map<string, Promise<void>>()

/**
 * Lamport's bakery: everybody draws a ticket with a number above all others, and waits for those that are ahead. A ticket belongs to its process
 * for ever, so that of a dead one can be thrown away by anybody at any time: no two can ever believe to have taken over the same lock.
 */
async function locked<T>(folder: string, work: () => Promise<T>, patienceMs: number): Promise<T> {
  await mkdir(folder, { recursive: true })
  const name = `${processName()}-${randomBytes(4).toString('hex')}`
  try {
    // A ticket without a number is being drawn: whoever sees it waits for the number.
    await writeFile(join(folder, name), '')
    const drawn = await Promise.all((await readdir(folder)).map((other) => numberOn(folder, other)))
    const number = 1 + Math.max(0, ...drawn.map((each) => each ?? 0))
    await writeFile(join(folder, name), `${number}\n`)
    const deadline = performance.now() + patienceMs
    for (const other of (await readdir(folder)).filter((each) => each !== name)) {
      for (; await isAhead(folder, other, { name, number }); await pause(50)) {
        if (performance.now() > deadline) throw new Error(`a process holds ${join(folder, other)}: if it is no shop, delete that file`)
      }
    }
    return await work()
  } finally {
    await rm(join(folder, name), { force: true })
  }
}

async function isAhead(folder: string, other: string, mine: { name: string; number: number }): Promise<boolean> {
  if (!isLiving(other)) {
    await rm(join(folder, other), { force: true })
    return false
  }
  const number = await numberOn(folder, other)
  if (number === null) return false
  return number === 0 || number < mine.number || (number === mine.number && other < mine.name)
}

/** 0 while it is being drawn, null when the ticket has been given back. */
async function numberOn(folder: string, name: string): Promise<number | null> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null)
  return text === null ? null : text.endsWith('\n') ? Number(text) : 0
}
