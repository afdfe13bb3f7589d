import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '@viatu/vault/postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/run-migrations.ts'
import { buildIfNeeded } from '#server/build-site.ts'
import { administer } from './administer.ts'
import { type Pooler, startPooler } from './pgbouncer.ts'
import type { Databases } from './provided.ts'
import { endWithNpm, openRunFolder } from './run-folder.ts'
import { startShopProcess } from './shop-process.ts'

/** What the projects of one run share; vitest loads this file for each project. */
const run = globalThis as {
  viatuTests?: {
    folder: string
    server?: Promise<EmbeddedServer>
    pooler?: Promise<Pooler>
    site?: Promise<boolean>
    demo?: ReturnType<typeof fillDemo>
  }
}

/** Before the tests of a project: the run's folder, and for tests on a database the built pages and the run's PostgreSQL. fsync is off, because nothing is kept. */
export default async function setup(project: TestProject) {
  if (!run.viatuTests) endWithNpm()
  run.viatuTests ??= { folder: openRunFolder() }
  if (project.name === 'built') await buildIfNeeded()
  if (['unit', 'built', 'mutants'].includes(project.name)) return
  run.viatuTests.site ??= buildIfNeeded()
  run.viatuTests.server ??= startServer()
  await run.viatuTests.site
  const server = await run.viatuTests.server
  if (process.env.VIATU_POOLED) run.viatuTests.pooler ??= startPooler(server.appUrl())
  const pooler = await run.viatuTests.pooler
  const appUrl = server.appUrl('DATABASE')
  const databases = { ownerUrl: server.ownerUrl('DATABASE'), appUrl, pooledUrl: pooler?.through(appUrl) ?? null, template: 'viatu' }
  project.provide('database', databases)
  if (['browser', 'pages'].includes(project.name)) {
    run.viatuTests.demo ??= fillDemo(databases)
    project.provide('demo', await run.viatuTests.demo)
  }
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}

/** PostgreSQL with a migrated database, which every test file clones. */
async function startServer(): Promise<EmbeddedServer> {
  const home = await mkdtemp(join(tmpdir(), 'viatu-test-'))
  // A statement is planned once for a connection: tables are small, and planning takes a fifth of PostgreSQL's time.
  const flags = [
    'plan_cache_mode=force_generic_plan',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    `max_connections=${60 + 40 * availableParallelism()}`,
  ]
  const server = await startEmbedded(home, flags)
  await migrate(server.ownerUrl())
  return server
}

/** A demo shop that was opened once and closed: its database and its folder, which tests of pages clone. */
async function fillDemo({ appUrl, ownerUrl, template }: Databases): Promise<{ template: string; home: string }> {
  const home = await mkdtemp(join(tmpdir(), 'viatu-demo-'))
  await administer(ownerUrl, `create database demo template ${template}`)
  const at = (url: string) => url.replace('DATABASE', 'demo')
  const shop = await startShopProcess({ DATA_DIR: home, DATABASE_URL: at(appUrl), DATABASE_OWNER_URL: at(ownerUrl) })
  await shop.stop()
  return { template: 'demo', home }
}
