import { z } from '@hono/zod-openapi'
import { imageRow, listImages } from '#features/catalogue/list-images.ts'
import { pictureOperations } from '#features/catalogue/picture-operations.ts'
import { pageOfWhole } from '#features/page-of.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { type Api, createRoute, exampleId, namedSchema, pagesOf, wholePaging } from '#server/declare.ts'
import { everybody } from '#server/permissions.ts'

const image = namedSchema('ProductImage', imageRow)

const list = createRoute({
  method: 'get',
  path: '/product_images',
  who: everybody,
  operationId: 'listProductImages',
  tags: ['product_images'],
  summary: 'The pictures of a product, in order',
  request: { query: z.strictObject({ product_id: z.uuid('Say of which product.').openapi({ example: exampleId }), ...wholePaging }) },
  responses: pagesOf(image),
})

export function productImageRoutes(api: Api) {
  api.openapi(list, async (c) => {
    const { product_id, ...paging } = c.req.valid('query')
    return c.json(pageOfWhole(await listImages(c.var.ctx, product_id), paging), 200)
  })
  const { adding, changing, 'picture-delete': removing } = pictureOperations
  addOperations(api, { adding, changing, removing }, [[imageRow, image]])
}
