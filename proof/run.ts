import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordPromise } from '../test/promises.ts'
import { endWithNpm } from '../test/run-folder.ts'
import { parts, type Run } from './parts.ts'

/** `npm run proof`: all parts, one after the other; `-- races mutants`: these. What begins with a dash, and all after it, goes to the part's program or to its tests: `-- mutants --only money`, `-- crash -t 'commit'`. */
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('-'))
const named = firstOption < 0 ? given : given.slice(0, firstOption)
const options = given.slice(named.length)
const unknown = named.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const counts = { passed: 0, failed: 0 }
endWithNpm()
for (const name of named.length > 0 ? named : Object.keys(parts)) await prove(name)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1

async function prove(name: string) {
  const { runs, beside, promise } = parts[name]!
  console.log(`\n${name}`)
  const started = performance.now()
  const results: { passed: number; failed: number }[] = []
  // A program's options mean nothing to tests.
  const chosen = options.length > 0 && runs.some(({ program }) => program) ? runs.filter(({ program }) => program) : runs
  if (beside) results.push(...(await Promise.all(chosen.map(start))))
  else for (const run of chosen) results.push(await start(run))
  const [passed, failed] = (['passed', 'failed'] as const).map((each) => results.reduce((sum, result) => sum + result[each], 0)) as [number, number]
  counts.passed += passed
  counts.failed += failed
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${name}: ${passed} passed, ${failed} failed, ${seconds} s`)
  // A row says what the whole part showed.
  if (promise && failed === 0 && options.length === 0)
    recordPromise({ promise, command: `npm run proof -- ${name}`, figure: `${passed} of ${passed} tests, ${seconds} s` })
}

/** Runs it; a program counts as one test, and so does a run that could not start. */
async function start({ project, daily, program, env }: Run): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'viatu-proof-'))
  const report = join(folder, 'report.json')
  const config = daily ? daily : ['--config', 'proof/vitest.config.ts']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, '--no-file-parallelism', ...config]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = program ? [program] : [...vitest, ...reporters]
  const isWell = await new Promise<boolean>((settle) =>
    spawn(process.execPath, [...args, ...options], { stdio: 'inherit', env: { ...env, ...process.env } }).once('exit', (status) =>
      settle(status === 0),
    ),
  )
  try {
    if (program) return { passed: Number(isWell), failed: Number(!isWell) }
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests || Number(!isWell) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
