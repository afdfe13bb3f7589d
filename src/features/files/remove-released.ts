import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'
import { forgetFile } from '#features/files/forget-file.ts'
import { shownBy } from '#features/files/shown-by.ts'

/** Files in one turn of the job; what is left waits for the next. */
const most = 1_000

/**
 * Removes the files that nothing refers to any more (decisions, Catalogue): those of deleted products, ads and promotions, and uploads that nothing came to
 * use. Any number of times, in any number of processes. Problems: forbidden, storage_failed. Answers how many went.
 */
export async function removeReleased(ctx: Context): Promise<number> {
  requireAdmin(ctx)
  await ctx.services.files.sweep()
  let gone = 0
  for (let seen = 0; seen < most; seen++) {
    const next = await lookAtNext(ctx)
    if (next === 'none') break
    if (next === 'gone') gone++
  }
  return gone
}

/** Whoever begins to show the file meanwhile waits for its row, and is told. */
async function lookAtNext(ctx: Context): Promise<'gone' | 'shown' | 'none'> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ stem: string }>(sql`
      select stem from stored_files where remove_after <= ${ctx.now} order by remove_after limit 1 for update skip locked`)
    const stem = rows[0]?.stem
    if (stem === undefined) return 'none'
    const showing = await shownBy(tx, stem)
    if (showing) {
      // Orders are wiped without a word about their pictures, so those are looked at again.
      const again = showing === 'order' ? sql`${ctx.now} + interval '30 days'` : sql`null`
      await tx.execute(sql`update stored_files set remove_after = ${again} where stem = ${stem}`)
      return 'shown'
    }
    await forgetFile(tx, ctx, stem)
    return 'gone'
  })
}
