import { readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Names this process so that none that has its number later is taken for it: number, and start as the system counts it. */
export function processName(): string {
  return `${process.pid}-${startOf(process.pid) ?? 'unknown'}`
}

/** Whether the process of such a name, or of a name that begins with one, still lives. Where the system tells no starts, its number must do. */
export function isLiving(name: string): boolean {
  const [pid, start] = name.split('-')
  if (!Number(pid) || !isAlive(Number(pid))) return false
  const now = startOf(Number(pid))
  return now === null || start === 'unknown' || start === now
}

/** In ticks since the machine started (proc(5), `starttime`); null where there is no /proc. The name before it may hold blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
