import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { type Bucket, stemOf } from '#domain/storage.ts'
import { showingWords, shownBy } from '#features/files/shown-by.ts'

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
export async function claimStem(ctx: Context, bucket: Bucket, { prefix = '', under }: { prefix?: string; under?: string }): Promise<ClaimedStem> {
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
export async function giveUpStem(ctx: Context, { stem, isTaken }: ClaimedStem): Promise<void> {
  if (!isTaken) await ctx.db.execute(sql`update stored_files set remove_after = ${ctx.now} where stem = ${stem} and remove_after is not null`)
}
