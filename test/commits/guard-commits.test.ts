import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'guard-'))
const git = (command: string[], input = '') => execFileSync('git', command, { cwd: folder, encoding: 'utf8', input }).trim()
const guard = (...revisions: string[]) =>
  spawnSync(process.execPath, [resolve('test/commits/guard-commits.ts'), ...revisions], { cwd: folder, encoding: 'utf8' })

/** A commit as `git fast-import` reads it. */
function commit(branch: string, message: string, changes: Record<string, string | null>, ...more: string[]): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}`
  const files = Object.entries(changes).map(([file, text]) => (text === null ? `D ${file}` : `M 100644 inline ${file}\n${data(text)}`))
  return [`commit refs/heads/${branch}`, 'committer Guard <guard@example.com> 0 +0000', data(message), ...more, ...files, ''].join('\n')
}

const kinds = ['move', 'words', 'prune']
const page = 'test/guards/pages/way.html'
const also = "it('also', () => expect(1).toBe(1))\n"
const hook = "afterEach(() => checkBooks())\ndescribe.each([1, 2])('group %s', (row) => {\n  it('counts', () => expect(row).toBeGreaterThan(0))\n})\n"
const helper = 'export function scene() {\n  const test = {}\n  test.shop = 1\n  return test\n}\n'
const base = `import { it } from 'vitest'
import { larger, smaller } from './way.ts'
const { shop, panel } = scene()
it('weighs', () => {
  const first = larger(1, 2)
  const second = smaller(1, 2)
  expect(first - second).toBe(1)
})
it('is shown', async () => expect(await panel.text('Ways', { read: 'src/way.ts' })).toContain('Ways of the shop'))
`
/** What a commit does to the base, and the kinds as which it holds. */
const cases: [name: string, holds: string, changes: Record<string, string | null>][] = [
  [
    'a renamed function, in a test that moved with it',
    'move, words',
    {
      'src/way.ts': null,
      'src/option.ts': 'export const largest = 1',
      'src/way.test.ts': null,
      'test/option.test.ts': `// Twice.\n${base.replaceAll('larger', 'largest').replace('src/way.ts', 'src/option.ts').replace('./way.ts', '#option.ts')}`,
    },
  ],
  ['two files of tests made one', 'move, words', { 'src/way.test.ts': base + also, 'src/also.test.ts': null }],
  ['a new test', 'move', { 'src/way.test.ts': `${base}it('is new', () => expect(1).toBe(1))\n` }],
  ['a changed helper', 'move', { 'test/helper.ts': helper.replace('= 1', '= 2') }],
  ['another expectation', '', { 'src/way.test.ts': base.replace('toBe(1)', 'toBe(2)') }],
  ['another matcher', '', { 'src/also.test.ts': also.replace('toBe', 'toEqual') }],
  ['a label', 'words', { 'src/way.test.ts': base.replaceAll("'Ways", "'Options"), [page]: '<h1>Options' }],
  ['a label of a page alone', 'words', { [page]: '<h1>Options' }],
  ['a removed test', 'prune', { 'src/way.test.ts': base.replace(/it\('is shown.*\n/, '').replace('shop, panel', 'shop') }],
  ['a removed file of tests', 'prune', { 'src/also.test.ts': null }],
  ['a removed test and a changed program', '', { 'src/also.test.ts': null, 'src/way.ts': 'export const larger = 2' }],
  ['two names that change places in one line', '', { 'src/way.test.ts': base.replace('first - second', 'second - first') }],
  [
    'two names that change places everywhere',
    '',
    { 'src/way.test.ts': base.replace(/larger|smaller/g, (name) => (name === 'larger' ? 'smaller' : 'larger')) },
  ],
  ['two new names for one', '', { 'src/way.test.ts': base.replace('first =', 'one =').replace('first -', 'another -') }],
  ['one new name for two', '', { 'src/way.test.ts': base.replace(/first|second/g, 'both') }],
  ['a skipped test', '', { 'src/way.test.ts': base.replace("it('weighs'", "it.skip('weighs'") }],
  ['a removed group with its hook', 'prune', { 'test/hook.test.ts': '' }],
  ['a removed hook', '', { 'test/hook.test.ts': hook.replace(/.*\n/, '') }],
  ['a row less in a table of a group', '', { 'test/hook.test.ts': hook.replace('[1, 2]', '[1]') }],
]

const tried = cases.flatMap(([name, , changes], at) =>
  kinds.map((kind) => ({ branch: `${kind}-${at}`, message: `${name}\n\nGuard: ${kind}`, changes })),
)
tried.push({ branch: 'tidy', message: 'the base tidied\n\nGuard: tidy', changes: {} })
tried.push({
  branch: 'joined',
  message: 'two names joined\n\nGuard: words\nJoins: both',
  changes: { 'src/way.test.ts': base.replace(/first|second/g, 'both') },
})
let status: number | null
let output: string

beforeAll(() => {
  git(['init', '--quiet', '--bare'])
  const files = {
    'src/way.ts': 'export const larger = 1',
    'src/way.test.ts': base,
    'src/also.test.ts': also,
    'test/hook.test.ts': hook,
    [page]: '<h1>Ways',
  }
  const made = tried.map(({ branch, message, changes }) => commit(branch, message, changes, 'from refs/heads/base'))
  git(['fast-import', '--quiet'], commit('base', 'the base', files) + made.join(''))
  const run = guard(...tried.map(({ branch }) => branch), 'base')
  output = run.stdout + run.stderr
  status = run.status
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each(cases)('%s holds as: %s', (name, holds) => {
  const holding = kinds.filter((kind) => output.includes(` ${kind} holds: ${name}\n`))
  const failing = kinds.filter((kind) => output.includes(` ${kind} does not hold: ${name}\n`))
  expect([holding.join(', '), holding.length + failing.length]).toEqual([holds, kinds.length])
})

it('fails, and names commit, file, test and where it differs', () => {
  expect(status).toBe(1)
  expect(output).toContain(
    [
      `${git(['rev-parse', '--short', 'move-4'])} move does not hold: another expectation`,
      '    src/way.test.ts:4 "weighs" differs',
      '      src/way.test.ts:7 value 1: expect(first - second).toBe(1)',
      '      src/way.test.ts:7 value 2: expect(first - second).toBe(2)',
    ].join('\n'),
  )
})

it('tells what was renamed', () => expect(output).toContain('that moved with it\n    renamed: larger → largest\n'))

it('lets a commit join names that it declares', () =>
  expect(output).toContain(' words holds: two names joined\n    renamed: first → both, second → both\n'))

it('refuses a kind that it does not know, and counts commits that declare none', () => {
  expect(output).toContain(' tidy does not hold: the base tidied\n    a commit is of the kind move, words, prune\n')
  expect(output).toMatch(/ no kind declared: the base\nholds: 12, does not hold: 47, no kind declared: 1\n$/)
})

it('is content with commits that hold or declare nothing', () => {
  const { status, stdout } = guard('base..move-0')
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\nholds: 1, does not hold: 0, no kind declared: 0\n$/)])
})
