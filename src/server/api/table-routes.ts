import type { z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import type { ProblemCode } from '#domain/problem.ts'
import type { UseCase } from '#domain/roles.ts'
import { addList, addRoute, type List } from '#server/api/add-route.ts'
import { type Api, pathId } from '#server/declare.ts'
import { everybody, staff } from '#server/permissions.ts'

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
  /** Everybody reads; who may write. */
  writes: UseCase
  list?: Omit<List<Row, Query>, 'row' | 'who' | 'tag'>
  get?: Operation<(ctx: Context, id: string) => Promise<z.infer<Row>>>
  create: Writing<(ctx: Context, sent: unknown, key?: string) => Promise<z.infer<Row>>>
  change: Writing<(ctx: Context, id: string, sent: unknown) => Promise<z.infer<Row>>>
  remove: Operation<(ctx: Context, id: string, query: unknown) => Promise<unknown>> & { query?: z.ZodRawShape }
}

/** The operations of a table that visitors read and admins write. */
export function addTable<Row extends z.ZodObject, Query extends z.ZodRawShape>(api: Api, table: Table<Row, Query>) {
  const { path, tag, row, name, noun, notFound, writes, key = pathId(noun), list, get, create, change, remove } = table
  const one = `${path}/{${Object.keys(key.shape)[0]}}`
  const who = staff(writes)
  if (list) addList(api, path, { ...list, who: everybody, tag, row })
  if (get) {
    addRoute(api, `GET ${one}`, {
      ...{ ...get, who: everybody, name: `get${name}`, tag, params: key, answer: row, said: `The ${noun}`, problems: [notFound] },
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
