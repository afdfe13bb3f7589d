import { z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import type { Resource } from '#core/resource.ts'
import type { Columns } from '#domain/columns.ts'
import type { ProblemCode } from '#domain/problem.ts'
import type { UseCase } from '#domain/roles.ts'
import { addList, addRoute, type List } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, pathId, searchParameters } from '#server/api/declare.ts'
import { everybody, type Permission, staff } from '#server/permissions.ts'

/** What the document says of an operation; `example` is a body. */
interface Said {
  summary?: string
  description?: string
}

interface Document {
  path: string
  tag: string
  /** Of its row in the document, and in the names of its operations: `Holiday`, `createHoliday`. */
  name: string
  /** What the document calls a row, where that is not what the audit log calls it. */
  noun?: string
  row: object
  /** The parameter of the path, where that is no id. */
  key?: z.ZodObject
  list: Said & { name: string; summary: string }
  /** One row, where visitors may ask for it. */
  get?: Said
  create: Said & { example: object }
  change: Said & { example: object }
  remove: Said
}

const itsId = z.object({ id: z.string().openapi({ description: 'Its id', example: exampleId }) })
/** Further problems of a write that may fetch a file from another site. */
export const fetching: ProblemCode[] = ['too_many', 'storage_full', 'storage_failed']

/** The operations of a noun (core/resource.ts). */
export function addResource<Of extends Columns, Key extends string, Shape extends z.ZodObject>(
  api: Api,
  resource: Resource<Of, Key, Shape>,
  { row, list, get, create, change, remove, ...document }: Document,
) {
  const { one, notFound, writes, isPublic, pages, columns, shownBy } = resource.noun
  const flag = flagFilter.openapi({ description: 'What is off is there for admins alone' })
  const filters = (pages?.filters ?? []).map((name) => [name, name === shownBy ? flag : (resource.row.shape[name] as z.ZodType).optional()])
  const query = { ...(pages?.search && searchParameters(`In the ${pages.search}`)), ...Object.fromEntries(filters) }
  const a = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`
  const problems = Object.values(columns).some(({ type }) => type === 'file') ? fetching : []
  addTable(api, {
    ...{ notFound, writes, readers: isPublic ? everybody : staff(writes), noun: one, key: itsId, ...document },
    row: namedSchema(document.name, resource.row as z.ZodObject, row as never),
    list: { ...list, query, ...((pages ? { list: resource.list } : { all: resource.all }) as object) },
    ...(get && { get: { summary: `One ${one}`, ...get, verb: resource.get as never } }),
    create: { summary: `Add ${a}`, ...create, input: resource.input, verb: resource.create as never, problems },
    change: { summary: `Change ${a}`, ...change, input: resource.changes, verb: resource.change as never, problems },
    remove: { summary: `Delete ${a}`, ...remove, verb: resource.remove },
  })
}

interface Operation<Verb> {
  summary: string
  description?: string
  verb: Verb
  /** Besides those that every such operation has. */
  problems?: ProblemCode[]
}

interface Writing<Verb> extends Operation<Verb> {
  input: z.ZodType
  example: object
}

interface Table<Row extends z.ZodObject, Query extends z.ZodRawShape> {
  path: string
  tag: string
  /** In the names of its operations, such as `createAd`. */
  name: string
  noun: string
  /** The parameter of the path; a UUID by default. */
  key?: z.ZodObject
  row: Row
  notFound: ProblemCode
  writes: UseCase
  /** Who reads it. */
  readers: Permission
  list?: Omit<List<Row, Query>, 'row' | 'who' | 'tag'>
  get?: Operation<(ctx: Context, id: string) => Promise<z.infer<Row>>>
  create: Writing<(ctx: Context, sent: unknown, key?: string) => Promise<z.infer<Row>>>
  change: Writing<(ctx: Context, id: string, sent: unknown) => Promise<z.infer<Row>>>
  remove: Operation<(ctx: Context, id: string, query: unknown) => Promise<unknown>> & { query?: z.ZodRawShape }
}

/** The operations of a table that admins write. */
export function addTable<Row extends z.ZodObject, Query extends z.ZodRawShape>(api: Api, table: Table<Row, Query>) {
  const { path, tag, row, name, noun, notFound, writes, readers, key = pathId(noun), list, get, create, change, remove } = table
  const one = `${path}/{${Object.keys(key.shape)[0]}}`
  const who = staff(writes)
  if (list) addList(api, path, { ...list, who: readers, tag, row })
  if (get) {
    addRoute(api, `GET ${one}`, {
      ...{ ...get, who: readers, name: `get${name}`, tag, params: key, answer: row, said: `The ${noun}`, problems: [notFound] },
      run: ({ ctx, id }) => get.verb(ctx, id) as never,
    })
  }
  addRoute(api, `POST ${path}`, {
    ...{ ...create, who, name: `create${name}`, tag, isOnce: true, body: create.input, answer: row, said: `The ${noun}`, status: 201 },
    problems: ['made_already', ...(create.problems ?? [])],
    run: ({ ctx, body, key: formKey }) => create.verb(ctx, body, formKey) as never,
  })
  addRoute(api, `PATCH ${one}`, {
    ...{ ...change, who, name: `update${name}`, tag, params: key, body: change.input, answer: row, said: `The ${noun} as it is now` },
    problems: [notFound, ...(change.problems ?? [])],
    run: ({ ctx, id, body }) => change.verb(ctx, id, body) as never,
  })
  addRoute(api, `DELETE ${one}`, {
    ...{ ...remove, who, name: `delete${name}`, tag, params: key, problems: [notFound, ...(remove.problems ?? [])] },
    run: ({ ctx, id, query }) => remove.verb(ctx, id, query),
  })
}
