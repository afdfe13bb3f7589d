import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { CartLine } from '#domain/cart.ts'

/** Hands a buyer's kept cart over to the browser in which they have just signed in, and deletes it here. Prices may be old: the cart reads the current ones. */
export async function takeCart({ db }: Pick<Context, 'db'>, userId: string): Promise<CartLine[]> {
  const { rows } = await db.execute<{ lines: CartLine[] }>(sql`delete from carts where user_id = ${userId} returning lines`)
  return rows[0]?.lines ?? []
}
