import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { isFileKey, keysOf, stemOfKey } from '#domain/storage.ts'
import { showingWords, shownBy } from '#features/files/file-references.ts'

/** Removes a file and all its copies, at once. `key` is `<bucket>/<path>`. */
export async function removeFile(ctx: Context, key: string): Promise<void> {
  requirePermission(ctx, 'keep_files')
  const stem = stemOfKey(key)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select content_type, byte_count from stored_files where stem = ${stem} and removed_at is null for update`)
    const [before] = rows
    if (stem === null || !before) throw new Problem('file_not_found')
    const showing = await shownBy(tx, stem)
    if (showing) throw new Problem('file_in_use', { detail: showingWords[showing] })
    await forgetFile(tx, ctx, stem)
    await writeAudit(tx, ctx, { action: 'file removed', table: 'stored_files', id: stem, before })
  })
}

/**
 * Removes a file whose row is locked, with all its copies. The bytes go first: after a crash in between, the job removes them once more. A handwritten address
 * may be no valid file name: then there is only the row to change.
 */
async function forgetFile(tx: Database, ctx: Context, stem: string): Promise<void> {
  await ctx.services.files.remove(keysOf(stem).filter(isFileKey))
  await tx.execute(sql`update stored_files set removed_at = ${ctx.now}, remove_after = null where stem = ${stem}`)
}

/** Files in one run of the job; the rest wait for the next. */
const most = 1_000
/** After so many failed removals the storage itself has a problem, not a single file: the run ends. */
const mostRefused = 5

/**
 * Removes the files that nothing refers to any more (decisions, Catalogue): those of deleted products, ads and promotions, and uploads that were never used.
 * May run any number of times, in any number of processes. A file that the storage fails to remove is tried again in an hour, after all others. Returns how
 * many files were removed.
 */
export async function removeUnreferencedFiles(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  await ctx.services.files.sweep()
  const outcomes = { gone: 0, shown: 0, refused: 0 }
  for (let seen = 0; seen < most && outcomes.refused < mostRefused; seen++) {
    const next = await lookAtNext(ctx)
    if (next === 'none') break
    outcomes[next]++
  }
  return outcomes.gone
}

/** A simultaneous request that begins to show the file waits for its row, and is then refused. */
async function lookAtNext(ctx: Context): Promise<'gone' | 'shown' | 'refused' | 'none'> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ stem: string }>(sql`
      select stem from stored_files where remove_after <= ${ctx.now} order by remove_after limit 1 for update skip locked`)
    const stem = rows[0]?.stem
    if (stem === undefined) return 'none'
    const showing = await shownBy(tx, stem)
    if (showing) {
      // A deleted order does not release its pictures, so the job checks those again.
      const again = showing === 'order' ? sql`${ctx.now} + interval '30 days'` : sql`null`
      await tx.execute(sql`update stored_files set remove_after = ${again} where stem = ${stem}`)
      return 'shown'
    }
    try {
      await forgetFile(tx, ctx, stem)
      return 'gone'
    } catch (error) {
      if (!isProblem(error) || error.code !== 'storage_failed') throw error
      ctx.log.warn({ stem }, 'the storage did not remove a file; it is tried again in an hour')
      await tx.execute(sql`update stored_files set remove_after = ${ctx.now} + interval '1 hour' where stem = ${stem}`)
      return 'refused'
    }
  })
}
