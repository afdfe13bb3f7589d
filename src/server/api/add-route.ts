import { z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import type { Context } from '#core/context.ts'
import type { Operation } from '#core/operation.ts'
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
  pathId,
  refusals,
  success,
  wholePaging,
  withBody,
} from '#server/api/declare.ts'
import { type Access, refusalsOf, staff } from '#server/permissions.ts'

/** The tags of functions and procedures, which refuse in a shape of their own. */
const functionTags: Record<string, string> = { functions: 'functions', rpc: 'procedures' }

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

/** One call, such as `GET /orders/{id}`: who may make it, what it takes, what it returns, and the work. The rest of its entry in the document is made of that. */
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
  /** Returns a page of it; or all of it, where it is short. */
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

/** The calls of operations that have one. `names` are the rows that the document has under a name (`namedSchema`). */
export function addOperations(api: Api, operations: Record<string, Operation>, names: [row: z.ZodType, named: z.ZodType][] = []) {
  const namedRows = new Map(names)
  for (const operation of Object.values(operations)) {
    if (!operation.call) continue
    const { may, name, tag, summary, description, input, example, isOnce, output, said, problems, act } = operation
    const { method, path, folder, last, key } = readCall(operation.call)
    const isFunction = Object.hasOwn(functionTags, folder)
    const answer = isFunction ? success.extend(shapeOf(output)) : output instanceof z.ZodObject ? named(output) : output && z.object(shapeOf(output))
    addRoute(api, `${method} ${path}`, {
      ...{ who: staff(may), name: name ?? camelCase(last), tag, summary: summary as string, description, isOnce, answer, said, problems },
      params: key ? pathId(key.replace('_id', '')) : undefined,
      body: example && (key ? input.omit({ [key]: true } as object) : input),
      example,
      status: isFunction || method !== 'POST' ? 200 : 201,
      run: async ({ ctx, id, body, key: formKey }) => {
        const done = await act(ctx, { ...body, ...(key && { [key]: id }) }, formKey)
        return isFunction ? { success: true, ...(done as object) } : done
      },
    })
  }

  function named(schema: z.ZodType): z.ZodType {
    if (schema instanceof z.ZodArray) {
      const element = named(schema.element as z.ZodType)
      return element === schema.element ? schema : z.array(element)
    }
    if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => named(option as z.ZodType)))
    return namedRows.get(schema) ?? schema
  }
  function shapeOf(output: Operation['output'] = {}) {
    const shape = output instanceof z.ZodObject ? output.shape : output
    return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, named(schema as z.ZodType)]))
  }
}

/** `DELETE /staff_invitations/{invitation_id}`: the document calls the parameter `id`, as it calls all, and the operation takes it as `invitation_id`. */
function readCall(call: string) {
  const [method, address] = call.split(' ') as [string, string]
  const [, key] = /\{(\w+)\}/.exec(address) ?? []
  const [folder, last] = address.slice(1).split('/') as [string, string]
  return { method, path: key ? address.replace(key, 'id') : address, folder, last, key }
}

const camelCase = (path: string) => path.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
