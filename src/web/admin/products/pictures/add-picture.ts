import { isProblem, problemBody, problemStatus } from '#domain/problem.ts'
import { addImage } from '#features/catalogue/add-image.ts'
import { listImages } from '#features/catalogue/list-images.ts'
import { uploadPicture } from '#features/files/upload-picture.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { readUpload } from '#web/admin/read-upload.ts'
import type { Route } from './+types/add-picture.ts'

/** Adds one picture to a product's gallery, so that each file has its own progress and result. A route without a page. */
export async function action(args: Route.ActionArgs) {
  const ctx = asAdmin(args)
  const { id } = args.params
  try {
    const { name, body } = await readUpload(args.request)
    const index = (await listImages(ctx, id)).length
    const { public_url: url } = await uploadPicture(ctx, { bucket: 'product-images', productId: id, index, bytes: body, name })
    return answer(await addImage(ctx, { product_id: id, image_url: url }), 201)
  } catch (error) {
    if (!isProblem(error)) throw error
    return answer(problemBody(error), problemStatus(error))
  }
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
