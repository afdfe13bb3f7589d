import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { type HelpRow, readHelpRows } from '#features/help/help-row.ts'

/** One section as it is written. Problem `help_not_found`. */
export async function getHelpRow(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<HelpRow> {
  const [row] = isUuid(id) ? await readHelpRows(ctx, sql`id = ${id}`) : []
  if (!row) throw new Problem('help_not_found')
  return row
}
