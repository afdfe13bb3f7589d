import { z } from '@hono/zod-openapi'
import { enumOf } from '#core/select-of.ts'
import { sortings } from '#domain/catalogue.ts'
import { maxCounted } from '#domain/limits.ts'
import { isSeen } from '#domain/plain-text.ts'
import { categoryChanges, categoryRemoval, categoryRow, listCategories, newCategory } from '#features/catalogue/categories.ts'
import { imageRow, listImages, pictureOperations } from '#features/catalogue/product-images.ts'
import { listProductRows } from '#features/catalogue/product-lists.ts'
import { exampleProduct, getProductRow, productRow } from '#features/catalogue/product-rows.ts'
import { changeCategory, createCategory, deleteCategory } from '#features/catalogue/write-category.ts'
import { changeProduct, createProduct, deleteProduct, newProduct, productChanges } from '#features/catalogue/write-product.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, listOf, namedSchema, paging, searchParameters } from '#server/api/declare.ts'
import { addTable, fetching } from '#server/api/resource-routes.ts'
import { everybody } from '#server/permissions.ts'

const product = namedSchema('Product', productRow, exampleProduct)
const image = namedSchema('ProductImage', imageRow)

const amount = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Enter an amount in KSh.')
  .transform(Number)
  .optional()
  .openapi({ type: 'number', minimum: 0, description: 'KSh after discount' })

export function productRoutes(api: Api) {
  addRoute(api, 'GET /products', {
    who: everybody,
    name: 'listProducts',
    summary: 'The shelf',
    description:
      'Newest first unless sorted. Searched as the pages are: every word must stand in the name, the style code or the category, in any order; a search that no product has is read as kinds, sizes (EU, UK, US), colours and prices, and otherwise answers names that come near, with `fuzzy` true.',
    query: {
      category: z
        .string()
        .regex(/^[\w-]{1,60}$/, 'Enter a slug.')
        .optional()
        .openapi({ description: 'Slug; includes its children', example: 'men-shoes' }),
      ...searchParameters('A name, or what it looks for, as in the search box of the shop: `black loafers 42 under 4000`'),
      size: z.string().max(20).refine(isSeen, "We don't know this size.").optional().openapi({ description: 'Size that is in stock', example: '42' }),
      min_price: amount,
      max_price: amount,
      is_featured: flagFilter,
      is_available: flagFilter,
      sort: enumOf(sortings).optional(),
      ...paging,
    },
    answer: listOf(product).extend({
      total: z.int().meta({ description: `Up to ${maxCounted} are counted; ${maxCounted + 1} means more` }),
      fuzzy: z.boolean(),
    }),
    said: 'A page',
    problems: ['malformed', 'too_many'],
    run: ({ ctx, query: { min_price: minPrice, max_price: maxPrice, is_featured: isFeatured, is_available: isAvailable, ...rest } }) =>
      listProductRows(ctx, { ...rest, minPrice, maxPrice, isFeatured, isAvailable }),
  })
  addTable(api, {
    ...{ path: '/products', tag: 'products', name: 'Product', noun: 'product', row: product, notFound: 'product_not_found', writes: 'sell' },
    readers: everybody,
    get: { summary: 'One product', verb: getProductRow },
    create: {
      summary: 'Put a product on the shelf',
      description: 'With `sizes`, or with a plain `stock`, which becomes the single size "One size".',
      input: newProduct,
      example: { name: 'Mbio Wingu, sky', price: 4500, sizes: [{ label: '41', stock: 4 }] },
      verb: createProduct,
      problems: ['stock_has_sizes'],
    },
    change: {
      summary: 'Change a product',
      description:
        'Only what is named changes. Sizes that are there already carry the stock the form saw as `seen`; when pairs were sold meanwhile nothing changes.',
      input: productChanges,
      example: { price: 3999, sizes: [{ label: '41', stock: 6, seen: 4 }] },
      verb: changeProduct,
      problems: ['stock_moved', 'stock_has_sizes'],
    },
    remove: {
      summary: 'Take a product away for good',
      description: 'One that orders refer to is archived: it is in no list any more, and the orders still say what was sold.',
      verb: deleteProduct,
    },
  })
  addList(api, '/product_images', {
    who: everybody,
    name: 'listProductImages',
    summary: 'The pictures of a product, in order',
    query: { product_id: z.uuid('Say of which product.').openapi({ example: exampleId }) },
    row: image,
    all: (ctx, { product_id }) => listImages(ctx, product_id),
  })
  const { adding, changing, 'picture-delete': removing } = pictureOperations
  addOperations(api, { adding, changing, removing }, [[imageRow, image]])
}

const category = { name: 'Casual', slug: 'casual', parent_id: null, position: 3, is_hidden: false, is_sneaker: false, image_url: null }

/** Every visitor reads the menu, admins write it. */
export function categoryRoutes(api: Api) {
  addTable(api, {
    ...{ path: '/categories', tag: 'categories', name: 'Category', noun: 'category', notFound: 'category_not_found', writes: 'sell' },
    readers: everybody,
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
