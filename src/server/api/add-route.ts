import { z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import type { Context } from '#core/context.ts'
import { type Page, pageOfWhole } from '#core/page-of.ts'
import type { ProblemCode } from '#domain/problem.ts'
import {
  type Api,
  callRefusals,
  createRoute,
  jsonBody,
  jsonResponse,
  listOf,
  mergeSearchAlias,
  noContent,
  onceHeaders,
  paging,
  refusals,
  wholePaging,
  withBody,
} from '#server/declare.ts'
import { type Access, refusalsOf } from '#server/permissions.ts'

/** The tags of functions and procedures, which refuse in a shape of their own. */
export const functionTags: Record<string, string> = { functions: 'functions', rpc: 'procedures' }

/** What the document says of a call, and who may make it. */
interface Described extends Access {
  /** The name of the operation. */
  name: string
  /** By default the first part of the path. */
  tag?: string | undefined
  summary: string
  description?: string | undefined
  /** Besides those that its method and its callers bring with them. */
  problems?: readonly ProblemCode[] | undefined
}

interface Route<Params extends z.ZodObject, Query extends z.ZodRawShape, Body extends z.ZodType, Answer extends z.ZodType> extends Described {
  params?: Params | undefined
  query?: Query | undefined
  body?: Body | undefined
  /** A body. */
  example?: unknown
  /** It takes an `Idempotency-Key`. */
  isOnce?: boolean | undefined
  /** Without one it answers 204. */
  answer?: Answer | undefined
  /** What is answered, in the document. */
  said?: string | undefined
  status?: 200 | 201
  /** The answer; or the response itself, where that is a stream. */
  run: (sent: Sent<z.output<Params>, z.output<z.ZodObject<Query>>, z.output<Body>>, c: HonoContext) => Promise<z.input<Answer> | Response>
}

interface Sent<Params, Query, Body> {
  ctx: Context
  params: Params
  /** The parameter of a path that has one. */
  id: string
  query: Query
  body: Body
  /** The `Idempotency-Key`. */
  key: string | undefined
}

/** One call, such as `GET /orders/{id}`: who may make it, what it takes, what it answers, and the work. The rest of its entry in the document is made of that. */
export function addRoute<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodRawShape = z.ZodRawShape,
  Body extends z.ZodType = z.ZodUnknown,
  Answer extends z.ZodType = z.ZodUnknown,
>(api: Api, call: string, declared: Route<Params, Query, Body, Answer>) {
  const { who, whoWith, takesToken, name, tag, summary, description, params, query, body, answer, said, status = 200, problems = [] } = declared
  const [method, path] = call.split(' ') as [string, string]
  const [, folder] = path.split('/') as [string, string]
  const refusing = Object.hasOwn(functionTags, folder) ? callRefusals : refusals
  const request = {
    ...(declared.isOnce && { headers: onceHeaders }),
    ...(params && { params }),
    ...(query && { query: z.strictObject(query) }),
    ...(body && { body: jsonBody(body, declared.example) }),
  }
  const ofMethod: ProblemCode[] = body ? withBody : method === 'GET' ? [] : ['cross_site']
  const ofQuery: ProblemCode[] = query ? ['unknown_filter', 'bad_input'] : []
  const route = createRoute({
    ...{ method: method.toLowerCase() as 'get', path, who, whoWith, takesToken, operationId: name },
    ...{ tags: [tag ?? functionTags[folder] ?? folder], summary },
    ...(description && { description }),
    ...(Object.keys(request).length > 0 && { request }),
    responses: {
      ...(answer ? { [status]: jsonResponse(answer, said ?? '') } : { 204: said ? { description: said } : noContent }),
      ...refusing(...ofMethod, ...ofQuery, ...refusalsOf(who, path), ...problems),
    },
  })
  api.openapi(route, async (c) => {
    const valid = (part: string) => c.req.valid(part as never)
    const taken = params && (valid('param') as z.output<Params>)
    const sent = {
      ctx: c.var.ctx,
      params: taken,
      id: Object.values(taken ?? {})[0],
      query: query && ('q' in query ? mergeSearchAlias(valid('query')) : valid('query')),
      body: body && valid('json'),
      key: declared.isOnce && valid('header')['Idempotency-Key'],
    }
    const done = await declared.run(sent as never, c)
    if (done instanceof Response) return done as never
    return (answer ? c.json(done as object, status) : c.body(null, 204)) as never
  })
}

export interface List<Row extends z.ZodType, Query extends z.ZodRawShape> extends Described {
  row: Row
  /** Its filters. */
  query?: Query
  /** Its paging, where that is not the usual one. */
  paging?: typeof paging
  /** What answers a page of it; or all of it, where it is short. */
  list?: (ctx: Context, query: z.output<z.ZodObject<Query & typeof paging>>) => Promise<Page<z.input<Row>>>
  all?: (ctx: Context, query: z.output<z.ZodObject<Query>>) => Promise<z.input<Row>[]>
}

/** `GET` of a list, page by page. */
export function addList<Row extends z.ZodType, Query extends z.ZodRawShape = z.ZodRawShape>(api: Api, path: string, declared: List<Row, Query>) {
  const { row, query, paging: pages = declared.all ? wholePaging : paging, list, all, problems = [], ...described } = declared
  addRoute(api, `GET ${path}`, {
    ...described,
    query: { ...query, ...pages },
    answer: listOf(row),
    said: 'A page',
    problems: ['malformed', ...problems],
    run: async ({ ctx, query: sent }) => (list ? list(ctx, sent as never) : pageOfWhole((await all?.(ctx, sent as never)) ?? [], sent)) as never,
  })
}
