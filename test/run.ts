import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '#server/build-site.ts'

/** `npm test`: types, lint, the build, then every test. Whatever fails, all of it runs; the last line is the sum. */
const folder = mkdtempSync(join(tmpdir(), 'viatu-results-'))
const results = join(folder, 'results.json')
const ledgerRows = join(folder, 'ledger')
const counts = { passed: 0, failed: 0 }

const bin = (name: string) => join('node_modules', '.bin', name)
step('types', () => run(bin('react-router'), ['typegen']) && run(bin('tsc'), []))
step('lint', () => run(bin('biome'), ['ci', '.']))
await buildIfNeeded()
run(process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
])
const summary = read(results)
counts.passed += summary.numPassedTests
// A suite that failed to start counts as one failure.
counts.failed += summary.numFailedTests + summary.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
if (summary.numTotalTests === 0 || (!summary.success && counts.failed === 0)) counts.failed++
// The invariants were checked after every test, which proves something only if there were rows.
if (process.argv.length === 2) step(`ledger checks saw ${seenRows(ledgerRows)} rows`, () => seenRows(ledgerRows) >= 1_000)
rmSync(folder, { recursive: true })

console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1

function step(name: string, work: () => boolean) {
  console.log(`\n${name}`)
  counts[work() ? 'passed' : 'failed']++
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, VIATU_LEDGER_ROWS: ledgerRows } }).status === 0
}

function seenRows(file: string): number {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.reduce((sum, line) => sum + Number(line), 0)
}

interface Summary {
  numPassedTests: number
  numFailedTests: number
  numTotalTests: number
  success: boolean
  testResults: { status: string; assertionResults: unknown[] }[]
}

function read(file: string): Summary {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0, success: false, testResults: [] }
  }
}
