import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseCLI, startVitest, type TestModule } from 'vitest/node'
import { buildIfNeeded } from '#server/build-site.ts'
import { ledgerRows } from './ledger-rows.ts'
import { paceOf, type RunFile } from './pace.ts'
import { endWithNpm } from './run-folder.ts'

/** `npm test`: types, lint, the build, then every test. Whatever fails, all of it runs. At its end it says how quick the tests were; the last line is the sum. */
const counts = { passed: 0, failed: 0 }
endWithNpm()

// Beside types and lint, which leave a core idle at times.
const build = buildIfNeeded().then(
  () => true,
  (error) => {
    console.error(error)
    return false
  },
)
await step('types', async () => (await run('react-router', 'typegen')) && run('tsc'))
await step('lint', () => run('biome', 'ci', '.'))
await step('build', () => build)
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const { state } = await startVitest('test', filter, options)
const files = state.getTestModules()
for (const file of files) {
  const results = [...file.children.allTests()].map((test) => test.result().state)
  const failed = results.filter((result) => result === 'failed').length
  counts.passed += results.filter((result) => result === 'passed').length
  // A file that failed to start counts as one failure.
  counts.failed += failed || Number(!file.ok())
}
counts.failed += state.getUnhandledErrors().length
if (files.length === 0) counts.failed++
// The invariants were checked after every test, which proves something only if there were rows.
if (process.argv.length === 2) await step(`ledger checks saw ${seenRows(ledgerRows())} rows`, () => seenRows(ledgerRows()) >= 1_000)

console.log(`\n${paceOf(files.map(paced))}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

async function step(name: string, work: () => boolean | Promise<boolean>) {
  console.log(`\n${name}`)
  counts[(await work()) ? 'passed' : 'failed']++
}

function run(command: string, ...args: string[]): Promise<boolean> {
  return new Promise((settle) =>
    spawn(join('node_modules', '.bin', command), args, { stdio: 'inherit' })
      .once('error', () => settle(false))
      .once('close', (status) => settle(status === 0)),
  )
}

function paced(file: TestModule): RunFile {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = file.diagnostic()
  const seconds = (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
  return { project: file.project.name, name: relative('.', file.moduleId), tests: [...file.children.allTests()].length, seconds }
}

function seenRows(file: string): number {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.reduce((sum, line) => sum + Number(line), 0)
}
