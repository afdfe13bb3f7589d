import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { type Bucket, endingOf, fileUrl, stemOf, uploadLimits } from '#domain/storage.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { uploadPicture, uploadVideo } from '#features/files/uploads.ts'

/** For so long the same address gives the copy that was already made: a form that is sent twice copies nothing twice. */
const fetchedFor = sql`interval '1 hour'`

/**
 * Returns the columns with our own addresses in place of those at other sites: pages show only our own files, so each is fetched once and kept like an upload.
 * `buckets` names the columns that show a file. Give it the request's own context and no transaction: a site may take 15 s. Problems: signed_out, forbidden,
 * bad_input with the cause beside the field, too_many, unavailable, storage_full, storage_failed.
 */
export async function keepWebFiles<Columns extends object>(
  ctx: Context,
  columns: Columns,
  buckets: Partial<Record<string, Bucket>>,
): Promise<Columns> {
  requirePermission(ctx, 'keep_files')
  const kept = { ...columns } as Record<string, unknown>
  for (const [field, bucket] of Object.entries<Bucket | undefined>(buckets)) {
    const address = kept[field]
    if (bucket && typeof address === 'string' && isWebAddress(address))
      kept[field] = (await findFetched(ctx, bucket, address)) ?? (await fetchInto(ctx, bucket, address, field))
  }
  return kept as Columns
}

async function findFetched({ db, now, actor }: Context, bucket: Bucket, address: string): Promise<string | null> {
  const { rows } = await db.execute<{ stem: string; content_type: string }>(sql`
    select stem, content_type from stored_files
    where fetched_from = ${address} and uploaded_by = ${actor.userId}::uuid and starts_with(stem, ${stemOf(bucket, '')})
      and removed_at is null and created_at > ${now} - ${fetchedFor} order by created_at desc limit 1`)
  const [file] = rows
  return file ? fileUrl(file.stem + endingOf(file.content_type)) : null
}

async function fetchInto(ctx: Context, bucket: Bucket, address: string, field: string): Promise<string> {
  await consume(ctx, 'upload_account', ctx.actor.userId)
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    if (bucket === 'promotional-videos') {
      const body = await ctx.services.webFiles.fetch(address, uploadLimits.videoBytes)
      return (await uploadVideo(ctx, { body, name, from: address })).public_url
    }
    const bytes = await ctx.services.webFiles.fetch(address, uploadLimits.pictureBytes)
    return (await uploadPicture(ctx, { bucket, bytes, name, from: address })).public_url
  } catch (error) {
    if (!isProblem(error) || (error.code !== 'file_refused' && error.code !== 'file_too_large')) throw error
    throw new Problem('bad_input', { fields: { [field]: error.message } })
  }
}
