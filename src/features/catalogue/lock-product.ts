import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { isUuid } from '#features/cursor.ts'

/**
 * Locks a product until the transaction ends, so that two admins change it one after the other; orders go on meanwhile, except while it is deleted.
 * Problem `product_not_found`, also for an archived one.
 */
export async function lockProduct(tx: Database, id: string, reason: 'change' | 'delete' = 'change'): Promise<void> {
  if (!isUuid(id)) throw new Problem('product_not_found')
  const strength = reason === 'delete' ? sql`for update` : sql`for no key update`
  const { rows } = await tx.execute(sql`select from products where id = ${id} and archived_at is null ${strength}`)
  if (rows.length === 0) throw new Problem('product_not_found')
}
