import { z } from '@hono/zod-openapi'
import { Problem } from '#domain/problem.ts'
import { fileUrl, typeOf } from '#domain/storage.ts'
import { findFile } from '#features/files/find-file.ts'
import { keptFile, storedFile } from '#features/files/keep-file.ts'
import { removeFile } from '#features/files/remove-files.ts'
import { type FileAddress, putFile } from '#features/files/uploads.ts'
import { addRoute } from '#server/api/add-route.ts'
import { type Api, createRoute, exampleId, jsonResponse, namedSchema, refusals, withBody } from '#server/api/declare.ts'
import { adminRefusals, everybody, staff } from '#server/permissions.ts'

const tags = ['storage']
const path = '/storage/{bucket}/{folder}/{file}'
const name = `${exampleId}_0_1763680000000`

const address = z.object({
  bucket: z
    .string()
    .openapi({ description: '`product-images`, `ad-images`, `promotional-images` or `promotional-videos`', example: 'product-images' }),
  folder: z.string().openapi({ description: '`products`, `ads`, `images` or `videos`, in the order of the buckets', example: 'products' }),
  file: z.string().openapi({
    description: '`{productId}_{index}_{timestamp}.{ext}` for a product, `{timestamp}.{ext}` for others; the timestamp in milliseconds',
    example: `${name}.webp`,
  }),
})

const example = {
  bucket: 'product-images',
  path: `products/${name}.webp`,
  public_url: `/files/product-images/products/${name}.webp`,
  content_type: 'image/webp',
  byte_count: 48_213,
}

const file = namedSchema('File', storedFile, example)
const kept = file.extend(keptFile.shape).openapi('KeptFile', { example: { ...example, width: 4000, height: 3200, variants: [] } })

const bytes = { schema: z.string().openapi({ format: 'binary' }) }

const put = createRoute({
  method: 'post',
  path,
  who: staff('keep_files'),
  operationId: 'uploadFile',
  tags,
  summary: 'Upload a picture or a video, in place of what is there unless something else shows it',
  description:
    'The body is the file. What it is, its bytes decide: JPG, PNG or WebP up to 10 MB, written anew without what the camera noted; MP4, WebM, OGG, MOV or AVI up to 50 MB, kept as they are. A file that nothing refers to within a day is removed.',
  request: { params: address, body: { required: true, content: { 'image/*': bytes, 'video/*': bytes, 'application/octet-stream': bytes } } },
  responses: {
    201: jsonResponse(kept, 'The file as it is kept'),
    ...refusals(
      ...withBody,
      ...([...adminRefusals, 'not_found', 'product_not_found', 'file_shown', 'file_refused', 'file_too_large'] as const),
      ...(['too_many', 'storage_full', 'storage_failed'] as const),
    ),
  },
})

export function storageRoutes(api: Api) {
  api.openapi(put, async (c) => {
    return c.json(await putFile(c.var.ctx, c.req.valid('param'), c.req.raw.body ?? new Blob([]).stream()), 201)
  })
  addRoute(api, 'GET /storage/{bucket}/{folder}/{file}', {
    who: everybody,
    name: 'getFileAddress',
    summary: 'The public address of a file',
    description: 'Also by the name that a picture was sent under.',
    params: address,
    answer: file,
    said: 'The file',
    problems: ['file_not_found', 'storage_failed'],
    run: async ({ ctx, params }) => {
      const found = await findFile(ctx, fileKeyOf(params))
      if (!found) throw new Problem('file_not_found')
      const [bucket, ...path] = found.key.split('/') as [string, string, string]
      return { bucket, path: path.join('/'), public_url: fileUrl(found.key), content_type: typeOf(found.key), byte_count: found.bytes }
    },
  })
  addRoute(api, 'DELETE /storage/{bucket}/{folder}/{file}', {
    who: staff('keep_files'),
    name: 'removeFile',
    summary: 'Remove a file and what was made of it',
    description: 'Refused while something shows it. What a product, ad or promotion let go of is removed by itself within hours.',
    params: address,
    problems: ['file_not_found', 'file_in_use', 'storage_failed'],
    run: ({ ctx, params }) => removeFile(ctx, fileKeyOf(params)),
  })
}

function fileKeyOf({ bucket, folder, file }: FileAddress): string {
  return `${bucket}/${folder}/${file}`
}
