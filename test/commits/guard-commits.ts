import { spawnSync } from 'node:child_process'
import { ChangedTests, linesOf } from './changed-tests.ts'
import { kinds } from './commit-kinds.ts'

/**
 * `npm run guard` holds each commit of a restructuring to the kind it declares by a trailer of its message, `Guard: move`, `Guard: words` or `Guard: prune`
 * (commit-kinds.ts): those that origin/main has not, or the last one; `npm run guard -- main..HEAD` or commits by name. New names that stood for something else
 * before are declared as well: `Joins: option, options`. `npm run guard -- write` writes the files of test/guards anew.
 */
const chosen = process.argv.slice(2)
if (chosen[0] === 'write') {
  const { status } = spawnSync('npx', ['vitest', 'run', '-u', '--project', 'pages', 'test/pages/guards.test.ts'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (chosen.length === 0) chosen.push(linesOf('branch', '--remotes', '--list', 'origin/main').length > 0 ? 'origin/main..HEAD' : 'HEAD')
const range = chosen.some((revision) => revision.includes('..')) ? ['--reverse', ...chosen] : ['--no-walk=unsorted', ...chosen]
const counts = { holds: 0, 'does not hold': 0, 'no kind declared': 0 }
const trailers = ['Guard', 'Joins'].map((key) => `%(trailers:key=${key},valueonly,separator=%x2C)`).join('%x09')
for (const line of linesOf('log', `--format=%H%x09%h%x09${trailers}%x09%s`, ...range)) {
  const [hash = '', short, kind, joins = '', ...subject] = line.split('	')
  const { faults, renamed } = kind ? examine(hash, kind, joins.split(', ')) : { faults: [], renamed: [] }
  const outcome = !kind ? 'no kind declared' : faults.length > 0 ? 'does not hold' : 'holds'
  counts[outcome]++
  console.log(`${short} ${kind ? `${kind} ` : ''}${outcome}: ${subject.join(' ')}`)
  if (renamed.length > 0) console.log(`    renamed: ${renamed.join(', ')}`)
  for (const fault of faults) console.log(`    ${fault}`)
}
const summary = Object.entries(counts).map(([outcome, count]) => `${outcome}: ${count}`)
console.log(summary.join(', '))
if (counts['does not hold'] > 0) process.exitCode = 1

function examine(hash: string, kind: string, joins: string[]): { faults: string[]; renamed: string[] } {
  if (!Object.hasOwn(kinds, kind)) return { faults: [`a commit is of the kind ${Object.keys(kinds).join(', ')}`], renamed: [] }
  const commit = new ChangedTests(hash, joins)
  const faults = kinds[kind as keyof typeof kinds](commit)
  return { faults, renamed: commit.renaming.list() }
}
