import { createRoute, z } from '@hono/zod-openapi'
import { sortings } from '#domain/catalogue.ts'
import { maxCounted } from '#domain/counting.ts'
import { changeProduct } from '#features/catalogue/change-product.ts'
import { createProduct } from '#features/catalogue/create-product.ts'
import { deleteProduct } from '#features/catalogue/delete-product.ts'
import { getProductRow } from '#features/catalogue/get-product-row.ts'
import { listProductRows } from '#features/catalogue/list-product-rows.ts'
import { newProduct, productChanges } from '#features/catalogue/product-input.ts'
import { exampleProduct, productRow } from '#features/catalogue/product-row.ts'
import { isCleanText } from '#features/input.ts'
import { enumOf } from '#features/row-fields.ts'
import {
  type Api,
  adminRefusals,
  flagFilter,
  jsonBody,
  jsonResponse,
  listOf,
  mergeSearchAlias,
  namedSchema,
  noContent,
  onceHeaders,
  paging,
  pathId,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'

const tags = ['products']

const product = namedSchema('Product', productRow, exampleProduct)

const amount = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Enter an amount in KSh.')
  .transform(Number)
  .optional()
  .openapi({ type: 'number', minimum: 0, description: 'KSh after discount' })

const list = createRoute({
  method: 'get',
  path: '/products',
  operationId: 'listProducts',
  tags,
  summary: 'The shelf',
  description:
    'Newest first unless sorted. Searched as the pages are: every word must stand in the name, the style code or the category, in any order; a search that no product has is read as kinds, sizes (EU, UK, US), colours and prices, and otherwise answers names that come near, with `fuzzy` true.',
  request: {
    query: z.strictObject({
      category: z
        .string()
        .regex(/^[\w-]{1,60}$/, 'Enter a slug.')
        .optional()
        .openapi({ description: 'Slug; includes its children', example: 'men-shoes' }),
      ...searchParameters('A name, or what it looks for, as in the search box of the shop: `black loafers 42 under 4000`'),
      size: z
        .string()
        .max(20)
        .refine(isCleanText, "We don't know this size.")
        .optional()
        .openapi({ description: 'Size that is in stock', example: '42' }),
      min_price: amount,
      max_price: amount,
      is_featured: flagFilter,
      is_available: flagFilter,
      sort: enumOf(sortings).optional(),
      ...paging,
    }),
  },
  responses: {
    200: jsonResponse(
      listOf(product).extend({
        total: z.int().meta({ description: `Up to ${maxCounted} are counted; ${maxCounted + 1} means more` }),
        fuzzy: z.boolean(),
      }),
      'A page',
    ),
    ...refusals('unknown_filter', 'bad_input', 'malformed', 'too_many'),
  },
})

const get = createRoute({
  method: 'get',
  path: '/products/{id}',
  operationId: 'getProduct',
  tags,
  summary: 'One product',
  request: { params: pathId('product') },
  responses: { 200: jsonResponse(product, 'The product'), ...refusals('product_not_found') },
})

const create = createRoute({
  method: 'post',
  path: '/products',
  operationId: 'createProduct',
  tags,
  summary: 'Put a product on the shelf',
  description: 'With `sizes`, or with a plain `stock`, which becomes the single size "One size".',
  request: { headers: onceHeaders, body: jsonBody(newProduct, { name: 'Mbio Wingu, sky', price: 4500, sizes: [{ label: '41', stock: 4 }] }) },
  responses: { 201: jsonResponse(product, 'The product'), ...refusals(...withBody, ...adminRefusals, 'made_already', 'stock_has_sizes') },
})

const change = createRoute({
  method: 'patch',
  path: '/products/{id}',
  operationId: 'updateProduct',
  tags,
  summary: 'Change a product',
  description:
    'Only what is named changes. Sizes that are there already carry the stock the form saw as `seen`; when pairs were sold meanwhile nothing changes.',
  request: { params: pathId('product'), body: jsonBody(productChanges, { price: 3999, sizes: [{ label: '41', stock: 6, seen: 4 }] }) },
  responses: {
    200: jsonResponse(product, 'The product as it is now'),
    ...refusals(...withBody, ...adminRefusals, 'product_not_found', 'stock_moved', 'stock_has_sizes'),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/products/{id}',
  operationId: 'deleteProduct',
  tags,
  summary: 'Take a product away for good',
  description: 'One that orders refer to is archived: it is in no list any more, and the orders still say what was sold.',
  request: { params: pathId('product') },
  responses: { 204: noContent, ...refusals('cross_site', ...adminRefusals, 'product_not_found') },
})

export function productRoutes(api: Api) {
  api.openapi(list, async (c) => {
    const {
      min_price: minPrice,
      max_price: maxPrice,
      is_featured: isFeatured,
      is_available: isAvailable,
      ...rest
    } = mergeSearchAlias(c.req.valid('query'))
    return c.json(await listProductRows(c.var.ctx, { ...rest, minPrice, maxPrice, isFeatured, isAvailable }), 200)
  })
  api.openapi(get, async (c) => c.json(await getProductRow(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(create, async (c) => c.json(await createProduct(c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key']), 201))
  api.openapi(change, async (c) => c.json(await changeProduct(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(remove, async (c) => {
    await deleteProduct(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
