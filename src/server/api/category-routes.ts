import { z } from '@hono/zod-openapi'
import { categoryRow, listCategories } from '#features/catalogue/categories.ts'
import { categoryChanges, categoryRemoval, newCategory } from '#features/catalogue/category-input.ts'
import { changeCategory, createCategory, deleteCategory } from '#features/catalogue/write-category.ts'
import { fetching } from '#server/api/resource-routes.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, exampleId, namedSchema } from '#server/declare.ts'

const category = { name: 'Casual', slug: 'casual', parent_id: null, position: 3, is_hidden: false, is_sneaker: false, image_url: null }

/** Every visitor reads the menu, admins write it. */
export function categoryRoutes(api: Api) {
  addTable(api, {
    ...{ path: '/categories', tag: 'categories', name: 'Category', noun: 'category', notFound: 'category_not_found', writes: 'sell' },
    row: namedSchema('Category', categoryRow, { id: exampleId, ...category }),
    list: {
      name: 'listCategories',
      summary: 'The categories of the menu, in its order; for admins also the hidden ones',
      query: {
        parent_id: z
          .union([z.literal('null'), z.uuid()], 'Enter the id of a category, or null for the top ones.')
          .transform((id) => (id === 'null' ? null : id))
          .optional()
          .openapi({ type: 'string', description: 'Id of the parent, or `null` for the top ones' }),
      },
      all: (ctx, { parent_id: parentId }) => listCategories(ctx, { parentId }),
    },
    create: {
      summary: 'Add a category',
      description: 'To the menu, which has two levels.',
      input: newCategory,
      example: { name: 'School Shoes', slug: 'school-shoes' },
      verb: createCategory,
      problems: fetching,
    },
    change: {
      summary: 'Change a category',
      description: 'Only what is named changes. A former address leads to the new one, for ever and at once (301).',
      input: categoryChanges,
      example: { name: 'Casual Shoes', position: 0 },
      verb: changeCategory,
      problems: fetching,
    },
    remove: {
      summary: 'Delete a category, or merge it into another',
      description: 'While it holds products, `products_to` must say where they go.',
      query: categoryRemoval,
      verb: deleteCategory,
    },
  })
}
