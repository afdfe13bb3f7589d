import * as ast from 'typescript/unstable/ast'
import { API, SignatureKind, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/**
 * Their SQL is made of columns that are data: PostgreSQL prepares the statements of each resource in src/core/resource-sql.test.ts, and what is made of the
 * shapes of rows is worked out by calling the functions that make it.
 */
const generated = ['/src/core/resource.ts', '/src/core/resource-sql.ts', '/src/core/select-of.ts']

/** The program as the compiler reads it, without its tests: where a name is declared, who calls what, and which types there are. */
export class Program {
  /** Fragments and builder calls that some statement has. */
  readonly reached = new Set<ast.Node>()
  /** The values of what the shapes of rows are made of. */
  readonly shapes = new Map<ast.Node, unknown>()
  readonly calls: ast.CallExpression[]
  readonly fragments: ast.TaggedTemplateExpression[]
  readonly #api = new API()
  readonly #project
  readonly #nodes: ast.Node[]
  readonly #types = new Map<ast.Node, Type>()
  readonly #declarations = new Map<ast.Node, ast.Node | undefined>()
  readonly #returns = new Map<ast.Node, ast.ReturnStatement[]>()
  readonly #holders = new Map<string, boolean>()
  readonly #lists = new Map<number, boolean>()
  readonly #having = new Map<string, boolean>()
  readonly #aliased = new Map<number, ast.Node | undefined>()
  readonly #callsByName: Map<string, ast.CallExpression[]>
  readonly #properties: Map<string, ast.Node[]>

  constructor(config: string) {
    const project = this.#api.updateSnapshot({ openProject: config }).getProjects()[0]
    if (!project) throw new Error(`${config} opens no project`)
    this.#project = project
    const files = project.program
      .getSourceFileNames()
      .filter((name) => isOurs(name) && !name.endsWith('.d.ts') && !generated.some((each) => name.endsWith(each)))
      .map((name) => project.program.getSourceFile(name) as ast.SourceFile)
    this.#nodes = files.flatMap((file) => [...walk(file)])
    this.calls = this.#nodes.filter(ast.isCallExpression)
    this.fragments = this.#nodes.filter(ast.isTaggedTemplateExpression).filter((node) => node.tag.getText() === 'sql' && fileOf(node) !== tablesFile)
    this.#callsByName = Map.groupBy(this.calls, (call) => nameOfCallee(call).getText())
    this.#properties = Map.groupBy(
      this.#nodes.filter((node) => ast.isPropertyAssignment(node) || ast.isShorthandPropertyAssignment(node)),
      (node) => (node.name as ast.Identifier).text,
    )
    // One question for all the values in SQL, because each question is a round trip to the compiler.
    const values = this.fragments.flatMap(({ template }) =>
      ast.isTemplateExpression(template) ? template.templateSpans.map((span) => span.expression) : [],
    )
    const types = project.checker.getTypeAtLocation(values)
    for (const [place, node] of values.entries()) if (types[place]) this.#types.set(node, types[place])
  }

  get checker() {
    return this.#project.checker
  }

  close = () => this.#api.close()

  typeOf(node: ast.Node): Type {
    return remembered(this.#types, node, () => this.checker.getTypeAtLocation(node) ?? this.checker.getAnyType())
  }

  /** Of the shapes of rows that SQL is made of, and what those are made of: what the program's own modules export. */
  async loadShapes(makers: Set<string>): Promise<void> {
    const parts = this.calls.filter((call) => makers.has(nameOfCallee(call).getText())).flatMap((call) => call.arguments[0] ?? [])
    for (const part of parts)
      for (const name of [...walk(part)].filter(ast.isIdentifier)) {
        const declaration = this.declarationOf(name)
        if (!declaration || !ast.isVariableDeclaration(declaration) || !this.isOurs(declaration) || this.shapes.has(declaration)) continue
        const exported = await import(/* @vite-ignore */ `${here}${fileOf(declaration)}`)
        const isExported = declaration.name.getText() in exported
        if (isExported) this.shapes.set(declaration, exported[declaration.name.getText()])
        else if (declaration.initializer) parts.push(declaration.initializer)
      }
  }

  /** Whether it may be SQL, a table, a column or a query. */
  isSql(node: ast.Node): boolean {
    return this.#some(node, (type) => this.#isSqlType(type))
  }

  #isSqlType(type: Type): boolean {
    if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return false
    return this.#has(type, 'getSQL') || this.#has(type, '$inferSelect')
  }

  /** Whether there may be SQL in it: in a list, behind a promise, as a property, or as what a function returns. */
  holdsSql(node: ast.Node): boolean {
    return this.#holdsSql(this.typeOf(node), 3)
  }

  #holdsSql(type: Type, deep: number): boolean {
    return remembered(this.#holders, `${type.id} ${deep}`, () => {
      if (this.#isSqlType(type)) return true
      if (deep === 0) return false
      if (type.isUnionType() || type.isIntersectionType()) return (type.getTypes() ?? []).some((each) => this.#holdsSql(each, deep))
      if ((type.flags & TypeFlags.Object) === 0) return false
      if (type.isTypeReference() && this.checker.getTypeArguments(type).some((each) => this.#holdsSql(each, deep))) return true
      const declaration = type.getSymbol()?.declarations[0]
      if (declaration?.path.includes('/node_modules/drizzle-orm/')) return true
      if (!declaration || !isOurs(declaration.path)) return false
      const results = this.checker.getSignaturesOfType(type, SignatureKind.Call).map((each) => this.checker.getReturnTypeOfSignature(each))
      return [...results, ...this.checker.getTypeOfSymbol(this.checker.getPropertiesOfType(type))].some(
        (each) => each && this.#holdsSql(each, deep - 1),
      )
    })
  }

  isOptional(node: ast.Node): boolean {
    return this.#some(node, (type) => (type.flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0)
  }

  #has(type: Type, property: string): boolean {
    return remembered(this.#having, `${type.id} ${property}`, () => this.checker.getPropertyOfType(type, property) !== undefined)
  }

  isList(node: ast.Node): boolean {
    return this.#some(node, (type) => this.isListType(type))
  }

  isListType(type: Type): boolean {
    return (type.flags & TypeFlags.Object) !== 0 && remembered(this.#lists, type.id, () => this.checker.isArrayLikeType(type))
  }

  isRecord(node: ast.Node): boolean {
    return this.#some(
      node,
      (type) => (type.flags & TypeFlags.Object) !== 0 && isOurs(type.getSymbol()?.declarations[0]?.path ?? '') && !this.#isSqlType(type),
    )
  }

  keysOf(node: ast.Node): string[] {
    return this.checker.getPropertiesOfType(this.typeOf(node)).map(({ name }) => name)
  }

  #some(node: ast.Node, is: (type: Type) => boolean): boolean {
    return membersOf(this.typeOf(node)).some(is)
  }

  literalsOf(node: ast.Node): string[] {
    const members = membersOf(this.typeOf(node))
    return members.every((type) => type.isStringLiteralType()) ? members.map((type) => String(type.isStringLiteralType() && type.value)) : []
  }

  isOurs = (node: ast.Node) => isOurs(node.getSourceFile().fileName)

  declarationOf(name: ast.Node): ast.Node | undefined {
    return remembered(this.#declarations, name, () => {
      const isShort = ast.isShorthandPropertyAssignment(name.parent)
      const symbol = isShort ? this.checker.getShorthandAssignmentValueSymbol(name.parent) : this.checker.getSymbolAtLocation(name)
      return (
        symbol &&
        remembered(this.#aliased, symbol.id, () => {
          const target = symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
          return (target.valueDeclaration ?? target.declarations[0])?.resolve()
        })
      )
    })
  }

  /** Whether it is a call of the database, or of a transaction, by one of these names. */
  isOfDatabase(call: ast.CallExpression, names: Set<string>): boolean {
    const callee = call.expression
    if (!ast.isPropertyAccessExpression(callee) || !names.has(callee.name.getText())) return false
    return this.#has(this.typeOf(callee.expression), 'transaction')
  }

  /** Whether it is a query of a connection of pg. */
  isOfDriver({ expression: callee }: ast.CallExpression): boolean {
    if (!ast.isPropertyAccessExpression(callee) || callee.name.getText() !== 'query') return false
    return this.#has(this.typeOf(callee.expression), 'escapeIdentifier')
  }

  /** The names and types of what a type has. */
  propertiesOf(node: ast.Node): [string, Type][] {
    const properties = this.checker.getPropertiesOfType(this.checker.getTypeFromTypeNode(node as ast.TypeNode) ?? this.checker.getAnyType())
    const types = this.checker.getTypeOfSymbol(properties)
    return properties.map(({ name }, place) => [name, types[place] ?? this.checker.getAnyType()])
  }

  callsOf(of: ast.Node): ast.CallExpression[] {
    const declaration = ast.isFunctionDeclaration(of) ? of : of.parent
    const name = ast.isFunctionDeclaration(declaration) || ast.isVariableDeclaration(declaration) ? declaration.name?.getText() : undefined
    return (this.#callsByName.get(name ?? '') ?? []).filter((call) => this.declarationOf(nameOfCallee(call)) === declaration)
  }

  propertiesCalled(name: string): ast.Node[] {
    return (this.#properties.get(name) ?? []).map((each) =>
      ast.isPropertyAssignment(each) ? each.initializer : (each as ast.ShorthandPropertyAssignment).name,
    )
  }

  /** What a `let` becomes besides what it begins as. */
  assignedTo(declaration: ast.VariableDeclaration): ast.Node[] {
    if (ast.isVariableDeclarationList(declaration.parent) && declaration.parent.flags & ast.NodeFlags.Const) return []
    return [...walk(scopeOf(declaration))]
      .filter(ast.isBinaryExpression)
      .filter((node) => node.operatorToken.kind === ast.SyntaxKind.EqualsToken && this.#isNameOf(node.left, declaration))
      .map((node) => node.right)
  }

  pushedTo(declaration: ast.VariableDeclaration): ast.Node[] {
    return (this.#callsByName.get('push') ?? [])
      .filter(({ expression: callee }) => ast.isPropertyAccessExpression(callee) && this.#isNameOf(callee.expression, declaration))
      .flatMap((call) => [...call.arguments])
  }

  #isNameOf = (node: ast.Node, declaration: ast.VariableDeclaration) =>
    ast.isIdentifier(node) && node.text === declaration.name?.getText() && this.declarationOf(node) === declaration

  /** The last first: the ones before it are the ways out. */
  returnsOf(body: ast.Node): ast.ReturnStatement[] {
    return remembered(this.#returns, body, () => [...walk(body, isFunction)].filter(ast.isReturnStatement).reverse())
  }
}

const isFunction = (node: ast.Node) =>
  ast.isArrowFunction(node) || ast.isFunctionExpression(node) || ast.isFunctionDeclaration(node) || ast.isMethodDeclaration(node)
const nameOfCallee = ({ expression }: ast.CallExpression) => (ast.isPropertyAccessExpression(expression) ? expression.name : expression)

function scopeOf(node: ast.Node): ast.Node {
  return ast.isSourceFile(node) || isFunction(node) ? node : scopeOf(node.parent)
}

export function* walk(node: ast.Node, isLeaf: (node: ast.Node) => boolean = () => false): Generator<ast.Node> {
  yield node
  const children: ast.Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) if (!isLeaf(child)) yield* walk(child, isLeaf)
}

export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  if (!known.has(key)) known.set(key, find())
  return known.get(key) as Value
}

/** What is computed there is compared with the migrated tables (src/db/schema.test.ts), and sent nowhere. */
const tablesFile = 'src/db/schema.ts'
const here = `${process.cwd().replaceAll('\\', '/')}/`
const pathOf = (file: string) => (file.startsWith(here) ? file.slice(here.length) : file)
const isOurs = (file: string) => /^(src|seed|bench|packages\/vault\/src)\//.test(pathOf(file))

export const fileOf = (node: ast.Node) => pathOf(node.getSourceFile().fileName)

/** `src/db/process-lock.ts:12` */
export function placeOf(node: ast.Node, linesBelow = 0): string {
  return `${fileOf(node)}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1 + linesBelow}`
}

const members = new Map<number, readonly Type[]>()
export function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? remembered(members, type.id, () => type.getTypes() ?? []) : [type]
}
