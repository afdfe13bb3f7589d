import { addImage, listImages } from '#features/catalogue/product-images.ts'
import { uploadPicture } from '#features/files/uploads.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { takeUpload } from '#web/admin/take-upload.ts'
import type { Route } from './+types/add-picture.ts'

/** Adds one picture to a product's gallery. A route without a page. */
export function action(args: Route.ActionArgs) {
  const ctx = asAdmin(args)
  const { id } = args.params
  return takeUpload(args.request, async ({ name, body }) => {
    const index = (await listImages(ctx, id)).length
    const { public_url: url } = await uploadPicture(ctx, { bucket: 'product-images', productId: id, index, bytes: body, name })
    return addImage(ctx, { product_id: id, image_url: url })
  })
}
