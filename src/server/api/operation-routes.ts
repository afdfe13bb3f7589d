import { createRoute, z } from '@hono/zod-openapi'
import type { Operation } from '#features/operation.ts'
import { type Api, adminRefusals, callRefusals, jsonBody, jsonResponse, onceHeaders, success, withBody } from '#server/declare.ts'

/** The calls of operations that have one. `names` are the rows that the document has under a name (`namedSchema`). */
export function addOperations(api: Api, operations: Record<string, Operation>, names: [row: z.ZodType, named: z.ZodType][] = []) {
  const namedRows = new Map(names)
  for (const { call, summary, description, input, example, isOnce, output = {}, said = '', problems = [], act } of Object.values(operations)) {
    if (!call) continue
    const headers = isOnce && { headers: onceHeaders }
    const body = example && { body: jsonBody(input, example) }
    const answer = Object.fromEntries(Object.entries(output).map(([name, schema]) => [name, named(schema as z.ZodType)]))
    const route = createRoute({
      ...{ method: 'post', path: `/functions/${call}`, operationId: camelCase(call), tags: ['functions'], summary },
      ...(description && { description }),
      ...(body && { request: { ...headers, ...body } }),
      responses: {
        200: jsonResponse(success.extend(answer), said),
        ...callRefusals(...(body ? withBody : (['cross_site'] as const)), ...adminRefusals, ...problems),
      },
    })
    api.openapi(route, async (c) => {
      const sent = body ? c.req.valid('json' as never) : {}
      return c.json({ success: true, ...((await act(c.var.ctx, sent, c.req.header('Idempotency-Key'))) as object | undefined) }, 200) as never
    })
  }

  function named(schema: z.ZodType): z.ZodType {
    if (schema instanceof z.ZodArray) return z.array(named(schema.element as z.ZodType))
    if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => named(option as z.ZodType)))
    return namedRows.get(schema) ?? schema
  }
}

const camelCase = (path: string) => path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
