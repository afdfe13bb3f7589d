import { sql } from 'drizzle-orm'
import { type Bucket, stemOf } from '#domain/storage.ts'
import type { Context } from '#features/context.ts'

/** How long an upload waits for something to refer to it, before it goes: a form may lie open over night. */
const unusedFor = sql`interval '24 hours'`

export interface ClaimedStem {
  stem: string
  /** Whether something lies there already, which is about to be replaced. */
  isTaken: boolean
}

/**
 * Writes down that there will be a file, before there is one: what a crash leaves half kept is then found and removed. `under` is its name, in place of
 * what is there; without one it is `prefix` and the milliseconds of now, moved on until nobody has that name (spec §7, Storage).
 */
export async function claimStem(ctx: Context, bucket: Bucket, { prefix = '', under }: { prefix?: string; under?: string }): Promise<ClaimedStem> {
  const values = sql`${ctx.actor.userId}::uuid, ${ctx.now}, ${ctx.now} + ${unusedFor}`
  if (under !== undefined) {
    const { rows } = await ctx.db.execute<{ isTaken: boolean }>(sql`
      insert into stored_files (stem, uploaded_by, created_at, remove_after) values (${stemOf(bucket, under)}, ${values})
      on conflict (stem) do update set uploaded_by = excluded.uploaded_by,
        remove_after = case when stored_files.remove_after is not null or stored_files.removed_at is not null then excluded.remove_after end, removed_at = null
      returning xmax <> 0 as "isTaken"`)
    return { stem: stemOf(bucket, under), isTaken: rows[0]?.isTaken ?? false }
  }
  for (let later = 0; ; later++) {
    const { rows } = await ctx.db.execute<{ stem: string }>(sql`
      insert into stored_files (stem, uploaded_by, created_at, remove_after)
      select ${stemOf(bucket, prefix)}::text || (floor(extract(epoch from ${ctx.now}) * 1000)::bigint + ${later}::integer), ${values}
      on conflict (stem) do nothing returning stem`)
    if (rows[0]) return { stem: rows[0].stem, isTaken: false }
  }
}

/** Nothing was kept after all: the job takes away what there is of it. */
export async function giveUpStem(ctx: Context, { stem, isTaken }: ClaimedStem): Promise<void> {
  if (!isTaken) await ctx.db.execute(sql`update stored_files set remove_after = ${ctx.now} where stem = ${stem} and remove_after is not null`)
}
