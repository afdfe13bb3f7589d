import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface ShopProcess {
  url: string
  /** Origin of the simulated phone; null when the process was given an M-Pesa of its own. */
  simulatorUrl: string | null
  /** Milliseconds from the spawn until it was open. */
  openedAfter: number
  /** Its output, by line. */
  output: string[]
  pid: number
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>
  /** kill -9, as a power cut would. */
  kill(): Promise<void>
}

/** Node's arguments, as in package.json. */
export const quickly = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--import', './src/server/quick-imports.mjs']

/** The shop as `npm start` runs it: the real process, on a free port, and born without a past unless the test says otherwise. Rejects with what it printed when it does not open; `signal` kills it; `within` is a command that becomes the shop. */
export async function startShopProcess(
  env: Record<string, string>,
  args = ['src/server/main.ts'],
  signal?: AbortSignal,
  within: string[] = [],
): Promise<ShopProcess> {
  const started = performance.now()
  const { PATH, HOME, TMPDIR } = process.env
  const [command, ...rest] = [...within, process.execPath, ...quickly, ...args]
  const child = spawn(command as string, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR, PORT: '0', DEMO_HISTORY: '0', ...env },
    signal,
    killSignal: 'SIGKILL',
  })
  // A killed child emits `error` and `exit`; the exit counts.
  child.on('error', () => {})
  const output: string[] = []
  const gone = new Promise<number | null>((settle) => child.once('exit', settle))
  const heard = (line: string) => output.push(line)
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', heard)
  await new Promise<void>((settle, fail) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      heard(line)
      if (line.startsWith('Ctrl-C')) settle()
    })
    void gone.then((code) => fail(new Error(`the shop ended (${code}) before it was open:\n${output.join('\n')}`)))
  })
  const text = output.join('\n')
  return {
    url: found(text, /is open: (\S+)/) as string,
    simulatorUrl: found(text, /rings at (\S+)\/phone/),
    openedAfter: performance.now() - started,
    output,
    pid: child.pid as number,
    stop: () => ended(child, 'SIGTERM', gone),
    kill: async () => {
      await ended(child, 'SIGKILL', gone)
    },
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals, gone: Promise<number | null>) {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return gone
}

function found(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null
}
