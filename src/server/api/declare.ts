import { createRoute as declaredRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import { badInput } from '#core/input.ts'
import { exampleId } from '#core/operation.ts'
import { foldText } from '#domain/plain-text.ts'
import { callBody, Problem, type ProblemCode, type ProblemDetails, problemBody, problems } from '#domain/problem.ts'
import { idempotencyKey } from '#features/orders/checkout/order-input.ts'
import { type Access, guardOf } from '#server/permissions.ts'
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

/** Declares a route: who may call it, what it takes and what it returns. */
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
  // Made once more: what was made before `@hono/zod-openapi` was loaded cannot be named.
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

const productId = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
const exampleOption = '7c1d5a0e-2b64-4f8e-9a3d-5e6f7a8b9c0d'
const offer = { id: productId, size: '42', name: 'Mbio Wingu, sky', price: 3825, image_url: null, stock: 3 }
const delivery = {
  place: 'kisumu/kisumu',
  place_name: 'Kisumu',
  fee: 250,
  option_id: exampleOption,
  options: [
    {
      option_id: exampleOption,
      kind: 'stage',
      name: 'Easy Coach, Kisumu',
      zone: 'Western',
      fee: 250,
      promised_from: '2026-11-24',
      promised_to: '2026-11-25',
      address: null,
      hours: null,
      map_url: null,
      courier: 'Easy Coach',
    },
  ],
}

/** Details for the examples in the OpenAPI document, as the shop really says them. */
export const problemExamples: Partial<Record<ProblemCode, ProblemDetails>> = {
  bad_input: { fields: { name: 'Enter a name.' } },
  unknown_filter: { detail: 'there is no colour' },
  too_many: { detail: 'Too many searches. Please wait about 2 minutes', retryAfter: 120 },
  push_failed: { detail: '503' },
  place_kept: { detail: 'Other places lie in Shanzu: delete those first.' },
  file_in_use: { detail: 'a product shows it' },
  file_shown: { detail: 'it is the logo of the shop' },
  file_refused: { detail: 'shoe.heic is not a picture that we can read. Please send a JPG, PNG or WebP.' },
  file_too_large: { detail: '8 MB' },
  size_needed: {
    detail: 'Choose a size of Mbio Wingu: 40, 41.',
    fields: { '0.size': 'Choose a size of Mbio Wingu: 40, 41.' },
    facts: {
      products: [
        {
          product_id: productId,
          name: 'Mbio Wingu',
          sizes: [
            { label: '40', stock: 3 },
            { label: '41', stock: 0 },
          ],
        },
      ],
    },
  },
  size_gone: {
    detail: 'Only 3 left of Mbio Wingu, sky, size 42.',
    facts: { gone: [{ id: productId, size: '42', stock: 3 }], offers: [offer] },
  },
  prices_changed: { facts: { total_amount: 7900, offers: [offer], delivery } },
  delivery_changed: { facts: { total_amount: 7900, offers: [offer], delivery } },
  town_needed: { fields: { delivery_place: 'Which town or county is it in? Fee and days depend on it.' } },
  place_differs: {
    detail: 'The address names Lodwar, and the order would go to Karen, Nairobi.',
    facts: { place: 'nairobi/karen', place_name: 'Karen, Nairobi', address_place: 'turkana/lodwar', address_place_name: 'Lodwar' },
  },
  outside_kenya: { fields: { delivery_address: 'We deliver in Kenya only: enter an address in Kenya.' } },
  no_delivery: { detail: 'Lodwar', fields: { delivery_address: 'Enter an address that we deliver to.' } },
  prompt_limit: { detail: 'ten minutes', retryAfter: 600 },
  clearing_unshipped: {
    detail: '22 orders of KSh 84,300 in all are paid and have not been shipped.',
    fields: { password: 'Enter your password.' },
    facts: { orders: 22, sum: 84300 },
  },
  order_locked: { detail: 'Cancelled' },
  server_decides: { detail: 'the status and the request of an order' },
  refund_settled: { detail: 'QKJ4XT81ZP' },
  stock_moved: { detail: '3 of size 42', facts: { sizes: [{ label: '42', stock: 3 }] } },
  payout_too_small: { detail: 'KSh 10' },
  payout_settled: { detail: 'Paid' },
  payouts_stopped: { detail: 'M-Pesa refused the credential of the shop.' },
  payout_unsure: { detail: 'It has been asked once more. If it has not answered in ten minutes, reject this again.' },
  payout_unbooked: { detail: 'QKJ4XT81ZP' },
  payout_details_changed: { detail: '+254 712 345 678' },
  payout_not_cancelled: { detail: 'it is being paid out.' },
  naming_refused: { detail: 'This order was placed more than 30 days ago.' },
  commission_settled: { detail: 'Approved' },
  commission_unearned: { detail: 'The order has not been paid.' },
  snapshot_blocked: { detail: 'Receipt QKJ4XT81ZP was used by order 3f9a21c8.' },
  customer_busy: { detail: 'Order 3f9a21c8 is paid and not delivered.' },
  account_busy: { detail: 'A payment of yours is still open.' },
}
