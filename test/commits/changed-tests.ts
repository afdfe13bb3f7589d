import { execFileSync } from 'node:child_process'
import { Renaming } from './renaming.ts'
import { isTestCode, type Statement, statementsOf } from './test-statements.ts'

/** What a commit changes, against its first parent: paths, and the statements of the changed files of tests. */
export class ChangedTests {
  readonly files: string[]
  readonly before: Statement[]
  readonly after: Statement[]
  readonly renaming: Renaming

  /** @param joins names that stand for what others stood for as well */
  constructor(hash: string, joins: string[]) {
    const [old, now] = [filesOf(`${hash}^`), filesOf(hash)]
    this.files = linesOf('diff', '--name-only', '--no-renames', `${hash}^`, hash)
    const read = (revision: string, known: Set<string>) => {
      const files = this.files.filter((file) => isTestCode(file) && known.has(file))
      return textsOf(revision, files).flatMap((text, at) => statementsOf(files[at] as string, text, known))
    }
    this.before = read(`${hash}^`, old)
    this.after = read(hash, now)
    this.renaming = new Renaming(this.before, now, joins)
  }

  changedGuards() {
    return this.files.filter((file) => /^test\/guards\/|^docs\/permissions\.md$/.test(file)).map((file) => `${file} is a guard, and differs`)
  }
}

const maxBuffer = 2 ** 28
export const git = (...command: string[]) => execFileSync('git', command, { encoding: 'utf8', maxBuffer })
export const linesOf = (...command: string[]) =>
  git(...command)
    .split('\n')
    .filter(Boolean)
const filesOf = (revision: string) => new Set(linesOf('ls-tree', '-r', '--name-only', revision))

/** The texts of files, by one call: a large commit has hundreds. */
function textsOf(revision: string, files: string[]): string[] {
  if (files.length === 0) return []
  let rest = execFileSync('git', ['cat-file', '--batch=%(objectsize)'], { input: files.map((file) => `${revision}:${file}\n`).join(''), maxBuffer })
  return files.map(() => {
    const start = rest.indexOf('\n') + 1
    const end = start + Number(rest.subarray(0, start))
    const text = rest.toString('utf8', start, end)
    rest = rest.subarray(end + 1)
    return text
  })
}
