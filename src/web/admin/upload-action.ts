import { z } from 'zod'
import { parseInput } from '#core/input.ts'
import { isBucket } from '#domain/storage.ts'
import { uploadPicture, uploadVideo } from '#features/files/uploads.ts'
import { takeUpload } from '#web/admin/take-upload.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/upload-action.ts'

const sent = z.object({
  bucket: z.string('Say where it belongs.').refine(isBucket, 'There is no such bucket.'),
  product_id: z.string().optional(),
  index: z.coerce.number().int().min(0).max(999).default(0),
})

/** Stores a file for a form, which is sent later with the file's address. A route without a page. */
export function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(shopContext)
  return takeUpload(request, ({ name, body, fields }) => {
    const { bucket, product_id: productId, index } = parseInput(sent, fields)
    if (bucket === 'promotional-videos') return uploadVideo(ctx, { body, name })
    return uploadPicture(ctx, { bucket, productId, index, bytes: body, name })
  })
}
