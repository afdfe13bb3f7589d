import { createRoute as declaredRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import { badInput } from '#core/input.ts'
import { exampleId } from '#core/operation.ts'
import { foldText } from '#domain/fold-text.ts'
import { callBody, Problem, type ProblemCode, problemBody, problems } from '#domain/problem.ts'
import { idempotencyKey } from '#features/orders/checkout/order-input.ts'
import { type Access, guardOf } from '#server/permissions.ts'
import { problemExamples } from '#server/problem-examples.ts'
import type { Shop } from '#server/running-shop.ts'

/** The HTTP API. Middleware sets `c.var.shop`, and `c.var.ctx`, with the actor, before any route runs. */
export type Api = ReturnType<typeof newApi>

/** A router whose routes are declared once: for validation, for their types and for the OpenAPI document. Invalid input is answered in the API's error shape. */
export function newApi() {
  return new OpenAPIHono<{ Variables: { shop: Shop; ctx: Context } }>({
    defaultHook: (result) => {
      if (result.success) return
      const unknown = result.target === 'query' && result.error.issues.find((issue) => issue.code === 'unrecognized_keys')
      if (unknown) throw new Problem('unknown_filter', { detail: `there is no ${unknown.keys.slice(0, 3).join(', ').slice(0, 100)}` })
      throw badInput(result.error)
    },
  }).basePath('/api')
}

/** Declares a route: who may call it, what it takes and what it answers. */
export function createRoute<Path extends string, Route extends Omit<RouteConfig, 'path'> & { path: Path }>(declared: Route & Access) {
  const { who, whoWith, takesToken, ...route } = declared
  return declaredRoute({ ...route, middleware: guardOf({ who, whoWith, takesToken }, declared.path) } as unknown as Route)
}

export function jsonBody<Schema extends z.ZodType, Example>(schema: Schema, example: Example) {
  return { required: true, content: { 'application/json': { schema, example } } } as const
}

/** Headers of routes that create at most once per `Idempotency-Key`. Optional for clients that never retry. */
export const onceHeaders = z.object({
  'Idempotency-Key': idempotencyKey.optional().meta({
    description: 'Made by the client before sending; one key of yours makes one row, and the same contents again answer it',
    example: 'b2f6c0de-5f0e-4a11-9d3c-0a1b2c3d4e5f',
  }),
})

/** A response of a route in the document: JSON of this schema. */
export function jsonResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } } as const
}

/** A row as the document names it: rows stand beside their verbs and know nothing of the document. */
export function namedSchema<Row extends z.ZodObject>(name: string, row: Row, example?: z.infer<Row>) {
  // Made anew: what was made before `@hono/zod-openapi` was loaded cannot be named.
  return row.extend({}).openapi(name, { example }) as unknown as Row
}

/** The answer of a function without a result. */
export const success = z.object({ success: z.literal(true) })

export const noContent = { description: 'Done; there is no body' } as const

/** A list with keyset pagination: `next` is the `cursor` of the next page, or null on the last. */
export function listOf<Schema extends z.ZodType>(row: Schema) {
  return z.object({ data: z.array(row), next: z.string().nullable() })
}

/** Query parameters of a paged list. */
export const paging = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Enter a whole number from 1 to 100.')
    .transform(Number)
    .pipe(z.int().min(1, 'Enter a whole number from 1 to 100.').max(100, 'Enter a whole number from 1 to 100.'))
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: 100, default: 24, description: 'How many rows, 24 by default' }),
  cursor: z.string().max(400).optional().openapi({ description: '`next` of the page before' }),
}

/** The same, of a list that is answered as a whole unless a limit is sent (`pageOfWhole`). */
export const wholePaging = { ...paging, limit: paging.limit.openapi({ default: undefined, description: 'How many rows, all by default' }) }

/** Query parameters of a list that can be searched, the text at most 100 characters. `addRoute` merges them. */
export function searchParameters(description: string) {
  const text = z.string().overwrite(foldText).trim().max(100, 'Please keep this under 100 characters.').optional()
  return { search: text.openapi({ description }), q: text.openapi({ description: 'Another name for `search`, which wins where both are sent' }) }
}

/** Query parameters with `q` merged into `search`. */
export function mergeSearchAlias<Query extends { search?: string | undefined; q?: string | undefined }>({ q, search, ...others }: Query) {
  return { ...others, search: search || q }
}

export const flagFilter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .openapi({ type: 'boolean' })

export const pathId = (what: string) => z.object({ id: z.string().openapi({ format: 'uuid', description: `Id of the ${what}`, example: exampleId }) })

export { exampleId }

/** Problems that any route may answer; and those of routes with a body. */
const commonProblems: ProblemCode[] = ['unavailable', 'internal']
export const withBody: ProblemCode[] = ['bad_input', 'malformed', 'cross_site', 'too_large', 'wrong_type']

const fields = z.record(z.string(), z.string()).optional().openapi({ description: 'Field -> what to do about it' })

const errorBody = z
  .object({
    error: z.object({
      code: z.string(),
      title: z.string(),
      message: z.string(),
      fields,
      facts: z.record(z.string(), z.unknown()).optional().openapi({ description: 'What has changed meanwhile, such as fresh prices' }),
    }),
  })
  .openapi('Error')

const callError = z.object({ success: z.literal(false), error: z.string(), code: z.string(), fields }).openapi('CallError')

/** The refusals of a route, from the table of domain/problem.ts. Their bodies are made by `answerProblems`, so a route's types leave them out. */
export function refusals(...codes: ProblemCode[]): object {
  return answersOf(codes, errorBody, problemBody)
}

/** The same in the error shape of functions (decisions, HTTP API). */
export function callRefusals(...codes: ProblemCode[]): object {
  return answersOf(codes, callError, callBody)
}

function answersOf(codes: ProblemCode[], schema: z.ZodType, toBody: (problem: Problem) => unknown): object {
  const answers: Record<
    number,
    { description: string; content: { 'application/json': { schema: z.ZodType; examples: Record<string, { value: unknown }> } } }
  > = {}
  for (const code of [...codes, ...commonProblems]) {
    const { status, title } = problems[code]
    const said = `\`${code}\` ${title}`
    const known = answers[status]
    const examples = { ...known?.content['application/json'].examples, [code]: { value: toBody(exampleOf(code)) } }
    answers[status] = { description: known ? `${known.description}; ${said}` : said, content: { 'application/json': { schema, examples } } }
  }
  return answers
}

function exampleOf(code: ProblemCode): Problem {
  return new Problem(code, problemExamples[code])
}
