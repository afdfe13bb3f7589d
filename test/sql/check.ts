import pg from 'pg'
import * as ast from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { beginnings, makerNames, type Statement, textsOf, Unreadable } from './compose.ts'
import { type Description, describeText } from './describe.ts'
import { membersOf, type Program, placeOf, remembered } from './program.ts'

export interface Checked {
  /** What is wrong, each with its file and line. */
  findings: string[]
  /** Calls that send SQL, and the different texts that they can send. */
  statements: number
  texts: number
}

/** Every statement of the program against a migrated database: PostgreSQL understands it, and both sides mean the same types. */
export async function checkSql(program: Program, url: string): Promise<Checked> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const types = await typesOf(client)
    await program.loadShapes(makerNames)
    const findings = new Set<string>()
    const texts = new Map<string, Promise<Description | string>>()
    const check = async (call: ast.CallExpression, statement: Statement) => {
      const described = await remembered(texts, statement.text, () => understand(client, statement))
      if (typeof described === 'string') findings.add(described)
      else for (const finding of misfits(program, types, call, statement, described)) findings.add(finding)
    }
    let statements = 0
    for (const { call, all } of statementsOf(program)) {
      statements++
      try {
        for (const statement of all()) await check(call, statement)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        findings.add(error.message)
      }
    }
    for (const fragment of program.fragments)
      if (!program.reached.has(fragment)) findings.add(`${placeOf(fragment)}: the check of SQL finds no statement that this is a part of`)
    return { findings: [...findings].sort(), statements, texts: texts.size }
  } finally {
    await client.end()
  }
}

/** Calls of `execute`, what the query builder builds, and constant texts given to pg. */
function* statementsOf(program: Program): Generator<{ call: ast.CallExpression; all: () => Iterable<Statement> }> {
  for (const call of program.calls)
    if (program.isOfDatabase(call, new Set(['execute']))) yield { call, all: () => textsOf(program, call.arguments[0] as ast.Node) }
  const built = program.calls.filter((call) => program.isOfDatabase(call, beginnings)).map((call) => ({ call, whole: wholeOf(call) }))
  // Its columns are objects of a table, so a condition means the same in every query: each choice is tried once.
  const tried = new Set<string>()
  const isSent = ({ whole }: { whole: ast.Node }) => ast.isAwaitExpression(whole.parent) || ast.isArrayLiteralExpression(whole.parent)
  // A query that is a part of others is checked with them, the rest by itself.
  for (const each of [...built.filter(isSent), ...built.toReversed()])
    if (!program.reached.has(each.call)) yield { call: each.call, all: () => textsOf(program, each.whole, tried) }
  for (const call of program.calls) {
    const [text, values] = call.arguments
    if (!text || !(ast.isStringLiteral(text) || ast.isNoSubstitutionTemplateLiteral(text)) || !program.isOfDriver(call)) continue
    const parameters = values && ast.isArrayLiteralExpression(values) ? [...values.elements] : []
    yield {
      call,
      all: () => [{ text: text.text, parameters, placeOf: (offset) => placeOf(text, text.text.slice(0, offset).split('\n').length - 1) }],
    }
  }
}

/** `db.select()` with all that is called on it. */
function wholeOf(call: ast.Node): ast.Node {
  const next = call.parent.parent
  return ast.isPropertyAccessExpression(call.parent) && ast.isCallExpression(next) && next.expression === call.parent ? wholeOf(next) : call
}

/** Why PostgreSQL refuses it, or what it says of it. Several statements in one text have no parameters and answer nothing. */
async function understand(client: pg.Client, { text, placeOf }: Statement): Promise<Description | string> {
  const several = text.split(';')
  const described = await describeText(client, text)
  if ('message' in described && described.message.startsWith('cannot insert multiple commands')) {
    for (const [place, part] of several.entries()) {
      const offset = several.slice(0, place).join(';').length + 1
      const one = await understand(client, { text: part, parameters: [], placeOf: (within) => placeOf(offset + within) })
      if (typeof one === 'string') return one
    }
    return { parameters: [], columns: [] }
  }
  // These are only looked at when they are carried out.
  if (!('message' in described) && /^\s*(lock|alter|analyze|set)\b/.test(text)) {
    await client.query('begin')
    const refusal = await client.query(text).then(
      () => null,
      ({ message }: Error) => `${placeOf(0)}: ${message}, in \`${text.trim()}\``,
    )
    await client.query('rollback')
    if (refusal) return refusal
  }
  if (!('message' in described)) return described
  const around = text
    .slice(Math.max(0, described.offset - 60), described.offset + 60)
    .replace(/^\S*\s|\s\S*$/g, '')
    .replace(/\s+/g, ' ')
  return `${placeOf(described.offset)}: ${described.message}, in \`${around.trim()}\``
}

