import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/** The code of a network that an ad shows, of an ad that is on; null for every other. */
export async function findEmbed({ db }: Pick<Context, 'db'>, id: string): Promise<{ title: string; code: string } | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.execute<{ title: string; code: string }>(
    sql`select title, embed_code as code from ads where id = ${id} and is_active and is_sponsored and embed_code is not null`,
  )
  return rows[0] ?? null
}
