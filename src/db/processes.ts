import { readFileSync } from 'node:fs'

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