interface PgType {
  name: string
  /** As pg_type has it: A an array, D a time, N a number, S a text. */
  category: string
}

async function typesOf(client: pg.Client): Promise<Map<number, PgType>> {
  const { rows } = await client.query<PgType & { oid: number }>('select oid, typname as name, typcategory as category from pg_type')
  return new Map(rows.map(({ oid, ...type }) => [oid, type]))
}

function* misfits(
  program: Program,
  types: Map<number, PgType>,
  call: ast.CallExpression,
  statement: Statement,
  { parameters, columns }: Description,
) {
  for (const [place, oid] of parameters.entries()) {
    const node = statement.parameters[place]
    const type = types.get(oid)
    if (!node || !type) continue
    const wrong = kindsOf(program, program.typeOf(node), true).filter((kind) => !fits(kind, type))
    if (wrong.length > 0) yield `${placeOf(node)}: \`${node.getText()}\` is ${wrong.join(' or ')}, and PostgreSQL takes ${type.name} there`
  }
  const [row] = call.typeArguments ?? []
  const named = new Map(row && program.isOfDatabase(call, new Set(['execute'])) ? program.propertiesOf(row) : [])
  if (!row || named.size === 0) return
  for (const { name, type: oid } of columns) {
    const type = types.get(oid) as PgType
    const property = named.get(name)
    if (!property && !/\*\s*(,|from)/.test(statement.text)) yield `${placeOf(row)}: the row type has no \`${name}\`, and the query answers it`
    const kinds = property ? kindsOf(program, property, false) : []
    const arrives = arrivesAs(oid, type)
    if (arrives !== null && kinds.some((kind) => kind !== arrives && kind !== 'anything'))
      yield `${placeOf(row)}: \`${name}\` of the row type is ${kinds.join(' or ')}, and ${type.name} arrives as ${arrives}`
  }
  for (const name of named.keys())
    if (!columns.some((column) => column.name === name)) yield `${placeOf(row)}: the row type has \`${name}\`, and the query does not answer it`
}

type Kind = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'list' | 'object' | 'anything'

/** Null aside. */
function kindsOf(program: Program, type: Type, isParameter: boolean): Kind[] {
  const kindOf = (member: Type): Kind[] => {
    const is = (flags: TypeFlags) => (member.flags & flags) !== 0
    if (is(TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) return []
    if (is(TypeFlags.StringLike)) return ['string']
    if (is(TypeFlags.NumberLike)) return ['number']
    if (is(TypeFlags.BigIntLike)) return ['bigint']
    if (is(TypeFlags.BooleanLike)) return ['boolean']
    if (member.isIntersectionType())
      return (member.getTypes() ?? [])
        .flatMap(kindOf)
        .filter((kind) => kind !== 'object')
        .slice(0, 1)
    if (!is(TypeFlags.Object)) return ['anything']
    if (member.getSymbol()?.name === 'Date') return ['Date']
    if (!program.isListType(member)) return ['object']
    // A list is a parameter for each of its elements.
    return isParameter && member.isTypeReference()
      ? program.checker.getTypeArguments(member).flatMap((each) => kindsOf(program, each, true))
      : ['list']
  }
  return [...new Set(membersOf(type).flatMap(kindOf))]
}

/** What pg may be given for a parameter of a type. */
function fits(kind: Kind, { name, category }: PgType): boolean {
  if (kind === 'string') return !['N', 'B'].includes(category) || name === 'numeric' || name === 'int8' || name.startsWith('reg')
  if (kind === 'number') return category === 'N'
  if (kind === 'bigint') return name === 'int8' || name === 'numeric'
  if (kind === 'boolean') return category === 'B'
  if (kind === 'Date') return category === 'D'
  return kind === 'object' && name.startsWith('json')
}

/** Null for anything. What drizzle has no reader for, times among them, stays text. */
function arrivesAs(oid: number, { name, category }: PgType): Kind | null {
  if (name.startsWith('json')) return null
  if (category === 'D' || category === 'T') return 'string'
  const sample = { N: '1', B: 't', A: '{}' }[category] ?? 'text'
  const read: unknown = pg.types.getTypeParser(oid, 'text')(sample)
  return Array.isArray(read) ? 'list' : (typeof read as Kind)
}
