import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedServer, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/run-migrations.ts'
import './provided.ts'
import { endWithNpm, openRunFolder } from './run-folder.ts'

/** What the projects of one run share; vitest loads this file for each project. */
const run = globalThis as { viatuTests?: { folder: string; server?: Promise<EmbeddedServer> } }

/** Before the tests of a project: the run's folder, and for tests on a database the run's PostgreSQL. fsync is off, because nothing is kept. */
export default async function setup(project: TestProject) {
  if (!run.viatuTests) endWithNpm()
  run.viatuTests ??= { folder: openRunFolder() }
  if (!['sql', 'feature', 'browser'].includes(project.name)) return
  run.viatuTests.server ??= startServer()
  const server = await run.viatuTests.server
  project.provide('database', { ownerUrl: server.ownerUrl('DATABASE'), appUrl: server.appUrl('DATABASE'), template: 'viatu' })
  return server.stop
}

/** PostgreSQL with a migrated database, which every test file clones. */
async function startServer(): Promise<EmbeddedServer> {
  const home = await mkdtemp(join(tmpdir(), 'viatu-test-'))
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', `max_connections=${60 + 40 * availableParallelism()}`]
  const server = await startEmbedded(home, flags)
  await migrate(server.ownerUrl())
  return server
}
