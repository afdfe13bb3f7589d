import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { isFileKey, keysOf } from '#domain/storage.ts'

/**
 * Removes a file whose row is locked, with all its copies. The bytes go first: after a crash in between, the job removes them once more. A handwritten address
 * may be no valid file name: then there is only the row to change.
 */
export async function forgetFile(tx: Database, ctx: Context, stem: string): Promise<void> {
  await ctx.services.files.remove(keysOf(stem).filter(isFileKey))
  await tx.execute(sql`update stored_files set removed_at = ${ctx.now}, remove_after = null where stem = ${stem}`)
}
