import type { HelpSection } from '#domain/help-sections.ts'
import type { Context } from '#features/context.ts'
import { readHelpRows } from '#features/help/help-row.ts'
import { renderHelp } from '#features/help/render-help.ts'

/** What the help page shows: its sections, each in pieces that are safe to show. The same for everybody. */
export async function listHelp(ctx: Pick<Context, 'db' | 'actor' | 'services'>): Promise<HelpSection[]> {
  const rows = await readHelpRows(ctx)
  return rows.map(({ slug, title, body }) => ({ slug, title, pieces: renderHelp({ slug, body }, ctx.services.shop) }))
}
