import { z } from '@hono/zod-openapi'
import type { ProblemCode } from '#domain/problem.ts'
import type { UseCase } from '#domain/roles.ts'
import type { Context } from '#features/context.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  jsonBody,
  jsonResponse,
  noContent,
  onceHeaders,
  pagesOf,
  pathId,
  refusals,
  withBody,
} from '#server/declare.ts'
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
  list?: Operation<(ctx: Context, query: z.infer<z.ZodObject<Query>>) => Promise<{ data: z.infer<Row>[]; next: string | null }>> & {
    /** The name of the operation. */
    name: string
    query: Query
  }
  get?: Operation<(ctx: Context, id: string) => Promise<z.infer<Row>>>
  create: Writing<(ctx: Context, sent: unknown, key?: string) => Promise<z.infer<Row>>>
  change: Writing<(ctx: Context, id: string, sent: unknown) => Promise<z.infer<Row>>>
  remove: Operation<(ctx: Context, id: string, query: unknown) => Promise<unknown>> & { query?: z.ZodRawShape }
}

/** The operations of a table that visitors read and admins write. */
export function addTable<Row extends z.ZodObject, Query extends z.ZodRawShape>(api: Api, table: Table<Row, Query>) {
  const { path, row, name, noun, notFound, writes, key = pathId(noun), list, get, create, change, remove } = table
  const of = ({ summary, description }: { summary: string; description?: string }) => ({
    tags: [table.tag],
    summary,
    ...(description && { description }),
  })
  const one = `${path}/{${Object.keys(key.shape)[0]}}`
  const idOf = (params: object) => Object.values(params)[0] as string
  const ofWrite: ProblemCode[] = [...withBody, ...adminRefusals]
  const who = staff(writes)
  if (list) {
    const route = createRoute({
      method: 'get',
      path,
      who: everybody,
      operationId: list.name,
      ...of(list),
      request: { query: z.strictObject(list.query) },
      responses: pagesOf(row),
    })
    api.openapi(route, async (c) => c.json(await list.verb(c.var.ctx, c.req.valid('query') as never), 200) as never)
  }
  if (get) {
    const responses = { 200: jsonResponse(row, `The ${noun}`), ...refusals(notFound) }
    const route = createRoute({
      method: 'get',
      path: one,
      who: everybody,
      operationId: `get${name}`,
      ...of(get),
      request: { params: key },
      responses,
    })
    api.openapi(route, async (c) => c.json(await get.verb(c.var.ctx, idOf(c.req.valid('param'))), 200) as never)
  }
  const creating = createRoute({
    ...{ method: 'post', path, who, operationId: `create${name}`, ...of(create) },
    request: { headers: onceHeaders, body: jsonBody(create.input, create.example) },
    responses: { 201: jsonResponse(row, `The ${noun}`), ...refusals(...ofWrite, 'made_already', ...(create.problems ?? [])) },
  })
  const changing = createRoute({
    ...{ method: 'patch', path: one, who, operationId: `update${name}`, ...of(change) },
    request: { params: key, body: jsonBody(change.input, change.example) },
    responses: { 200: jsonResponse(row, `The ${noun} as it is now`), ...refusals(...ofWrite, notFound, ...(change.problems ?? [])) },
  })
  const removing = createRoute({
    ...{ method: 'delete', path: one, who, operationId: `delete${name}`, ...of(remove) },
    request: { params: key, ...(remove.query && { query: z.strictObject(remove.query) }) },
    responses: {
      204: noContent,
      ...refusals(
        'cross_site',
        ...adminRefusals,
        notFound,
        ...(remove.query ? (['unknown_filter', 'bad_input'] as const) : []),
        ...(remove.problems ?? []),
      ),
    },
  })
  api.openapi(
    creating,
    async (c) => c.json(await create.verb(c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key']), 201) as never,
  )
  api.openapi(changing, async (c) => c.json(await change.verb(c.var.ctx, idOf(c.req.valid('param')), c.req.valid('json')), 200) as never)
  api.openapi(removing, async (c) => {
    await remove.verb(c.var.ctx, idOf(c.req.valid('param')), remove.query ? c.req.valid('query' as never) : undefined)
    return c.body(null, 204)
  })
}
