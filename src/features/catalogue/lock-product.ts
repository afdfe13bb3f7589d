import { sql } from 'drizzle-orm'
import { isUuid } from '#core/cursor.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'

/**
 * Locks a product until the transaction ends, so that two admins change it one after the other; orders are not blocked. Problem `product_not_found`, also for
 * an archived one.
 */
export async function lockProduct(tx: Database, id: string): Promise<void> {
  const { rows } = isUuid(id) ? await tx.execute(sql`select from products where id = ${id} and archived_at is null for no key update`) : { rows: [] }
  if (rows.length === 0) throw new Problem('product_not_found')
}

/**
 * The same for deleting the product: orders wait. It locks the product first against other admins, as every change does, then its sizes, and last the product
 * against orders: in this order no two transactions deadlock.
 */
export async function lockWholeProduct(tx: Database, id: string): Promise<void> {
  await lockProduct(tx, id)
  await tx.execute(sql`select from product_size where product_id = ${id} order by id for update`)
  await tx.execute(sql`select from products where id = ${id} for update`)
}
