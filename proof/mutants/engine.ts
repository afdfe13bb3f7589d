import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { createVitest, type TestProject } from 'vitest/node'
import config from '../../vitest.config.ts'
import { apply, hash, instrument, type Mutant } from './mutants.ts'
import { leaveOut, type SchemaGuard } from './schema-guards.ts'
import { WarmWorker } from './warm-worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Files whose code differs from what the test process has loaded. */
    mutated: string[]
  }
}

export type ProjectName = 'unit' | 'feature'
/** What the tests of one file call, by the id of the test; under `all` what its imports call. */
export interface Hits {
  file: string
  hash: string
  tests: Record<string, { scopes: string[]; ms: number }>
}
/** Tests of one file; all of them where no id is given. */
export interface Selection {
  project: ProjectName
  file: string
  ids: string[]
  /** The one test whose name begins with it. */
  name?: string
  /** How long they took when nothing was wrong. */
  ms: number
}
export type Engine = Awaited<ReturnType<typeof openEngine>>

/**
 * Runs tests of one project with at most one mutant in the program, in one process that stays.
 * @param recording whether tests write what they call to the file VIATU_HITS, for the sources that it names
 */
export async function openEngine(name: ProjectName, recording?: (file: string) => boolean) {
  let mutant: Mutant | null = null
  const mutate = {
    name: 'mutate',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const file = relative(process.cwd(), id.split('?')[0] as string)
      if (mutant?.file === file) return { code: apply(mutant, code), map: null }
      if (recording?.(file)) return { code: instrument(versionOf(file), code), map: null }
    },
  }
  const { projects = [], execArgv } = config.test as { projects?: { test: { name: string; setupFiles?: string[] } }[]; execArgv?: string[] }
  const { test, ...transforms } = projects.find((project) => project.test.name === name) as (typeof projects)[number]
  /** A mutant may make a test wait for what never comes. */
  const hurried = { testTimeout: 20_000, hookTimeout: 30_000 }
  const setupFiles = [`proof/mutants/${recording ? 'record-hits' : 'forget-mutated'}.ts`, ...(test.setupFiles ?? [])]
  const own = {
    ...transforms,
    plugins: [mutate],
    test: { ...test, setupFiles, ...hurried, isolate: Boolean(recording), pool: { name: 'warm', createPoolWorker: WarmWorker.for } },
  }
  const quiet = { config: false, watch: false, reporters: [{}], maxWorkers: 1, bail: recording ? 0 : 1, fsModuleCache: false }
  const vitest = await createVitest('test', quiet as object, { test: { projects: [own], execArgv } } as object)
  const project = vitest.projects[0] as TestProject
  let dirty: string[] = []
  let withoutGuard = ''

  /** The address of a database of this run's PostgreSQL, as its owner; to be asked after a first test. */
  const ownerUrl = (database: string) => project.getProvidedContext().database.ownerUrl.replace('DATABASE', database)

  async function chooseTemplate(guard: SchemaGuard | null) {
    if ((guard?.key ?? '') === withoutGuard) return
    withoutGuard = guard?.key ?? ''
    const template = guard ? await leaveOut(guard, ownerUrl) : 'viatu'
    project.provide('database', { ...project.getProvidedContext().database, template })
  }

  /** Answers the id of the test that failed; 'timeout', or 'file' where none could start; null where all passed. */
  async function run({ file, ids, name: begins, ms }: Omit<Selection, 'project'>, faulty: Mutant | null): Promise<string | null> {
    const guard = faulty && 'statement' in faulty ? (faulty as SchemaGuard) : null
    await chooseTemplate(guard)
    mutant = guard ? null : faulty
    const now = mutant ? [resolve(mutant.file)] : []
    for (const path of [...dirty, ...now]) vitest.invalidateFile(path)
    project.provide('mutated', [...dirty, ...now])
    dirty = now
    WarmWorker.patience = 10_000 + 8 * ms
    const which = { ...(ids.length > 0 && { testIds: ids }), ...(begins && { testNamePattern: new RegExp(`^${begins} `) }) }
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([project.createSpecification(file, which)])
    const module = testModules.find(({ moduleId }) => moduleId === file)
    const failed = [...(module?.children.allTests('failed') ?? [])][0]
    if (failed) return failed.id
    if (unhandledErrors.some((error) => String((error as Error).message).includes('Worker'))) return 'timeout'
    if (module?.ok() && unhandledErrors.length === 0) return null
    if (!faulty) console.log(`  ${file}:`, ...(module?.errors() ?? []), ...unhandledErrors)
    return 'file'
  }

  return { run, close: () => vitest.close(), ownerUrl }
}

/** Files of tests on a database that one mutant may cost: who passes the 40 nearest counts as a survivor. */
const mostFiles = 40

/** A source as it is now. Its functions are numbered, so what a test called of another version does not say which. */
function versionOf(source: string): string {
  return `${source}@${hash(readFileSync(source, 'utf8')).slice(0, 8)}`
}

/** The tests to run for a mutant, by file: those that call its function, or anything of an older version of its source; the file's own tests first, then those of its folder and of all verbs, then the quickest. */
export function testsFor({ file: source, scope }: Pick<Mutant, 'file' | 'scope'>, project: ProjectName, hits: Hits[]): Selection[] {
  const now = versionOf(source)
  const isCalled = ({ scopes }: { scopes: string[] }) =>
    scopes.some((each) =>
      each.startsWith(`${now}#`) ? each === `${now}#${scope}` : each.startsWith(`${source}@`) && (scope === -1 || !each.endsWith('#-1')),
    )
  const own = basename(source).replace(/\.ts$/, '.test.ts')
  const near = [resolve(dirname(source)), resolve('src/core')]
  const distance = (file: string) => (basename(file) === own ? 0 : near.includes(dirname(file)) ? 1 : 2)
  const found = hits
    .map(({ file, tests }) => {
      const { all, ...each } = tests
      const called = Object.entries(each).filter(([, calls]) => isCalled(calls) || (all && isCalled(all)))
      return { project, file, ids: called.map(([id]) => id), ms: called.reduce((sum, [, { ms }]) => sum + ms, all?.ms ?? 0) }
    })
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => distance(a.file) - distance(b.file) || a.ms - b.ms)
  return project === 'feature' ? found.slice(0, mostFiles) : found
}
