import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from '@babel/parser'

/** One small fault in one file: what stands from `start` to `end` is replaced. */
export interface Mutant {
  /** File, function, the text before and after, and a number where a function has the same fault twice: stable while other lines move. */
  key: string
  file: string
  start: number
  end: number
  replacement: string
  /** Number of the innermost function around it in its file; -1 at the top of the module. */
  scope: number
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const operators: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}
const methods: Record<string, string> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  trunc: 'ceil',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}
/** Calls in a chain that are left out. */
const links = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice', 'toLowerCase', 'toUpperCase'])
const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'ObjectMethod',
  'ClassPrivateMethod',
])
const isTyped = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSInstantiationExpression'])

/** The faults of a program file: comparisons, logic, arithmetic, truth values, conditions, bodies, statements and calls; texts and numbers stay. */
export function mutantsOf(file: string, code = readFileSync(file, 'utf8')): Mutant[] {
  const found: Mutant[] = []
  visit(code, (node, scope, name) => {
    for (const [start, end, replacement] of faultsOf(node, code)) {
      if (code.slice(start, end) === replacement) continue
      const change = `${short(code.slice(start, end))} → ${short(replacement) || 'nothing'}`
      // An operator alone says too little.
      const place =
        end - start < 4 || replacement === 'true' || replacement === 'false' ? `${short(code.slice(node.start, node.end))} [${change}]` : change
      found.push({ key: `${file} ${name}: ${place}`, file, start, end, replacement, scope })
    }
  })
  return numbered(found)
}

/** The code with a call `globalThis.viatuHit('file#scope')` in each function, and one at the top of the module. */
export function instrument(file: string, code: string): string {
  const inserts: [at: number, text: string][] = [[code.length, `\n;globalThis.viatuHit?.('${file}#-1')\n`]]
  visit(code, (node, scope) => {
    if (!functions.has(node.type)) return
    const body = node.body as Node
    const hit = `globalThis.viatuHit?.('${file}#${scope}')`
    if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${hit};`])
    else inserts.push([outside(body), `(${hit}, `], [node.end, ')'])
  })
  return inserts.sort(([a], [b]) => b - a).reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), code)
}

/** A second equal key of a file gets the number 2, and so on. */
export function numbered(mutants: Mutant[]): Mutant[] {
  const seen = new Map<string, number>()
  return mutants.map((mutant) => {
    const count = (seen.get(mutant.key) ?? 0) + 1
    seen.set(mutant.key, count)
    return count === 1 ? mutant : { ...mutant, key: `${mutant.key} #${count}` }
  })
}

export const apply = ({ start, end, replacement }: Mutant, code: string) => code.slice(0, start) + replacement + code.slice(end)
export const short = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(.{60}).{10,}$/, (all, head) => `${head}… (${hash(all).slice(0, 4)})`)
export const hash = (text: string) => createHash('sha1').update(text).digest('hex')

/** Every node that runs, with the number and the name of the innermost function around it; a function itself counts as inside itself. */
export function visit(code: string, look: (node: Node, scope: number, name: string) => void) {
  let count = -1
  const walk = (node: Node, scope: number, name: string, known = '') => {
    if (node.type.startsWith('TS') && !isTyped.has(node.type)) return
    let [at, called] = [scope, name]
    if (functions.has(node.type)) {
      at = ++count
      called = nameOf(node) || known || name
    }
    look(node, at, called)
    for (const [field, value] of Object.entries(node)) {
      if (['loc', 'extra', 'leadingComments', 'trailingComments', 'innerComments'].includes(field)) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, at, called, nameOf(node))
    }
  }
  walk(parse(code, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node, -1, 'module')
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string' && typeof (value as Node).start === 'number'
const nameOf = ({ id, key }: Node) => ((id ?? key) as { name?: string } | null | undefined)?.name ?? ''
const outside = (node: Node) => (node.extra as { parenStart?: number } | undefined)?.parenStart ?? node.start

type Fault = [start: number, end: number, replacement: string]

function faultsOf(node: Node, code: string): Fault[] {
  const { type, start, end } = node
  const at = (field: string) => node[field] as Node
  const whole = (replacement: string): Fault => [start, end, replacement]
  if (['BinaryExpression', 'LogicalExpression', 'AssignmentExpression'].includes(type)) {
    const [left, right] = [at('left'), at('right')].map(({ start, end }) => `(${code.slice(start, end)})`) as [string, string]
    if (node.operator === '??') return [whole(left), whole(right)]
    if (node.operator === '+' && [at('left'), at('right')].some(isText)) return []
    const from = code.indexOf(String(node.operator), afterParen(at('left'), code))
    return (operators[String(node.operator)] ?? []).map((other) => [from, from + String(node.operator).length, other])
  }
  if (type === 'UpdateExpression') return [whole(code.slice(start, end).replace(/\+\+|--/, (sign) => operators[sign]?.[0] ?? sign))]
  if (type === 'UnaryExpression' && (node.operator === '!' || node.operator === '-')) return [[start, start + 1, '']]
  if (type === 'BooleanLiteral') return [whole(String(!node.value))]
  if (type === 'ConditionalExpression' || type === 'IfStatement') {
    const test = at('test')
    return ['true', 'false'].map((value) => [test.start, test.end, value])
  }
  if (type === 'WhileStatement') return [[at('test').start, at('test').end, 'false']]
  if (type === 'ArrowFunctionExpression' && at('body').type !== 'BlockStatement') return [[outside(at('body')), end, 'undefined']]
  if (functions.has(type) && code.slice(at('body').start + 1, at('body').end - 1).trim()) return [[at('body').start, at('body').end, '{}']]
  if (type === 'ExpressionStatement' && ['CallExpression', 'AwaitExpression', 'AssignmentExpression'].includes(at('expression').type))
    return [whole(';')]
  if (type === 'ReturnStatement' && node.argument) return [whole('return')]
  if (type === 'CallExpression' && at('callee').type === 'MemberExpression') {
    const { object, property } = at('callee') as unknown as { object: Node; property: { name?: string; start: number; end: number } }
    if (property.name && Object.hasOwn(methods, property.name)) return [[property.start, property.end, methods[property.name] as string]]
    if (property.name && links.has(property.name)) return [[afterParen(object, code), end, '']]
  }
  return []
}

const isText = ({ type }: Node) => type === 'StringLiteral' || type === 'TemplateLiteral'
/** Where a node ends with the parentheses around it. */
function afterParen(node: Node, code: string): number {
  if (outside(node) === node.start) return node.end
  return code.indexOf(')', node.end) + 1
}
