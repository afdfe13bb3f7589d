import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs `work` under a lock shared by all processes that use the same folder. A process that dies releases the lock or its place in the queue. Throws
 * with the name of the holder after waiting for `timeoutMs`.
 */
export function withLock<T>(folder: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const mine = (queues.get(folder) ?? Promise.resolve()).then(() => locked(folder, work, timeoutMs))
  const over = mine.then(
    () => {},
    () => {},
  )
  queues.set(folder, over)
  return mine
}

/** Calls within this process queue in memory, without files. */
const queues = new Map<string, Promise<void>>()

/**
 * Lamport's bakery algorithm: each process writes a ticket file with a number above all others and waits for those with lower numbers. A ticket belongs
 * to one process for ever, so any process may delete the ticket of a dead one without a race.
 */
async function locked<T>(folder: string, work: () => Promise<T>, timeoutMs: number): Promise<T> {
  await mkdir(folder, { recursive: true })
  const name = `${processName()}-${randomBytes(4).toString('hex')}`
  try {
    // A ticket without a number is still being drawn: processes that see it wait for the number.
    await writeFile(join(folder, name), '')
    const drawn = await Promise.all((await readdir(folder)).map((other) => numberOn(folder, other)))
    const number = 1 + Math.max(0, ...drawn.map((each) => each ?? 0))
    await writeFile(join(folder, name), `${number}\n`)
    const deadline = performance.now() + timeoutMs
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

/** The ticket's number; 0 while it is being drawn, null when the ticket was deleted. */
async function numberOn(folder: string, name: string): Promise<number | null> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null)
  return text === null ? null : text.endsWith('\n') ? Number(text) : 0
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A name of this process that survives reuse of its pid: pid and start time. */
export function processName(): string {
  return `${process.pid}-${startOf(process.pid) ?? 'unknown'}`
}

/** Whether the process of such a name (or of a name that begins with one) still runs. Where the system has no start times, by pid alone. */
export function isLiving(name: string): boolean {
  const [pid, start] = name.split('-')
  if (!Number(pid) || !isAlive(Number(pid))) return false
  const now = startOf(Number(pid))
  return now === null || start === 'unknown' || start === now
}

/** Start time in ticks since boot (proc(5), `starttime`); null where there is no /proc. Parsed from the last bracket, because the command name may contain blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
