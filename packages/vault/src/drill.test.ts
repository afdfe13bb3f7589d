import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDrillFolder } from './drill.ts'
import { enrol, startEmbedded } from './postgres/embedded.ts'
import { findRunning } from './postgres/embedded-server.ts'

it('is empty; what a killed drill left is gone, its PostgreSQL too; and a disk without room stays as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'viatu-drill-folder-'))
  // A user of the server that never leaves it.
  await enrol(join(dataDir, 'drill-killed'))
  await (await startEmbedded(join(dataDir, 'drill-killed'))).stop()
  const cluster = join(dataDir, 'drill-killed', 'postgres')
  expect(await findRunning(cluster)).not.toBeNull()
  await expect(openDrillFolder(dataDir, 2 ** 52)).rejects.toThrow(/has \d+ MB free, and a drill wants \d+ MB: nothing was restored/)
  expect([await findRunning(cluster), await readdir(dataDir)]).toEqual([null, []])
  const home = await openDrillFolder(dataDir, 1_000)
  expect([await readdir(dataDir), await readdir(home)]).toEqual([[expect.stringMatching(/^drill-/)], []])
  await rm(dataDir, { recursive: true })
})
