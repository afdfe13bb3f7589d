import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { gone, postmaster } from '../../test/scene.ts'

// Processes that start processes, on a machine that others use as well.
vi.setConfig({ testTimeout: 240_000 })

it.each([
  ['vitest', process.execPath, ['node_modules/vitest/vitest.mjs']],
  ['npm', 'npm', ['exec', '--offline', 'vitest', '--']],
])('a run that is killed (kill -9 of %s) leaves no PostgreSQL and no file', async (_, command, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'killed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { PATH, HOME } = process.env
  const run = spawn(command, [...args, 'run', '--project', 'sql', 'src/db/schema.test.ts'], { env: { PATH, HOME, TMPDIR: folder }, stdio: 'ignore' })
  const server = await vi.waitFor(
    async () => {
      const [file] = globSync('viatu-run-*/viatu-test-*/postgres/postmaster.pid', { cwd: folder })
      const { pid } = await postmaster(dirname(dirname(join(folder, file as string))))
      expect(pid).toBeGreaterThan(0)
      return pid
    },
    { timeout: 120_000, interval: 50 },
  )
  run.kill('SIGKILL')
  await gone(server, 60_000)
  await vi.waitFor(() => expect(globSync('viatu-*', { cwd: folder })).toEqual([]), { timeout: 60_000, interval: 50 })
})
