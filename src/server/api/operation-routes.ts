import { z } from '@hono/zod-openapi'
import type { Operation } from '#core/operation.ts'
import { addRoute, functionTags } from '#server/api/add-route.ts'
import { type Api, pathId, success } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

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
