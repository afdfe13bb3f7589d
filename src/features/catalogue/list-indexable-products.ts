import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

export interface IndexableProduct {
  id: string
  /** When the content of its page last changed. */
  changed_at: Date
}

const onTheShelf = sql`is_available and archived_at is null`

/** Products that search engines may list: those on the shelf, sold out or not. */
export async function countIndexableProducts({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::integer as count from products where ${onTheShelf}`)
  return rows[0]?.count ?? 0
}

/** A part of them, ordered by id: `most` after the first `skipped`. */
export async function listIndexableProducts(
  { db }: Pick<Context, 'db'>,
  { skipped, most }: { skipped: number; most: number },
): Promise<IndexableProduct[]> {
  const { rows } = await db.execute<{ id: string; changed_at: string }>(sql`
    select id, coalesce(changed_at, created_at) as changed_at from products where ${onTheShelf} order by id offset ${skipped} limit ${most}`)
  return rows.map(({ id, changed_at }) => ({ id, changed_at: new Date(changed_at) }))
}
