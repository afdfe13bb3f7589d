import type { ChangedTests } from './changed-tests.ts'
import type { Renaming } from './renaming.ts'
import { keyOf, type Leaf, type Statement } from './test-statements.ts'

/** The kinds of commit of a restructuring, declared by a trailer of the message such as `Guard: move`: what each may do to tests and guard files. */
export const kinds = {
  /** Guard files stay, and each test stands after it as before, beyond imports and names. Tests may move and come; helpers may change. */
  move: (commit: ChangedTests) => [...commit.changedGuards(), ...unmatched(commit, commit.before.filter(isStanding), false).missing],
  /** Tests may differ in imports, names and the contents of texts. */
  words(commit: ChangedTests) {
    const { missing, added } = unmatched(commit, commit.before, true)
    return [...missing, ...added.map((statement) => `${placeOf(statement)} is new`)]
  },
  /** Tests and helpers vanish, and a hook with all tests it was for; a destructuring may name less. */
  prune(commit: ChangedTests) {
    const foreign = commit.files.filter((file) => !/^(test|proof)\/|\.test\.tsx?$|\.md$/.test(file))
    const added = commit.after.filter((now) => !commit.before.some((old) => isRestOf(old, now)))
    const hooks = commit.before.filter((old) => isStanding(old) && !old.isTest && !commit.after.some((now) => isRestOf(old, now)))
    const lost = hooks.filter((hook) => commit.after.some(({ isTest, file, group }) => isTest && file === hook.file && group.startsWith(hook.group)))
    return [
      ...commit.changedGuards(),
      ...foreign.map((file) => `${file} is no test, and differs`),
      ...added.map((statement) => `${placeOf(statement)} is new or differs`),
      ...lost.map((hook) => `${placeOf(hook)} is gone, and tests that it was for are not`),
    ]
  },
}

/** Finds a statement of the commit for each of `before`: first those that are equal, then those that differ as they may. */
function unmatched({ after, renaming }: ChangedTests, before: Statement[], freeTexts: boolean) {
  const taken = new Set<Statement>()
  const equal = Map.groupBy(after, textOf)
  // What two files did before each of their tests, a file made of both does once.
  const isFree = (statement: Statement) => !taken.has(statement) || (!freeTexts && !statement.isTest)
  const changed = before.filter((old) => {
    const same = equal.get(textOf(old))?.find(isFree)
    if (same && renaming.difference(old.leaves, same.leaves, false) === undefined) taken.add(same)
    return !same || !taken.has(same)
  })
  const missing = changed.flatMap((old) => {
    const free = after.filter((now) => now.isTest === old.isTest && isFree(now))
    const near = [...free.filter(({ title }) => title === old.title), ...(freeTexts ? free.filter(({ title }) => title !== old.title) : [])]
    const match = near.find((now) => renaming.difference(old.leaves, now.leaves, freeTexts) === undefined)
    if (match) taken.add(match)
    return match ? [] : [near[0] && near[0].title === old.title ? told(old, near[0], renaming, freeTexts) : `${placeOf(old)} is gone`]
  })
  return { missing, added: after.filter((statement) => !taken.has(statement)) }
}

function told(old: Statement, now: Statement, renaming: Renaming, freeTexts: boolean): string {
  const at = renaming.difference(old.leaves, now.leaves, freeTexts) ?? 0
  const shown = ({ file, leaves, rows }: Statement) => {
    const leaf = leaves[Math.min(at, leaves.length - 1)] as Leaf
    return `\n      ${file}:${leaf.line} ${leaf.value}: ${rows[leaf.line - 1]?.trim()}`
  }
  return `${placeOf(old)} differs${shown(old)}${shown(now)}`
}

/** Whether it is the same statement, but for names that a destructuring left out. */
function isRestOf(old: Statement, now: Statement): boolean {
  if (old.file !== now.file) return false
  let at = 0
  for (const leaf of old.leaves) {
    const next = now.leaves[at]
    if (next && keyOf(next) === keyOf(leaf)) at++
    else if (!leaf.isPicked) return false
  }
  return at === now.leaves.length
}

/** A helper may change; what runs, as tests and hooks do, may not. */
const isStanding = ({ isTest, isDeclared, file }: Statement) => isTest || (!isDeclared && /\.test\.tsx?$/.test(file))
const textOf = ({ leaves }: Statement) => leaves.map(keyOf).join('\n')
const placeOf = ({ file, leaves, title }: Statement) => `${file}:${leaves[0]?.line} "${title}"`
