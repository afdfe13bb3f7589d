import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for the end of the run that started it (run-folder.ts): its pipe closes, also when the run is killed. Then ends each process that has the run's
 * folder as TMPDIR, and removes the folder. Without /proc only the folder: then PostgreSQL ends because its files are gone.
 */
const folder = process.argv[2] as string
for await (const _ of process.stdin);
for (const deadline = Date.now() + 5_000; users().length > 0; await pause(100))
  for (const pid of users()) end(pid, Date.now() < deadline ? 'SIGTERM' : 'SIGKILL')
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

function users(): number[] {
  return ids().filter((pid) => environmentOf(pid).includes(`TMPDIR=${folder}`))
}

function ids(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc').map(Number).filter(Boolean) : []
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function end(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
