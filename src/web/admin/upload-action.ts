import { z } from 'zod'
import { parseInput } from '#core/input.ts'
import { isProblem, problemBody, problemStatus } from '#domain/problem.ts'
import { isBucket } from '#domain/storage.ts'
import { uploadPicture } from '#features/files/upload-picture.ts'
import { uploadVideo } from '#features/files/upload-video.ts'
import { readUpload } from '#web/admin/read-upload.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/upload-action.ts'

const fields = z.object({
  bucket: z.string('Say where it belongs.').refine(isBucket, 'There is no such bucket.'),
  product_id: z.string().optional(),
  index: z.coerce.number().int().min(0).max(999).default(0),
})

/**
 * Stores one file per request, so that each has its own progress, result and retry: a form with `bucket`, for a product also `product_id` and `index`, and
 * `file` last. Responds with the stored file, or with `{ error }` as the HTTP API does.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(shopContext)
  try {
    const { name, body, fields: sent } = await readUpload(request)
    const { bucket, product_id: productId, index } = parseInput(fields, sent)
    const kept =
      bucket === 'promotional-videos'
        ? await uploadVideo(ctx, { body, name })
        : await uploadPicture(ctx, { bucket, productId, index, bytes: body, name })
    return answer(kept, 201)
  } catch (error) {
    if (!isProblem(error)) throw error
    return answer(problemBody(error), problemStatus(error))
  }
}

function answer(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
