import { readFileSync } from 'node:fs'
import { type Mutant, numbered, short, visit } from './mutants.ts'

const locks = / for (?:no key )?(?:update|share)\b(?: of [\w, ]+?(?= skip|\W*$|\n|\)))?(?: skip locked| nowait)?/g
/** What ends a condition at its own level of parentheses. */
const ends =
  /^(?:and|order|group|limit|returning|for|union|having|window|then|else|end|when|offset|on|left|right|inner|cross|join|from|set|select|do)$/

/** The guards in the SQL texts of a program file, each left out once: a lock, or one condition of a `where`. */
export function sqlMutantsOf(file: string, code = readFileSync(file, 'utf8')): Mutant[] {
  const found: Mutant[] = []
  visit(code, (node, scope, name) => {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as { name?: string }).name !== 'sql') return
    const { start, end } = node.quasi as { start: number; end: number }
    const text = masked(code.slice(start + 1, end - 1))
    const faults = [...text.matchAll(locks)].map(({ 0: lock, index }) => [index, index + lock.length, ''] as const)
    for (const [from, to, replacement] of [...faults, ...conditionsIn(text).map(([from, to]) => [from, to, 'true'] as const)]) {
      const [first, last] = [start + 1 + from, start + 1 + to]
      found.push({
        key: `${file} ${name}: ${short(code.slice(first, last))} → ${replacement || 'nothing'}`,
        file,
        start: first,
        end: last,
        replacement,
        scope,
      })
    }
  })
  return numbered(found)
}

/** Where the conditions after each `where` and `and` stand. */
export function conditionsIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = []
  const open: { start: number | null; isBetween: boolean }[] = [{ start: null, isBetween: false }]
  const close = (at: number) => {
    const level = open.at(-1)
    if (level?.start != null && text.slice(level.start, at).trim())
      found.push([level.start, level.start + text.slice(level.start, at).trimEnd().length])
    if (level) level.start = null
  }
  for (const { 0: token, index } of text.matchAll(/[a-z_]\w*|[()]/gi)) {
    const level = open.at(-1)
    const word = token.toLowerCase()
    if (word === '(') open.push({ start: null, isBetween: false })
    else if (word === ')') {
      close(index)
      if (open.length > 1) open.pop()
    } else if (level && word === 'between') level.isBetween = true
    else if (level?.isBetween && word === 'and') level.isBetween = false
    else if (word === 'where' || ends.test(word)) {
      close(index)
      if (level && (word === 'where' || word === 'and')) level.start = index + token.length + 1
    }
  }
  close(text.length)
  return found
}

/** The text with values, quoted texts and comments made unreadable, each as long as before. */
function masked(text: string): string {
  const hide = (match: string) => '·'.repeat(match.length)
  let [shown, depth] = ['', 0]
  for (const [place, sign] of [...text].entries()) {
    if (sign === '{' && (depth > 0 || text[place - 1] === '$')) depth++
    shown += depth > 0 ? '·' : sign
    if (sign === '}' && depth > 0) depth--
  }
  return shown.replace(/'[^'\n]*'|--.*/g, hide)
}
