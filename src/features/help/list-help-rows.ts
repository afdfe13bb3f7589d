import type { Context } from '#features/context.ts'
import { type HelpRow, readHelpRows } from '#features/help/help-row.ts'

/** What the help page says, as it is written, in the order of the page; admins also see their notes, and who saved it last. */
export function listHelpRows(ctx: Pick<Context, 'db' | 'actor'>): Promise<HelpRow[]> {
  return readHelpRows(ctx)
}
