import { createRoute, z } from '@hono/zod-openapi'
import { categoryRow, listCategories } from '#features/catalogue/categories.ts'
import { type Api, jsonResponse, listOf, namedSchema, refusals } from '#server/declare.ts'

const category = namedSchema('Category', categoryRow, { id: '0b0f9a53-0a4e-4c6e-8a51-6f2f1d3c7e10', name: 'Casual', slug: 'casual', parent_id: null })

const list = createRoute({
  method: 'get',
  path: '/categories',
  operationId: 'listCategories',
  tags: ['categories'],
  summary: 'The categories of the menu, in its order',
  request: {
    query: z.strictObject({
      parent_id: z
        .union([z.literal('null'), z.uuid()], 'Enter the id of a category, or null for the top ones.')
        .transform((id) => (id === 'null' ? null : id))
        .optional()
        .openapi({ type: 'string', description: 'Id of the parent, or `null` for the top ones' }),
    }),
  },
  responses: { 200: jsonResponse(listOf(category), 'All of them'), ...refusals('unknown_filter', 'bad_input') },
})

export function categoryRoutes(api: Api) {
  api.openapi(list, async (c) => {
    const { parent_id: parentId } = c.req.valid('query')
    return c.json({ data: await listCategories(c.var.ctx, { parentId }), next: null }, 200)
  })
}
