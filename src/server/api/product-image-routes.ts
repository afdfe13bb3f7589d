import { z } from '@hono/zod-openapi'
import { addImage } from '#features/catalogue/add-image.ts'
import { changeImage } from '#features/catalogue/change-image.ts'
import { deleteImage } from '#features/catalogue/delete-image.ts'
import { imageChanges, newImage } from '#features/catalogue/image-input.ts'
import { imageRow, listImages } from '#features/catalogue/list-images.ts'
import { pageOfWhole } from '#features/page-of.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  noContent,
  pagesOf,
  pathId,
  refusals,
  wholePaging,
  withBody,
} from '#server/declare.ts'
import { everybody, staff } from '#server/permissions.ts'

const tags = ['product_images']

const image = namedSchema('ProductImage', imageRow)
const url = `/files/product-images/products/${exampleId}_0_1763680000000.webp`

const list = createRoute({
  method: 'get',
  path: '/product_images',
  who: everybody,
  operationId: 'listProductImages',
  tags,
  summary: 'The pictures of a product, in order',
  request: { query: z.strictObject({ product_id: z.uuid('Say of which product.').openapi({ example: exampleId }), ...wholePaging }) },
  responses: pagesOf(image),
})

const add = createRoute({
  method: 'post',
  path: '/product_images',
  who: staff('sell'),
  operationId: 'createProductImage',
  tags,
  summary: 'Add a picture to a product',
  description:
    'Of a picture that was uploaded to product-images first; any other address is refused. At the end unless it says its place. The first picture of a product becomes the primary one.',
  request: { body: jsonBody(newImage, { product_id: exampleId, image_url: url, alt_text: 'Mbio Wingu from the side' }) },
  responses: { 201: jsonResponse(image, 'The picture'), ...refusals(...withBody, ...adminRefusals, 'product_not_found') },
})

const change = createRoute({
  method: 'patch',
  path: '/product_images/{id}',
  who: staff('sell'),
  operationId: 'updateProductImage',
  tags,
  summary: 'Change, move or promote a picture',
  request: { params: pathId('picture'), body: jsonBody(imageChanges, { is_primary: true }) },
  responses: { 200: jsonResponse(image, 'The picture as it is now'), ...refusals(...withBody, ...adminRefusals, 'image_not_found') },
})

const remove = createRoute({
  method: 'delete',
  path: '/product_images/{id}',
  who: staff('sell'),
  operationId: 'deleteProductImage',
  tags,
  summary: 'Take a picture out of its gallery',
  description: 'Deleting the primary one promotes the first that remains; the others are renumbered.',
  request: { params: pathId('picture') },
  responses: { 204: noContent, ...refusals('cross_site', ...adminRefusals, 'image_not_found') },
})

export function productImageRoutes(api: Api) {
  api.openapi(list, async (c) => {
    const { product_id, ...paging } = c.req.valid('query')
    return c.json(pageOfWhole(await listImages(c.var.ctx, product_id), paging), 200)
  })
  api.openapi(add, async (c) => c.json(await addImage(c.var.ctx, c.req.valid('json')), 201))
  api.openapi(change, async (c) => c.json(await changeImage(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(remove, async (c) => {
    await deleteImage(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
