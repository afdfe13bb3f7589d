import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { stemOfKey } from '#domain/storage.ts'
import { forgetFile } from '#features/files/forget-file.ts'
import { showingWords, shownBy } from '#features/files/shown-by.ts'

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
