import { z } from '@hono/zod-openapi'
import { imageRow, listImages } from '#features/catalogue/list-images.ts'
import { pictureOperations } from '#features/catalogue/picture-operations.ts'
import { addList } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { type Api, exampleId, namedSchema } from '#server/declare.ts'
import { everybody } from '#server/permissions.ts'

const image = namedSchema('ProductImage', imageRow)

export function productImageRoutes(api: Api) {
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
