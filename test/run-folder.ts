import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Bytes that files in memory may still take; 0 where there are none. */
export function sharedMemory(): number {
  if (!existsSync(memory)) return 0
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize
}

/**
 * Makes one temporary folder for everything that a run of tests writes, and starts the guard that cleans up after the run (guard.ts). Processes inherit
 * the folder as TMPDIR, by which the guard knows them.
 */
export function openRunFolder(): string {
  // In memory where there is room, because nothing is kept; a TMPDIR of the caller wins.
  const folder = mkdtempSync(join(!process.env.TMPDIR && sharedMemory() > 4 * 2 ** 30 ? memory : tmpdir(), 'viatu-run-'))
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // The pipe closes with this process, which does not wait for the guard.
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  process.env.TMPDIR = folder
  return folder
}

/** Ends this process, if npm started it, when npm has gone. npm starts commands in a shell, which a kill -9 of npm leaves behind. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const now = () => [process.ppid, /^[a-z]*sh$/.test(stat(process.ppid).name) && stat(process.ppid).parent].join()
  const before = now()
  setInterval(() => now() !== before && process.exit(1), 500).unref()
}

/** Name and parent of a process (proc(5)); empty where there is no /proc. */
function stat(pid: number): { name: string; parent: string } {
  try {
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent }
  } catch {
    return { name: '', parent: '' }
  }
}
