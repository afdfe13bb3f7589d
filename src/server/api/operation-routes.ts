import { z } from '@hono/zod-openapi'
import type { Operation } from '#features/operation.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  createRoute,
  jsonBody,
  jsonResponse,
  noContent,
  onceHeaders,
  pathId,
  refusals,
  success,
  withBody,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

/** The tags of functions and procedures, which say `success` and refuse in a shape of their own. */
const functionTags: Record<string, string> = { functions: 'functions', rpc: 'procedures' }

/** The calls of operations that have one. `names` are the rows that the document has under a name (`namedSchema`). */
export function addOperations(api: Api, operations: Record<string, Operation>, names: [row: z.ZodType, named: z.ZodType][] = []) {
  const namedRows = new Map(names)
  for (const operation of Object.values(operations)) {
    if (!operation.call) continue
    const { summary, description, input, example, isOnce, output, said = noContent.description, problems = [], act } = operation
    const { method, path, folder, last, key } = readCall(operation.call)
    const isFunction = Object.hasOwn(functionTags, folder)
    const { name = camelCase(last), tag = functionTags[folder] ?? folder } = operation
    const answer = isFunction ? success.extend(shapeOf(output)) : output instanceof z.ZodObject ? named(output) : output && z.object(shapeOf(output))
    const status = isFunction || method !== 'post' ? 200 : 201
    const body = example && { body: jsonBody(key ? input.omit({ [key]: true } as object) : input, example) }
    const request = { ...(isOnce && { headers: onceHeaders }), ...(key && { params: pathId(key.replace('_id', '')) }), ...body }
    const refused = [...(body ? withBody : (['cross_site'] as const)), ...adminRefusals, ...problems]
    const route = createRoute({
      ...{ method, path, who: staff(operation.may), operationId: name, tags: [tag], summary },
      ...(description && { description }),
      ...(Object.keys(request).length > 0 && { request }),
      responses: {
        ...(answer ? { [status]: jsonResponse(answer, said) } : { 204: { description: said } }),
        ...(isFunction ? callRefusals : refusals)(...refused),
      },
    })
    api.openapi(route, async (c) => {
      const sent = { ...(body && (c.req.valid('json' as never) as object)), ...(key && { [key]: c.req.param('id') }) }
      const done = await act(c.var.ctx, sent, c.req.header('Idempotency-Key'))
      if (!answer) return c.body(null, 204) as never
      return c.json(isFunction ? { success: true, ...(done as object) } : done, status) as never
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
  return { method: method.toLowerCase() as 'post' | 'patch' | 'delete', path: key ? address.replace(key, 'id') : address, folder, last, key }
}

const camelCase = (path: string) => path.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
