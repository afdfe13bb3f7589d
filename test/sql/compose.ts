import * as drizzle from 'drizzle-orm'
import { drizzle as connect } from 'drizzle-orm/node-postgres'
import * as pgCore from 'drizzle-orm/pg-core'
import * as ast from 'typescript/unstable/ast'
import * as selecting from '#core/select-of.ts'
import * as schema from '#db/schema.ts'
import { fileOf, type Program, placeOf, remembered } from './program.ts'

/** A text that the program may send. */
export interface Statement {
  text: string
  /** The expressions behind $1, $2 and so on; none where drizzle knows the type. */
  parameters: (ast.Node | undefined)[]
  /** Where in the source a character of the text stands. */
  placeOf(offset: number): string
}

/** SQL that cannot be read out of the source. */
export class Unreadable extends Error {}

/** What only the running program knows. Written into SQL it is a parameter. */
class Unknown {
  readonly node: ast.Node
  constructor(node: ast.Node) {
    this.node = node
  }
}

/** A call, inside of which the parameters of the function mean what the call gave. */
interface Call {
  function: ast.Node
  given: (() => unknown)[]
  outer: Call | null
  key: string
}

const tables: Record<string, unknown> = schema
const library: Record<string, unknown> = { ...pgCore, ...drizzle }
/** What makes SQL of the shapes of rows. */
const makers: Record<string, unknown> = { ...selecting }
export const makerNames = new Set(Object.keys(makers))
const builtIn: Record<string, unknown> = { String, Object, Array }
const database = connect.mock() as unknown as Record<string, (...given: unknown[]) => unknown>
const dialect = new pgCore.PgDialect()
/** The calls of the database that begin a statement. */
export const beginnings = new Set(['select', 'selectDistinct', 'insert', 'update', 'delete', 'with'])

/**
 * The texts that an expression of SQL can become. Where the source chooses (`?:`, `&&`, several returns, several callers, any element), the first choices
 * make the first text, and each other choice makes one more.
 */
export function* textsOf(program: Program, what: ast.Node, seen = new Set<string>()): Generator<Statement> {
  const queue: Map<string, number>[] = [new Map()]
  for (let picks = queue.shift(); picks; picks = queue.shift()) {
    const reader = new Reader(program, picks)
    yield reader.statement(what)
    for (const [key, count] of reader.choices) {
      const [source = key] = key.split('>')
      if (seen.has(source)) continue
      seen.add(source)
      for (let other = 1; other < count; other++) queue.push(new Map([...picks, [key, other]]))
    }
  }
}

/** Works out an expression as far as the source tells. Drizzle itself puts SQL together; functions of the program are followed into what they return. */
class Reader {
  readonly choices = new Map<string, number>()
  readonly #known = new Map<string, unknown>()
  readonly #parameters: ast.Node[] = []
  readonly #parts: ast.Node[] = []
  readonly program: Program
  readonly picks: Map<string, number>
  #depth = 0
  #isConstant = false

  constructor(program: Program, picks: Map<string, number>) {
    this.program = program
    this.picks = picks
  }

