import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { useCases } from '#domain/roles.ts'
import { type Bucket, fileUrl, stemOf, typeOf } from '#domain/storage.ts'
import { showingWords, shownBy } from '#features/files/file-references.ts'
import { isLive } from '#features/people/find-actor.ts'
import type { Incoming } from '#services/files/files.ts'

/** A file of the storage, named as spec §7 names it. */
export const storedFile = z.object({
  bucket: z.string(),
  path: z.string().meta({ description: 'In the bucket. A picture is kept as WebP, whatever it was sent as; a video as what its bytes are' }),
  public_url: z.string().meta({ description: 'What goes into `image_url` and `content_url`' }),
  content_type: z.string(),
  byte_count: z.int(),
})
export const keptFile = storedFile.extend({
  width: z.int().nullable().meta({ description: 'Pixels, as it was sent; null for a video' }),
  height: z.int().nullable(),
  variants: z
    .array(z.object({ url: z.string(), width: z.int(), content_type: z.string() }))
    .meta({ description: 'The same picture in other sizes and formats' }),
})
export type KeptFile = z.infer<typeof keptFile>

interface Upload {
  bucket: Bucket
  prefix?: string
  under?: string
  /** All copies of the file; its address names the first. */
  files: { ending: string; body: Uint8Array | Incoming }[]
  size?: { width: number; height: number }
  /** The address at another site that it was fetched from. */
  from?: string
}

/** Keeps an upload, all of it or nothing. */
export async function keepFile(ctx: Context, { bucket, prefix, under, files, size, from }: Upload): Promise<KeptFile> {
  await refuseEndedSession(ctx)
  const claimed = await claimStem(ctx, bucket, { prefix, under })
  const [main] = files as [Upload['files'][number]]
  const key = claimed.stem + main.ending
  const byteCount = bytesOf(main.body)
  try {
    // The main file is written last: a reader who finds it finds the copies.
    for (const { ending, body } of files.toReversed()) await ctx.services.files.put(claimed.stem + ending, body)
  } catch (error) {
    await giveUpStem(ctx, claimed)
    throw error
  }
  const facts = { content_type: typeOf(key), byte_count: byteCount, width: size?.width ?? null, height: size?.height ?? null }
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`
      update stored_files set content_type = ${facts.content_type}, byte_count = ${facts.byte_count}, width = ${facts.width}, height = ${facts.height},
        fetched_from = ${from ?? null} where stem = ${claimed.stem}`)
    await writeAudit(tx, ctx, {
      action: claimed.isTaken ? 'file replaced' : 'file uploaded',
      table: 'stored_files',
      id: claimed.stem,
      after: { ...facts, ...(from && { fetched_from: from }) },
    })
  })
  return { bucket, path: key.slice(bucket.length + 1), public_url: fileUrl(key), ...facts, variants: [] }
}

function bytesOf(body: Uint8Array | Incoming): number {
  return body instanceof Uint8Array ? body.byteLength : body.bytes
}

/** A body may take minutes to come in: the user may have signed out meanwhile, or lost the role. */
async function refuseEndedSession(ctx: Context): Promise<void> {
  if (ctx.actor.sessionId === null) return
  const { rows } = await ctx.db.execute(sql`
    select from auth.sessions s join profiles p on p.id = s.user_id where s.id = ${ctx.actor.sessionId} and p.role = any(${`{${useCases.keep_files.join(',')}}`}::text[]) and ${isLive(ctx)}`)
  if (rows.length === 0) throw new Problem('signed_out')
}

/** How long an unused upload is kept: a form may stay open over night. */
const unusedFor = sql`interval '24 hours'`

export interface ClaimedStem {
  stem: string
  /** Whether a file with this name exists already, which the upload replaces. */
  isTaken: boolean
}

/**
 * Records a file before it is written, so that the job finds and removes what a crash leaves half written. `under` is its name, and replaces an existing file that at most its
 * own product's gallery shows (problem `file_shown`): an upload changes nothing that an order, the shop or another row shows. Without it the name is `prefix` and the present time in milliseconds, increased until no file has that name (spec §7, Storage).
 */
async function claimStem(ctx: Context, bucket: Bucket, { prefix = '', under }: { prefix?: string; under?: string }): Promise<ClaimedStem> {
  const values = sql`${ctx.actor.userId}::uuid, ${ctx.now}, ${ctx.now} + ${unusedFor}`
  if (under !== undefined) {
    const stem = stemOf(bucket, under)
    const own = bucket === 'product-images' ? (under.split('_')[0] as string) : null
    return ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ isTaken: boolean }>(sql`
      insert into stored_files (stem, uploaded_by, created_at, remove_after) values (${stem}, ${values})
      on conflict (stem) do update set uploaded_by = excluded.uploaded_by,
        remove_after = case when stored_files.remove_after is not null or stored_files.removed_at is not null then excluded.remove_after end, removed_at = null
      returning xmax <> 0 as "isTaken"`)
      const showing = rows[0]?.isTaken ? await shownBy(tx, stem, own) : null
      if (showing) throw new Problem('file_shown', { detail: showingWords[showing] })
      return { stem, isTaken: rows[0]?.isTaken ?? false }
    })
  }
  for (let later = 0; ; later++) {
    const { rows } = await ctx.db.execute<{ stem: string }>(sql`
      insert into stored_files (stem, uploaded_by, created_at, remove_after)
      select ${stemOf(bucket, prefix)}::text || (floor(extract(epoch from ${ctx.now}) * 1000)::bigint + ${later}::integer), ${values}
      on conflict (stem) do nothing returning stem`)
    if (rows[0]) return { stem: rows[0].stem, isTaken: false }
  }
}

/** No file was kept after all: the job removes what was written of it. */
async function giveUpStem(ctx: Context, { stem, isTaken }: ClaimedStem): Promise<void> {
  if (!isTaken) await ctx.db.execute(sql`update stored_files set remove_after = ${ctx.now} where stem = ${stem} and remove_after is not null`)
}
