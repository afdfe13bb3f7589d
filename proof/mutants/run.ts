import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordPromise } from '../../test/promises.ts'
import { endWithNpm } from '../../test/run-folder.ts'
import { type Engine, type Hits, openEngine, type ProjectName, type Selection, testsFor } from './engine.ts'
import { hash, type Mutant, mutantsOf } from './mutants.ts'
import reasons from './reasons.json' with { type: 'json' }
import { type SchemaGuard, schemaGuards } from './schema-guards.ts'
import { sqlMutantsOf } from './sql-mutants.ts'
import { WarmWorker } from './warm-worker.ts'

/**
 * `npm run proof -- mutants`: puts one small fault after another into the program and runs the tests that call that place. A fault that no test notices needs a test,
 * or a reason in reasons.json. What is known of unchanged files is kept in proof/.mutants, so a run that was ended goes on where it was. Faults are tried by as many
 * processes as there are cores (`lanes`), each with tests and a PostgreSQL of its own.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '17' },
    minutes: { type: 'string', default: '90' },
    file: { type: 'string' },
    /** Which of the lanes this process is. */
    lane: { type: 'string' },
  },
})
const money = 'src/features/{orders,affiliates}/**/*'
const moneyTests = [`${money}.test.ts`, 'src/core/*.test.ts', 'test/{payment,affiliate}-histories.test.ts']
/** Have the tests of drafts, deductions, lists of the tables and payments of cleared orders, which these folders have none of. */
const testsElsewhere = ['src/server/{affiliate-routes,specification-client}.test.ts', 'src/features/staff/clear-user-data.test.ts']
/** `sample`: how many of the faults, chosen by the seed; locks and the guards of the schema are all tried. */
const groups = {
  domain: {
    promise: 'A wrong sign, condition or result in a rule of the shop fails a test',
    // What keeps a copy inside its folder is a rule as well.
    mutants: () => sources('{src/domain/*,packages/vault/src/inner-path}.ts').flatMap((file) => mutantsOf(file)),
    tests: {
      unit: ['src/{domain,services,ui,web}/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'packages/vault/src/inner-path.test.ts'],
      feature: ['src/features/catalogue/understand-search.test.ts', 'src/features/assistant/questions.test.ts', 'src/features/files/files.test.ts'],
    },
  },
  money: {
    promise: 'A wrong sign, condition or step in what moves money fails a test',
    mutants: () =>
      sample(
        sources(`${money}.ts`).flatMap((file) => mutantsOf(file)),
        300,
      ),
    tests: { unit: [], feature: [...moneyTests, ...testsElsewhere] },
  },
  sql: {
    promise: 'A lock, a condition, a constraint or a trigger that is missing fails a test',
    mutants: async () => {
      const texts = sources(`${money}.ts`).flatMap((file) => sqlMutantsOf(file))
      const locks = texts.filter(({ replacement }) => replacement === '')
      const conditions = texts.filter((text) => !locks.includes(text))
      return [...(await guardsOfSchema()), ...locks, ...sample(conditions, 150)]
    },
    // Drafts are tested by the client that makes them.
    tests: { unit: [], feature: [...moneyTests, 'src/server/specification-client.test.ts'] },
  },
}
type GroupName = keyof typeof groups
interface Outcome {
  key: string
  /** Of the mutant's source and of the tests that were run. */
  source: string
  tests: string
  outcome: 'killed' | 'timeout' | 'survived'
  by: string
  /** How long it took, in its lane. */
  ms?: number
}

const folder = 'proof/.mutants'
const lanes = availableParallelism()
/** Has one test for each constraint, under its name. */
const constraints = 'src/db/constraints.test.ts'
const started = Date.now()
const end = started + 60_000 * Number(options.minutes)
const engines = new Map<ProjectName, Promise<Engine>>()
const open: Engine[] = []
const proven = new Set<string>()
const hashes = new Map<string, string>()
mkdirSync(folder, { recursive: true })
endWithNpm()
let ok = true
for (const name of Object.keys(groups) as GroupName[]) if (!options.only || options.only === name) ok = (await run(name)) && ok
WarmWorker.endAll()
for (const engine of [...open, ...(await Promise.all(engines.values()))]) await engine.close()
process.exit(ok ? 0 : 1)

async function run(name: GroupName): Promise<boolean> {
  const { mutants: listed, tests } = groups[name]
  const hits = { unit: await gather('unit', tests.unit), feature: await gather('feature', tests.feature) }
  // Those with a reason last: all their tests are run.
  const mutants = (await listed()).toSorted((a, b) => Number(reasonOf(a.key) !== undefined) - Number(reasonOf(b.key) !== undefined))
  const store = `${folder}/${name}.jsonl`
  const knownOutcomes = () => new Map(readLines<Outcome>(store).map((outcome) => [outcome.key, outcome]))
  if (options.lane === undefined) {
    const left = Math.max(0, end - Date.now()) / 60_000
    const running = Array.from({ length: lanes }, (_, lane) =>
      spawn(process.execPath, [...process.argv.slice(1), '--only', name, '--lane', `${lane}`, '--minutes', `${left}`], { stdio: 'inherit' }),
    )
    await Promise.all(running.map((lane) => once(lane, 'exit')))
    return report(name, mutants, knownOutcomes())
  }
  const known = knownOutcomes()
  let ran = 0
  for (const mutant of mutants.filter((_, at) => at % lanes === Number(options.lane))) {
    const selections =
      'statement' in mutant
        ? testsNaming(mutant as SchemaGuard)
        : [...testsFor(mutant, 'unit', hits.unit), ...testsFor(mutant, 'feature', hits.feature)]
    const source = 'statement' in mutant ? 'schema' : hashOf(mutant.file)
    const stamp = {
      key: mutant.key,
      source,
      tests: hash(JSON.stringify(selections.map(({ file, ids }) => [relative('.', file), ids, hashOf(file)]))),
    }
    const before = known.get(mutant.key)
    if (before?.source === source && (before.outcome !== 'survived' || before.tests === stamp.tests)) continue
    if (Date.now() > end) break
    const begun = Date.now()
    const found = await kill(mutant, selections)
    if (found === null) continue
    const outcome = { ...stamp, ...found, ms: Date.now() - begun }
    known.set(mutant.key, outcome)
    appendFileSync(store, `${JSON.stringify(outcome)}\n`)
    if (outcome.outcome === 'survived' && !reasonOf(mutant.key))
      console.log(`  survived${selections.length === 0 ? ', and no test calls it' : ''}: ${mutant.key}`)
    if (++ran % 50 === 0) console.log(`  ${ran} tried, ${minutes()} min`)
  }
  return true
}

/** Runs the tests until one fails that passes by itself without the mutant: any other failure proves nothing, and then the answer is null. */
async function kill(mutant: Mutant, selections: Selection[]): Promise<Pick<Outcome, 'outcome' | 'by'> | null> {
  let isProven = true
  for (const selection of selections) {
    const engine = await engineOf(selection.project)
    const first = await engine.run(selection, mutant)
    // The machine may only be slow: a time-out counts when it comes twice.
    const failed = first === 'timeout' ? await engine.run(selection, mutant) : first
    if (failed === null) continue
    // Tests of a schema's guard are whole files: once is enough for all of its guards.
    const isWhole = failed === 'file' || failed === 'timeout' || 'statement' in mutant
    const alone = isWhole ? { ...selection, name: undefined } : { ...selection, ids: [failed] }
    const proof = alone.file + alone.ids.join()
    if (proven.has(proof) || (await engine.run(alone, null)) === null) {
      proven.add(proof)
      return { outcome: failed === 'timeout' ? 'timeout' : 'killed', by: alone.file }
    }
    console.log(`  fails without a mutant: ${alone.file} ${failed}`)
    isProven = false
  }
  return isProven ? { outcome: 'survived', by: '' } : null
}

/** What the tests call, from the last run or, for tests that have changed since, from a run of them. */
async function gather(project: ProjectName, patterns: readonly string[]): Promise<Hits[]> {
  const store = `${folder}/${project}-hits.jsonl`
  const files = patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.startsWith('src/services/pictures/'))
    .map((file) => resolve(file))
  const fresh = () =>
    new Map(
      readLines<Hits>(store)
        .filter(({ file, hash }) => existsSync(file) && hash === hashOf(file))
        .map((hit) => [hit.file, hit]),
    )
  const missing = files.filter((file) => !fresh().has(file))
  if (missing.length > 0) {
    console.log(`what ${missing.length} files of ${project} tests call`)
    process.env.VIATU_HITS = resolve(store)
    const engine = await openEngine(project, (file) => /^(src\/(domain|features)|packages\/vault)\//.test(file) && !file.includes('.test.'))
    for (const file of missing) if (await engine.run({ file, ids: [], ms: 60_000 }, null)) console.log(`  fails without a mutant: ${file}`)
    // Not closed before the end, because the PostgreSQL of the tests would go with it.
    open.push(engine)
    WarmWorker.endAll()
  }
  return [...fresh().values()].filter(({ file }) => files.includes(file))
}

/** The tests that name the guard, then the eight in which its table stands most often. */
function testsNaming({ name, file: table }: SchemaGuard): Selection[] {
  const files = globSync('src/{db,features,jobs,server}/**/*.test.ts').filter((file) => file !== constraints)
  const countIn = (word: string, file: string) => [...readFileSync(file, 'utf8').matchAll(new RegExp(`\\b${word}\\b`, 'g'))].length
  const naming = (word: string) => files.map((file) => ({ file, count: countIn(word, file) })).filter(({ count }) => count > 0)
  const found = [
    ...naming(name),
    ...naming(table)
      .sort((a, b) => b.count - a.count)
      .slice(0, 8),
  ].map(({ file }) => file)
  const own = countIn(name, constraints) > 0 ? [{ project: 'feature' as const, file: resolve(constraints), ids: [], name, ms: 5_000 }] : []
  return [...own, ...[...new Set(found)].map((file) => ({ project: 'feature' as const, file: resolve(file), ids: [], ms: 20_000 }))]
}

async function guardsOfSchema(): Promise<SchemaGuard[]> {
  const engine = await engineOf('feature')
  // The first test starts PostgreSQL.
  await engine.run({ file: resolve('src/core/cursor.test.ts'), ids: [], ms: 60_000 }, null)
  return schemaGuards(engine.ownerUrl('viatu'))
}

function report(name: GroupName, mutants: Mutant[], outcomes: Map<string, Outcome>): boolean {
  const done = mutants.flatMap(({ key }) => outcomes.get(key) ?? [])
  const survivors = done.filter(({ outcome }) => outcome === 'survived')
  const unexplained = survivors.filter(({ key }) => !reasonOf(key))
  const killed = done.length - survivors.length
  const took = done.reduce((sum, { ms = 0 }) => sum + ms, 0) / 60_000 / lanes
  const share = (100 * killed) / Math.max(1, done.length)
  const figure = `${done.length} of ${mutants.length} faults tried, ${killed} noticed (${share.toFixed(1)} %), ${survivors.length - unexplained.length} harmless for a written reason, ${unexplained.length} open; ${took.toFixed(0)} min`
  console.log(`${name}: ${figure}`)
  for (const { key } of unexplained) console.log(`  no reason: ${key}`)
  if (!options.file) recordPromise({ promise: groups[name].promise, command: `npm run proof -- mutants --only ${name}`, figure })
  return done.length === mutants.length && unexplained.length === 0 && share >= 90
}

/** The reason why a survivor does no harm; a key that ends in a star holds for all that begin like it. */
function reasonOf(key: string): string | undefined {
  const found = Object.entries(reasons as Record<string, string>).find(([known]) =>
    known.endsWith('*') ? key.startsWith(known.slice(0, -1)) : key === known,
  )
  return found?.[1]
}

function sources(pattern: string): string[] {
  return globSync(pattern).filter((file) => !file.includes('.test.') && (!options.file || file.includes(options.file)))
}

function sample(mutants: Mutant[], size: number): Mutant[] {
  const order = new Map(mutants.map(({ key }) => [key, hash(options.seed + key)]))
  return mutants.toSorted((a, b) => ((order.get(a.key) as string) < (order.get(b.key) as string) ? -1 : 1)).slice(0, size)
}

function engineOf(project: ProjectName): Promise<Engine> {
  const engine = engines.get(project) ?? openEngine(project)
  engines.set(project, engine)
  return engine
}

function hashOf(file: string): string {
  const known = hashes.get(file) ?? hash(readFileSync(file, 'utf8'))
  hashes.set(file, known)
  return known
}

function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}

function minutes() {
  return ((Date.now() - started) / 60_000).toFixed(1)
}
