import { posix } from 'node:path'
import { parse } from '@babel/parser'

/** A leaf of the syntax tree, which knows neither comments nor layout. `picked` are names that a destructuring takes. */
export interface Leaf {
  kind: 'syntax' | 'name' | 'property' | 'text' | 'path'
  value: string
  line: number
  isPicked: boolean
}

/** A statement of a file of tests: a test, a hook, a helper. Tests inside of a plain `describe` are statements of their own. */
export interface Statement {
  file: string
  rows: string[]
  title: string
  /** The titles of the groups around it. */
  group: string
  leaves: Leaf[]
  isTest: boolean
  isDeclared: boolean
}

interface Syntax {
  type: string
  loc: { start: { line: number } }
  [key: string]: unknown
}

export const keyOf = ({ kind, value }: Leaf) => `${kind} ${value}`
export const isTestCode = (file: string) => /\.tsx?$/.test(file) && (/^(test|proof)\//.test(file) || /\.test\.tsx?$/.test(file))

/** All statements but imports. `known` are the files beside it, by which a string is known as a path. */
export function statementsOf(file: string, text: string, known: Set<string>): Statement[] {
  const { program } = parse(text, {
    sourceType: 'module',
    errorRecovery: true,
    plugins: ['typescript', ...(file.endsWith('x') ? (['jsx'] as const) : [])],
  })
  const rows = text.split('\n')
  const reading: Reading = { file, known }
  return within(program.body as unknown as Syntax[], [], '')

  function within(body: Syntax[], around: Leaf[], group: string): Statement[] {
    return body.flatMap((node) => {
      if (node.type === 'ImportDeclaration') return []
      const inner = describeOf(node)
      // What repeats or skips a group belongs to each test of it; a plain group is only a heading.
      if (inner) {
        const head = [...leavesOf({ ...node, expression: inner.head }, reading)]
        return within(inner.body, inner.isPlain ? around : [...around, ...head], `${group}/${titleOf(head)}`)
      }
      const own = [...leavesOf(node, reading)]
      return {
        file,
        rows,
        title: titleOf(own) ?? rows[node.loc.start.line - 1]?.trim() ?? '',
        group,
        leaves: [...own, ...around],
        isTest: own.some(({ kind, value }, at) => kind === 'name' && /^(it|test|describe)$/.test(value) && isCalled(own, at)),
        isDeclared: /Declaration$/.test(node.type),
      }
    })
  }
}

/** The parts of `describe('...', () => { ... })`: its statements, and the call without them. */
function describeOf({ type, expression }: Syntax) {
  const call = expression as { callee: Syntax; arguments: Syntax[] } | undefined
  let root = call?.callee
  while (root && !('name' in root)) root = (root.object ?? root.callee ?? root.tag) as Syntax | undefined
  const block = call?.arguments?.at(-1)?.body as { type: string; body: Syntax[] } | undefined
  if (type !== 'ExpressionStatement' || root?.name !== 'describe' || block?.type !== 'BlockStatement') return undefined
  const last = call!.arguments.at(-1)!
  const head = { ...call, arguments: [...call!.arguments.slice(0, -1), { ...last, body: null }] }
  return { body: block.body, head, isPlain: root === call!.callee && call!.arguments.length === 2 }
}

interface Reading {
  file: string
  known: Set<string>
}

const silent = new Set(['type', 'start', 'end', 'loc', 'extra', 'leadingComments', 'innerComments', 'trailingComments', 'shorthand', 'tail'])
const texts = new Set(['StringLiteral', 'DirectiveLiteral', 'JSXText', 'TemplateElement', 'RegExpLiteral'])

function* leavesOf(node: Syntax, reading: Reading, role: 'name' | 'property' = 'name', isPicked = false): Generator<Leaf> {
  const leaf = (kind: Leaf['kind'], value: unknown): Leaf => ({ kind, value: String(value), line: node.loc.start.line, isPicked })
  yield leaf('syntax', node.type)
  for (const [key, value] of Object.entries(node)) {
    if (silent.has(key) || value === undefined) continue
    if (texts.has(node.type) && (key === 'value' || key === 'pattern')) yield textLeaf(node, value, leaf, reading)
    else if (key === 'name' && typeof value === 'string') yield leaf(role, value)
    else if (Array.isArray(value)) {
      const picked = isPicked || node.type === 'ObjectPattern'
      for (const child of value) yield* child ? leavesOf(child, reading, 'name', picked) : [leaf('syntax', 'hole')]
      yield leaf('syntax', `end of ${key}`)
    } else if (isSyntax(value)) yield* leavesOf(value, reading, isProperty(node, key) ? 'property' : 'name', isPicked)
    else yield leaf('syntax', `${key} ${value}`)
  }
}

function textLeaf({ type }: Syntax, value: unknown, leaf: (kind: Leaf['kind'], value: unknown) => Leaf, { file, known }: Reading): Leaf {
  if (type === 'TemplateElement') return leaf('text', (value as { raw: string }).raw)
  if (type === 'JSXText') return leaf('text', String(value).replace(/\s+/g, ' '))
  const named = String(value)
  const path = named.startsWith('#') ? `src/${named.slice(1)}` : /^\.\.?\//.test(named) ? posix.join(posix.dirname(file), named) : named
  return known.has(path) ? leaf('path', path) : leaf('text', value)
}

const titleOf = (leaves: Leaf[]) => leaves.find(({ kind }) => kind === 'text')?.value
/** `it(...)` or `it.each(...)`, and not a variable of that name. */
const isCalled = (leaves: Leaf[], at: number) =>
  leaves[at - 2]?.value === 'CallExpression' || (leaves[at - 2]?.value === 'MemberExpression' && leaves[at - 3]?.value === 'CallExpression')
const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null && 'type' in value
const isProperty = (node: Syntax, key: string) =>
  (!node.computed && (key === 'key' || key === 'property')) ||
  (node.type === 'JSXAttribute' && key === 'name') ||
  (node.type === 'TSQualifiedName' && key === 'right')
