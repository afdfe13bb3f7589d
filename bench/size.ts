import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from '@babel/parser'
import { capabilityOf } from './capabilities.ts'

/**
 * `npm run size`: how much there is to read, by folder. `lines` are those that hold a token of the program: blank lines and comments are none, and what is
 * longer than the formatter's width (a text, a statement of SQL) counts as the lines it would fill. `wc` are all lines of the files. Files that git knows.
 * `npm run size -- 3` goes one folder deeper; `npm run size -- src/features/assistant/ src/domain/search` counts what begins so.
 * `npm run size -- --capabilities` counts `src` by what the shop can do (capabilities.ts), and the tests of each.
 */
interface Size {
  files: number
  lines: number
  wc: number
}

const chosen = process.argv.slice(2).filter((argument) => argument.includes('/'))
const depth = chosen.length > 0 ? 9 : Number(process.argv[2] ?? 2)
const width: number = JSON.parse(readFileSync('biome.json', 'utf8')).formatter.lineWidth
const known = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
const files = [...new Set(known.split('\n'))].filter((file) => existsSync(file) && file !== '')
const isProgram = (file: string) => /\.([cm]?ts|tsx|mjs)$/.test(file)
const isProof = (file: string) => file.startsWith('proof/')
const isTest = (file: string) => !isProof(file) && /\.test\.tsx?$|^(packages\/[^/]+\/)?test\//.test(file)

/** Lines that hold a token. A template of several lines fills them all, but for the blank ones. */
function linesOf(file: string, text: string): number {
  const { tokens } = parse(text, {
    sourceType: 'module',
    sourceFilename: file,
    tokens: true,
    errorRecovery: true,
    plugins: ['typescript', ...(file.endsWith('x') ? (['jsx'] as const) : [])],
  })
  const rows = text.split('\n')
  const filled = new Set<number>()
  for (const { type, loc } of tokens ?? []) {
    if (type === 'CommentLine' || type === 'CommentBlock' || type.label === 'eof') continue
    for (let line = loc.start.line; line <= loc.end.line; line++) if (rows[line - 1]?.trim()) filled.add(line)
  }
  return [...filled].reduce((sum, line) => sum + Math.ceil((rows[line - 1]?.length ?? 0) / width), 0)
}

function sizeOf(file: string): Size {
  const text = readFileSync(file, 'utf8')
  // Sheets and SQL have no parser here: their blank lines are left out, and their comments are not.
  const lines = isProgram(file) ? linesOf(file, text) : text.split('\n').filter((line) => line.trim()).length
  return { files: 1, lines, wc: text.split('\n').length - 1 }
}

const sum = (sizes: Size[]): Size =>
  sizes.reduce((all, each) => ({ files: all.files + each.files, lines: all.lines + each.lines, wc: all.wc + each.wc }), { files: 0, lines: 0, wc: 0 })

function row(name: string, { files, lines, wc }: Size) {
  console.log(`${name.padEnd(34)}${String(files).padStart(7)}${String(lines).padStart(9)}${String(wc).padStart(9)}`)
}

/** One table: its folders, and their sum. */
function table(title: string, chosen: string[], level = depth) {
  const sizes = new Map<string, Size[]>()
  for (const file of chosen) {
    const folder = file.split('/').slice(0, -1).slice(0, level).join('/')
    sizes.set(folder, [...(sizes.get(folder) ?? []), sizeOf(file)])
  }
  console.log(`\n${title.padEnd(34)}${'files'.padStart(7)}${'lines'.padStart(9)}${'wc'.padStart(9)}`)
  for (const [folder, each] of [...sizes].sort(([a], [b]) => a.localeCompare(b))) row(`  ${folder}`, sum(each))
  row('  all', sum([...sizes.values()].flat()))
}

const code = files.filter((file) => isProgram(file) && !/\.d\.m?ts$/.test(file))
const shop = code.filter((file) => /^src\/.*\.tsx?$/.test(file) && !isTest(file))
const beside = code.filter((file) => !file.startsWith('src/') && file.includes('/') && !isTest(file) && !isProof(file))
const sheets = files.filter((file) => /^src\/.*\.(css|sql|mjs)$/.test(file))
if (process.argv.includes('--capabilities')) {
  const isShop = new Set(shop)
  const counted = [...shop, ...code.filter((file) => isTest(file) || isProof(file))]
  const byName = Map.groupBy(counted, (file) => capabilityOf(file) ?? (isShop.has(file) ? 'not placed' : 'tests of the whole'))
  const rows = [...byName].map(([name, all]) => {
    const program = all.filter((file) => isShop.has(file))
    const tests = all.filter((file) => !isShop.has(file))
    return { name, program, ...sum(program.map(sizeOf)), tests: sum(tests.map(sizeOf)).lines }
  })
  const line = (name: string, ...figures: (number | string)[]) =>
    console.log(name.padEnd(36) + figures.map((each) => String(each).padStart(8)).join(''))
  line('Capability', 'files', 'lines', 'tests')
  for (const { name, files, lines, tests } of rows.sort((a, b) => b.lines - a.lines)) line(`  ${name}`, files, lines, tests)
  const { files: allFiles, lines: allLines } = sum(rows)
  const allTests = rows.reduce((all, { tests }) => all + tests, 0)
  line('  all', allFiles, allLines, allTests)
  for (const file of rows.find(({ name }) => name === 'not placed')?.program ?? []) console.log(`not placed: ${file}`)
  process.exit()
}
if (chosen.length > 0) {
  table(
    'Chosen, without tests',
    code.filter((file) => !isTest(file) && !isProof(file) && chosen.some((begin) => file.startsWith(begin))),
  )
  process.exit()
}
table('The shop: TypeScript in src', shop)
table('Beside it', beside, 1)
table('Tests with their helpers', code.filter(isTest))
table('Proof: tests that take long', code.filter(isProof))
table('Sheets, SQL, JavaScript in src', sheets)
