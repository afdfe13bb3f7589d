import { type SQL, sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import { type Context, requireUser } from '#features/context.ts'
import { readCursor, writeCursor } from '#features/cursor.ts'
import { type OrderRow, orderColumns, type StoredOrder, toOrderRow } from '#features/orders/order-row.ts'

export interface OrderFilter {
  user_id?: string
  affiliate_id?: string
  status?: OrderStatus
  cursor?: string
  limit?: number
}

/**
 * Orders, newest first, at most 100 at a time. An admin sees all of them; everybody else their own, whatever the filter asks for: about other people's
 * the answer is the same as about none. Discarded orders are in no list. Problems: signed_out, malformed.
 */
export async function listOrders(ctx: Context, filter: OrderFilter = {}): Promise<{ data: OrderRow[]; next: string | null }> {
  const limit = Math.min(filter.limit ?? 24, 100)
  const conditions: SQL[] = [sql`o.discarded_at is null`]
  if (!ctx.actor.isAdmin) conditions.push(sql`o.user_id = ${requireUser(ctx).userId}`)
  if (filter.user_id) conditions.push(sql`o.user_id = ${filter.user_id}`)
  if (filter.affiliate_id) conditions.push(sql`o.affiliate_id = ${filter.affiliate_id}`)
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`)
  if (filter.cursor) {
    const [instant, id] = readCursor(filter.cursor, 'instant')
    conditions.push(sql`(o.created_at, o.id) < (${instant}::timestamptz, ${id}::uuid)`)
  }
  const { rows } = await ctx.db.execute<StoredOrder>(sql`
    select ${orderColumns} from orders o left join profiles f on f.id = o.affiliate_id
    where ${sql.join(conditions, sql` and `)} order by o.created_at desc, o.id desc limit ${limit + 1}`)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map((row) => toOrderRow(ctx, row)),
    next: rows.length > limit && last ? writeCursor([last.created_at, last.id]) : null,
  }
}
