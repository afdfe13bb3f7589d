import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isFileKey, keysOf } from '#domain/storage.ts'
import type { Context } from '#features/context.ts'

/**
 * Takes away a file whose row is locked, with all that was made of it. The bytes go first: after a crash in between, they are looked for once more. An
 * address that somebody wrote by hand may name what no file is called: of it there is only the row.
 */
export async function forgetFile(tx: Database, ctx: Context, stem: string): Promise<void> {
  await ctx.services.files.remove(keysOf(stem).filter(isFileKey))
  await tx.execute(sql`update stored_files set removed_at = ${ctx.now}, remove_after = null where stem = ${stem}`)
}
