import { type Context, requirePermission } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { type Bucket, buckets, isBucket, readFileName } from '#domain/storage.ts'
import type { KeptFile } from '#features/files/keep-file.ts'
import { uploadPicture } from '#features/files/upload-picture.ts'
import { uploadVideo } from '#features/files/upload-video.ts'

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
