import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { getHelpRow } from '#features/help/get-help-row.ts'
import { helpChanges } from '#features/help/help-input.ts'
import type { HelpRow } from '#features/help/help-row.ts'
import { renderHelp } from '#features/help/render-help.ts'
import { read } from '#features/input.ts'
import { writeChange } from '#features/write-audit.ts'

/**
 * Writes a section of the help page anew. Who would write over a version they have not read is told so, with what stands there now as `facts`.
 * Problems: signed_out, forbidden, bad_input, help_not_found, help_changed.
 */
export async function changeHelp(ctx: Context, id: string, sent: unknown): Promise<HelpRow> {
  const { userId } = requireAdmin(ctx)
  const { updated_at: seen, ...changes } = read(helpChanges, sent)
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const { id: known } = await getHelpRow(inside, id)
    await tx.execute(sql`select from help_sections where id = ${known} for update`)
    const before = await getHelpRow(inside, known)
    if (new Date(before.updated_at).getTime() !== new Date(seen).getTime()) {
      const { title, body, updated_at } = before
      throw new Problem('help_changed', { facts: { title, body, updated_at } })
    }
    const { title, body } = { ...before, ...changes }
    // What could not be shown is not kept.
    renderHelp({ slug: before.slug, body }, ctx.services.shop)
    // Two versions never carry the same instant, however fast they follow each other.
    await tx.execute(sql`
      update help_sections set title = ${title}, body = ${body}, updated_by = ${userId}::uuid,
        updated_at = greatest(${ctx.now}, updated_at + interval '1 millisecond')
      where id = ${known}`)
    const after = await getHelpRow(inside, known)
    await writeChange(tx, ctx, { action: 'help changed', table: 'help_sections', id: known, before: loggedHelp(before), after: loggedHelp(after) })
    return after
  })
}

function loggedHelp({ title, body }: HelpRow) {
  return { title, body }
}
