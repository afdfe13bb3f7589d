import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { startSimulator } from '#server/start-simulator.ts'

/** Processes that this one has started and that run the simulator. */
function simulators(): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('simulator/main.ts'))
    .map(([pid]) => Number(pid))
}

it('a simulated M-Pesa that ended is there again under its old address, with its book, until it is told to stop', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'viatu-simulator-'))
  const said: string[] = []
  const simulator = await startSimulator({
    port: 0,
    host: '127.0.0.1',
    access: 'local',
    publicUrl: null,
    dataDir,
    shopName: 'Viatu',
    shopUrl: 'http://127.0.0.1:3000',
    secret: 'a secret of a test',
    log: (message) => said.push(message),
  })
  const book = async () => (await (await fetch(`${simulator.url}/control/book`)).json()) as { funds: number }
  await fetch(`${simulator.url}/control/funds`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"amount":4321}' })
  const [first] = simulators()
  process.kill(first as number, 'SIGKILL')
  await vi.waitFor(async () => expect(await book()).toMatchObject({ funds: 4321 }), { timeout: 30_000, interval: 100 })
  expect(simulators()).not.toContain(first)
  expect(said).toEqual([expect.stringContaining('started again')])
  await simulator.stop()
  expect(simulators()).toEqual([])
  await rm(dataDir, { recursive: true })
})
