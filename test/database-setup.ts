import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/run-migrations.ts'
import './provided.ts'

/** Starts one real PostgreSQL for the run, with a migrated template database that every test file clones. fsync is off, because nothing is kept. */
export default async function setup(project: TestProject) {
  const home = await mkdtemp(join(tmpdir(), 'viatu-test-'))
  const server = await startEmbedded(home, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])
  await migrate(server.ownerUrl())
  project.provide('database', { ownerUrl: server.ownerUrl('DATABASE'), appUrl: server.appUrl('DATABASE'), template: 'viatu' })
  return async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}
