import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { consume } from '#core/rate-limit.ts'
import { Problem } from '#domain/problem.ts'
import { type Bucket, buckets, fileTypes, fileUrl, isBucket, type PictureBucket, pictureFiles, readFileName, uploadLimits } from '#domain/storage.ts'
import { type KeptFile, keepFile } from '#features/files/keep-file.ts'
import { recogniseVideo } from '#services/files/recognise-video.ts'

interface PictureUpload {
  bucket: PictureBucket
  /** Of a picture in `product-images`: its product, and its place when it was sent, 0 by default. */
  productId?: string
  index?: number
  /** The file, or the body that carries it; at most 10 MB. */
  bytes: Uint8Array | ReadableStream<Uint8Array>
  /** The sender's name for the file, used only in the text of a refusal. */
  name: string
  /** The name to keep it under, without ending, replacing an existing file; otherwise the shop makes one (spec §7, Storage). */
  under?: string
  /** The address at another site that it was fetched from. */
  from?: string
}

/** Recognises a picture by its bytes, writes it in every size that the pages use, and keeps it. It is removed after a day if nothing refers to it by then. */
export async function uploadPicture(ctx: Context, { bucket, productId, index = 0, bytes, name, under, from }: PictureUpload): Promise<KeptFile> {
  requirePermission(ctx, 'keep_files')
  if (bucket === 'product-images') await requireProduct(ctx, productId)
  await consume(ctx, 'upload_account', ctx.actor.userId)
  const whole = bytes instanceof Uint8Array ? bytes : await readWhole(bytes)
  const picture = await ctx.services.pictures.encode(whole, name, { withPreview: bucket === 'product-images' })
  const kept = await keepFile(ctx, {
    bucket,
    under,
    from,
    prefix: bucket === 'product-images' ? `${productId}_${index}_` : '',
    files: picture.files.map(({ ending, bytes }) => ({ ending, body: bytes })),
    size: picture,
  })
  const base = `${bucket}/${kept.path.replace(/\.webp$/, '')}`
  const variants = pictureFiles
    .slice(1)
    .map(({ ending, width }) => ({ url: fileUrl(base + ending), width, content_type: fileTypes[ending.slice(-4)] as string }))
  return { ...kept, variants }
}

async function requireProduct(ctx: Context, id: string | undefined): Promise<void> {
  const { rows } = id && isUuid(id) ? await ctx.db.execute(sql`select from products where id = ${id} and archived_at is null`) : { rows: [] }
  if (rows.length === 0) throw new Problem('product_not_found')
}

/** Stops reading at the size limit. */
async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > uploadLimits.pictureBytes) throw new Problem('file_too_large', { detail: `${uploadLimits.pictureBytes / 2 ** 20} MB` })
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}

interface VideoUpload {
  /** At most 50 MB. It goes to disk piece by piece. */
  body: ReadableStream<Uint8Array>
  /** The sender's name for the file, used only in the text of a refusal. */
  name: string
  /** The name to keep it under, without ending, replacing an existing file. */
  under?: string
  /** The address at another site that it was fetched from. */
  from?: string
}

/** Keeps a video as it is, in `promotional-videos`, under the ending that matches its bytes. It is removed after a day if nothing refers to it by then. */
export async function uploadVideo(ctx: Context, { body, name, under, from }: VideoUpload): Promise<KeptFile> {
  requirePermission(ctx, 'keep_files')
  await consume(ctx, 'upload_account', ctx.actor.userId)
  const incoming = await ctx.services.files.receive(body, uploadLimits.videoBytes)
  try {
    const ending = await recogniseVideo(incoming.path, name)
    return await keepFile(ctx, { bucket: 'promotional-videos', under, from, files: [{ ending: `.${ending}`, body: incoming }] })
  } finally {
    await incoming.discard()
  }
}

/** An address of the storage as its caller wrote it: `ad-images`, `ads`, `1763680000000.png`. */
export interface FileAddress {
  bucket: string
  folder: string
  file: string
}

/**
 * Uploads to a name of the caller's choice, and replaces an existing file (spec §7, Storage). Only the specification's names are allowed. Problems: forbidden,
 * not_found for a name that no file can have, and those of `uploadPicture` and `uploadVideo`.
 */
export async function putFile(ctx: Context, address: FileAddress, body: ReadableStream<Uint8Array>): Promise<KeptFile> {
  requirePermission(ctx, 'keep_files')
  const { bucket, under } = readAddress(address)
  const name = address.file
  if (bucket === 'promotional-videos') return uploadVideo(ctx, { body, name, under })
  const productId = bucket === 'product-images' ? under.split('_')[0] : undefined
  return uploadPicture(ctx, { bucket, productId, bytes: body, name, under })
}

function readAddress({ bucket, folder, file }: FileAddress): { bucket: Bucket; under: string } {
  const under = isBucket(bucket) && buckets[bucket].folder === folder ? readFileName(bucket, file) : null
  if (!isBucket(bucket) || under === null) throw new Problem('not_found')
  return { bucket, under }
}
