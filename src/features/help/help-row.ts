import { type SQL, sql } from 'drizzle-orm'
import { withoutNotes } from '#domain/help-sections.ts'
import type { Context } from '#features/context.ts'
import { iso } from '#features/orders/order-row.ts'

/** A section as it is written. */
export interface HelpRow {
  id: string
  slug: string
  title: string
  /** Markdown; placeholders stand in braces. Notes for the merchant are there for admins alone. */
  body: string
  position: number
  /** ISO 8601, to the millisecond. */
  updated_at: string
  /** For admins: null until somebody of the shop has saved it. */
  updated_by?: string | null
}

/** In the order of the page. */
export async function readHelpRows({ db, actor }: Pick<Context, 'db' | 'actor'>, where: SQL = sql`true`): Promise<HelpRow[]> {
  const { rows } = await db.execute<Required<HelpRow> & Record<string, unknown>>(sql`
    select id, slug, title, body, position, updated_at, updated_by from help_sections where ${where} order by position`)
  return rows.map(({ updated_by, ...stored }) => {
    const row = { ...stored, updated_at: iso(stored.updated_at) }
    return actor.isAdmin ? { ...row, updated_by } : { ...row, body: withoutNotes(row.body) }
  })
}