  statement(what: ast.Node): Statement {
    const found = this.#embedded(what, null)
    const marked = dialect.sqlToQuery(typeof found === 'string' ? drizzle.sql.raw(found) : (found as drizzle.SQL).getSQL())
    const starts: { offset: number; part: ast.Node }[] = []
    let text = ''
    for (const [, number, rest = ''] of `\uE000-\uE001${marked.sql}`.matchAll(/\uE000(-|\d+)\uE001([^\uE000]*)/g)) {
      starts.push({ offset: text.length, part: this.#parts[Number(number)] ?? what })
      text += rest
    }
    return {
      text,
      parameters: marked.params.map((value) => {
        return drizzle.is(value, drizzle.Placeholder) ? this.#parameters[Number(value.name)] : undefined
      }),
      placeOf: (offset) => {
        const start = starts.findLast((each) => each.offset <= offset)
        return placeOf(start?.part ?? what, text.slice(start?.offset, offset).split('\n').length - 1)
      },
    }
  }

  #choose<T>(key: string, options: (() => T)[]): T {
    if (options.length > 1) this.choices.set(key, options.length)
    return (options[this.picks.get(key) ?? 0] as () => T)()
  }

  #keyOf = (node: ast.Node, call: Call | null) => `${fileOf(node)}:${node.pos}:${node.end}${call?.key ?? ''}`

  #parameter(node: ast.Node): unknown {
    return drizzle.sql.placeholder(String(this.#parameters.push(node) - 1))
  }

  /** As it stands in SQL: what is no SQL is a parameter, and a list of them is `($1, $2)`. */
  #embedded(node: ast.Node, call: Call | null): unknown {
    if (!this.program.isSql(node)) return this.program.isList(node) ? [this.#parameter(node), this.#parameter(node)] : this.#parameter(node)
    const value = this.value(node, call)
    if (value instanceof Unknown)
      throw new Unreadable(
        `${placeOf(node)}: the check of SQL cannot see what \`${node.getText()}\` can be: make it a constant, a function that returns sql\`\`, or a choice of them`,
      )
    return value
  }

  /** For drizzle's own functions. */
  #plain(value: unknown, deep = 2): unknown {
    // The values of an insert or an update: drizzle knows their types.
    if (value instanceof Unknown && this.program.isRecord(value.node))
      return Object.fromEntries(this.program.keysOf(value.node).map((key) => [key, drizzle.sql.placeholder(key)]))
    if (value instanceof Unknown)
      return this.program.isList(value.node) ? [this.#parameter(value.node), this.#parameter(value.node)] : this.#parameter(value.node)
    if (deep > 0 && Array.isArray(value)) return value.map((each) => this.#plain(each, deep - 1))
    if (deep > 0 && isPlain(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#plain(each, deep - 1)]))
    return value
  }

  value(node: ast.Node, call: Call | null): unknown {
    if (
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isNonNullExpression(node) ||
      ast.isSatisfiesExpression(node) ||
      ast.isAwaitExpression(node)
    )
      return this.value(node.expression, call)
    if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node)) return node.text
    if (ast.isNumericLiteral(node)) return Number(node.text)
    if (node.kind === ast.SyntaxKind.NullKeyword) return null
    if (node.kind === ast.SyntaxKind.TrueKeyword) return true
    if (node.kind === ast.SyntaxKind.FalseKeyword) return false
    if (ast.isIdentifier(node)) return node.text === 'undefined' ? undefined : this.#named(node, call)
    if (ast.isTaggedTemplateExpression(node)) return this.#template(node, call)
    if (ast.isTemplateExpression(node)) {
      const values = node.templateSpans.map((span) => this.value(span.expression, call))
      if (values.some((value) => value instanceof Unknown)) return new Unknown(node)
      return node.head.text + node.templateSpans.map((span, place) => `${values[place]}${span.literal.text}`).join('')
    }
    if (ast.isPropertyAccessExpression(node)) return this.#property(this.value(node.expression, call), node.name.getText(), node)
    if (ast.isElementAccessExpression(node)) return this.#property(this.value(node.expression, call), this.value(node.argumentExpression, call), node)
    if (ast.isConditionalExpression(node) && this.#isBeside(node)) return new Unknown(node)
    if (ast.isConditionalExpression(node))
      return this.#either(node.condition, node, call, [() => this.value(node.whenTrue, call), () => this.value(node.whenFalse, call)])
    if (ast.isBinaryExpression(node)) return this.#binary(node, call)
    if (ast.isArrayLiteralExpression(node)) return node.elements.flatMap((each) => this.#elements(each, call))
    if (ast.isObjectLiteralExpression(node)) return this.#object(node, call)
    if (ast.isArrowFunction(node) || ast.isFunctionExpression(node)) return this.#function(node, call)
    if (ast.isCallExpression(node)) return this.#called(node, call)
    return new Unknown(node)
  }

  /** A condition is only followed where it asks whether there is some SQL. */
  #either(condition: ast.Node, node: ast.Node, call: Call | null, [yes, no]: [() => unknown, () => unknown]): unknown {
    const known = this.#truth(condition, call)
    if (known !== undefined) return known ? yes() : no()
    return this.#choose(this.#keyOf(node, call), [yes, no])
  }

  #truth(condition: ast.Node, call: Call | null): boolean | undefined {
    if (ast.isBinaryExpression(condition) && condition.operatorToken.kind === ast.SyntaxKind.AmpersandAmpersandToken) {
      const sides = [this.#truth(condition.left, call), this.#truth(condition.right, call)]
      return sides.includes(false) ? false : sides.includes(undefined) ? undefined : true
    }
    if (!this.program.isSql(condition)) return undefined
    const value = this.value(condition, call)
    return value instanceof Unknown ? undefined : Boolean(value)
  }

  #binary(node: ast.BinaryExpression, call: Call | null): unknown {
    const left = () => this.value(node.left, call)
    const right = () => this.value(node.right, call)
    if (node.operatorToken.kind === ast.SyntaxKind.AmpersandAmpersandToken) return this.#either(node.left, node, call, [right, () => undefined])
    if (node.operatorToken.kind === ast.SyntaxKind.QuestionQuestionToken || node.operatorToken.kind === ast.SyntaxKind.BarBarToken) {
      const first = left()
      if (!(first instanceof Unknown)) return first ?? right()
      return this.program.isSql(node) && !this.program.isSql(node.left) ? right() : new Unknown(node)
    }
    if (node.operatorToken.kind === ast.SyntaxKind.AsteriskToken) {
      const [one, other] = [left(), right()]
      if (typeof one === 'number' && typeof other === 'number') return one * other
    }
    return new Unknown(node)
  }

  #template(node: ast.TaggedTemplateExpression, call: Call | null): unknown {
    if (this.value(node.tag, call) !== drizzle.sql) return new Unknown(node)
    this.program.reached.add(node)
    const { template } = node
    const spans = ast.isTemplateExpression(template) ? [...template.templateSpans] : []
    const parts = ast.isTemplateExpression(template) ? [template.head, ...spans.map((span) => span.literal)] : [template]
    const strings = parts.map((part) => `\uE000${this.#parts.push(part) - 1}\uE001${part.text}`)
    return drizzle.sql(Object.assign(strings, { raw: strings }), ...spans.map((span) => this.#embedded(span.expression, call)))
  }

  #elements(node: ast.Node, call: Call | null): unknown[] {
    if (!ast.isSpreadElement(node)) return [this.value(node, call)]
    const many = this.value(node.expression, call)
    return Array.isArray(many) ? many : [new Unknown(node)]
  }

  #object(node: ast.ObjectLiteralExpression, call: Call | null): unknown {
    const object: Record<string, unknown> = {}
    for (const each of node.properties) {
      const key = ast.isSpreadAssignment(each) ? undefined : each.name
      const name = key && (ast.isIdentifier(key) || ast.isStringLiteral(key)) ? key.text : ''
      const define = (get: () => unknown) => Object.defineProperty(object, name, { get, enumerable: true, configurable: true })
      if (ast.isPropertyAssignment(each) && name) define(() => this.value(each.initializer, call))
      else if (ast.isShorthandPropertyAssignment(each)) define(() => this.#named(each.name as ast.Identifier, call))
      else if (ast.isSpreadAssignment(each)) {
        const more = this.value(each.expression, call)
        if (!isPlain(more)) return new Unknown(node)
        Object.defineProperties(object, Object.getOwnPropertyDescriptors(more))
      } else return new Unknown(node)
    }
    return object
  }

  #property(of: unknown, key: unknown, node: ast.Node): unknown {
    if (of === undefined || of === null) return undefined
    if (of instanceof Unknown) return this.#propertyOfSome(String(key), node)
    if (!(key instanceof Unknown)) return (of as Record<string, unknown>)[key as string]
    if (typeof of !== 'object') return new Unknown(node)
    return this.#choose(
      `any of ${this.#keyOf(node, null)}`,
      Object.keys(of).map((each) => () => (of as Record<string, unknown>)[each]),
    )
  }

  /** SQL in an object that is not known, such as `ctx.now`: what any object of the program has under that name. */
  #propertyOfSome(name: string, node: ast.Node): unknown {
    if (!this.program.isSql(node)) return new Unknown(node)
    const some = this.program.propertiesCalled(name).filter((each) => this.program.isSql(each))
    const none = this.program.isOptional(node) ? [() => undefined] : []
    return this.#choose(`property ${name}`, [
      ...some.map((each) => () => this.value(each, null)),
      ...none,
      ...(some.length === 0 ? [() => new Unknown(node)] : []),
    ])
  }

  #named(name: ast.Identifier, call: Call | null): unknown {
    const declaration = this.program.declarationOf(name)
    if (!declaration) return new Unknown(name)
    const file = fileOf(declaration)
    if (file.includes('node_modules/drizzle-orm/')) return library[(declaration as unknown as { name: ast.Identifier }).name.text]
    if (file === 'src/db/schema.ts' && ast.isVariableDeclaration(declaration) && declaration.name.getText() in tables)
      return tables[declaration.name.getText()]
    if (file === 'src/core/select-of.ts') return makers[name.text]
    if (this.program.shapes.has(declaration)) return this.program.shapes.get(declaration)
    if (!this.program.isOurs(declaration)) return builtIn[name.text] ?? new Unknown(name)
    return this.#declared(declaration, call, name)
  }

  #declared(declaration: ast.Node, from: Call | null, name: ast.Node): unknown {
    let call = from
    while (call && !isInside(declaration, call.function)) call = call.outer
    return remembered(this.#known, `${this.#isConstant} ${this.#keyOf(declaration, call)}`, () => {
      if (ast.isFunctionDeclaration(declaration)) return this.#function(declaration, call)
      if (ast.isParameterDeclaration(declaration)) return this.#given(declaration, call)
      if (ast.isBindingElement(declaration)) return this.#bound(declaration, call, name)
      if (!ast.isVariableDeclaration(declaration)) return new Unknown(name)
      const loop = declaration.parent.parent
      if (ast.isForOfStatement(loop)) return this.#any(this.value(loop.expression, call), loop, call)
      const assigned = this.program.assignedTo(declaration)
      const options = [...(declaration.initializer ? [declaration.initializer] : []), ...assigned]
      if (options.length === 0) return new Unknown(name)
      const value = this.#choose(
        this.#keyOf(declaration, call),
        options.map((each) => () => this.value(each, call)),
      )
      return Array.isArray(value) ? [...value, ...this.program.pushedTo(declaration).flatMap((each) => this.#elements(each, call))] : value
    })
  }

  /** Nothing to do with SQL: there is no end to what a program works out. */
  #isBeside = (node: ast.Node) => !this.#isConstant && !this.program.holdsSql(node)

  #any(list: unknown, node: ast.Node, call: Call | null): unknown {
    if (!Array.isArray(list) || list.length === 0) return new Unknown(node)
    return this.#choose(
      `one of ${this.#keyOf(node, call)}`,
      list.map((each) => () => each),
    )
  }

  #bound(element: ast.BindingElement, call: Call | null, name: ast.Node): unknown {
    const pattern = element.parent
    const whole = this.#declared(pattern.parent, call, name)
    if (element.dotDotDotToken) return new Unknown(name)
    const key = ast.isArrayBindingPattern(pattern) ? pattern.elements.indexOf(element) : (element.propertyName ?? element.name)?.getText()
    const value = this.#property(whole, key, name)
    return value === undefined && element.initializer ? this.value(element.initializer, call) : value
  }

  /** What the call gave; where the call is not known, what any call of the function gives. */
  #given(parameter: ast.ParameterDeclaration, call: Call | null): unknown {
    const of = parameter.parent as ast.FunctionDeclaration
    const place = of.parameters.indexOf(parameter)
    const orDefault = (value: unknown) => (value === undefined && parameter.initializer ? this.value(parameter.initializer, call) : value)
    if (this.#isBeside(parameter.name ?? parameter)) return new Unknown(parameter)
    if (call?.function === of) return orDefault(call.given[place]?.())
    if (!this.#isConstant && !this.program.isSql(parameter.name ?? parameter)) return new Unknown(parameter)
    const calls = this.program.callsOf(of)
    if (calls.length === 0) return new Unknown(parameter)
    return this.#choose(
      `parameter ${this.#keyOf(parameter, null)}`,
      calls.map(
        ({ arguments: given }) =>
          () =>
            orDefault(given[place] && this.value(given[place], null)),
      ),
    )
  }

  #function(node: ast.FunctionDeclaration | ast.ArrowFunction | ast.FunctionExpression, outer: Call | null) {
    return Object.assign(
      (...given: unknown[]) => this.#result(node, { function: node, given: given.map((each) => () => each), outer, key: outer?.key ?? '' }),
      {
        lazily: (given: (() => unknown)[], at: ast.Node) =>
          this.#result(node, { function: node, given, outer, key: `${outer?.key ?? ''}>${fileOf(at)}:${at.pos}` }),
      },
    )
  }

  #result(node: ast.FunctionDeclaration | ast.ArrowFunction | ast.FunctionExpression, call: Call): unknown {
    if (!node.body || this.#depth > 20) return new Unknown(node)
    this.#depth++
    try {
      if (!ast.isBlock(node.body)) return this.value(node.body, call)
      const returns = this.program.returnsOf(node.body)
      if (returns.length === 0) return undefined
      return this.#choose(
        this.#keyOf(node, call),
        returns.map((each) => () => each.expression && this.value(each.expression, call)),
      )
    } finally {
      this.#depth--
    }
  }

  #called(node: ast.CallExpression, call: Call | null): unknown {
    const callee = node.expression
    if (this.program.isOfDatabase(node, beginnings)) {
      this.program.reached.add(node)
      return database[(callee as ast.PropertyAccessExpression).name.getText()]?.(...this.#arguments(node, call))
    }
    const self = ast.isPropertyAccessExpression(callee) ? this.value(callee.expression, call) : undefined
    const name = ast.isPropertyAccessExpression(callee) ? callee.name.getText() : ''
    if (name === 'filter' && Array.isArray(self)) return self.filter((each) => each !== undefined && each !== null)
    if (name === 'map' || name === 'flatMap') {
      const list = self instanceof Unknown ? this.#choose(`length of ${this.#keyOf(node, call)}`, [() => [self, self], () => [self]]) : self
      const work = this.value(node.arguments[0] as ast.Node, call)
      if (!Array.isArray(list) || typeof work !== 'function') return new Unknown(node)
      const results = list.map((each: unknown, place) => work(each, place))
      return name === 'flatMap' ? results.flat() : results
    }
    const work = ast.isPropertyAccessExpression(callee) ? this.#property(self, name, callee) : this.value(callee, call)
    if (typeof work !== 'function' || (this.#isBeside(node) && !isShape(self))) return new Unknown(node)
    if ('lazily' in work && typeof work.lazily === 'function') return work.lazily(this.#thunks(node, call), node)
    if (self === drizzle.sql && (name === 'raw' || name === 'identifier')) return work.call(self, this.#constant(node.arguments[0] as ast.Node, call))
    const given = node.arguments.flatMap((each) => this.#elements(each, call))
    if (Object.values(makers).includes(work) && given[0] instanceof Unknown)
      throw new Unreadable(
        `${placeOf(node)}: the check of SQL cannot see the shape \`${node.arguments[0]?.getText()}\`: export it from its file, or make it there of one that is exported`,
      )
    const isNative = typeof self === 'string' || Array.isArray(self) || Object.values(builtIn).some((each) => each === work || each === self)
    if (isNative) return given.some((each) => each instanceof Unknown) ? new Unknown(node) : work.apply(self, given)
    return work.apply(
      self,
      given.map((each) => this.#plain(each)),
    )
  }

  #arguments = (node: ast.CallExpression, call: Call | null) =>
    node.arguments.flatMap((each) => this.#elements(each, call)).map((each) => this.#plain(each))

  #thunks(node: ast.CallExpression, call: Call | null): (() => unknown)[] {
    return node.arguments.flatMap((each) =>
      ast.isSpreadElement(each) ? this.#elements(each, call).map((value) => () => value) : [() => this.value(each, call)],
    )
  }

  /** Text that stands in SQL as it is: the source must have all there can be. */
  #constant(node: ast.Node, call: Call | null): unknown {
    this.#isConstant = true
    const value = this.value(node, call)
    this.#isConstant = false
    if (!(value instanceof Unknown)) return String(value)
    const literals = this.program.literalsOf(node)
    if (literals.length > 0)
      return this.#choose(
        this.#keyOf(node, call),
        literals.map((each) => () => each),
      )
    throw new Unreadable(
      `${placeOf(node)}: the check of SQL cannot see what the text \`${node.getText()}\` can be: its type has to name each, as 'orders' | 'products' does`,
    )
  }
}

const isShape = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isInside(node: ast.Node, outer: ast.Node): boolean {
  for (let each: ast.Node | undefined = node; each; each = each.parent) if (each === outer) return true
  return false
}
