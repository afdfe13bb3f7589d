import { sql } from 'drizzle-orm'
import type { CartLine } from '#domain/cart.ts'
import type { Context } from '#features/context.ts'

/** Hands the cart that was kept for somebody over to the browser they have just signed in with; from then on it is there. Prices may be old: the cart asks the shelf. */
export async function takeCart({ db }: Pick<Context, 'db'>, userId: string): Promise<CartLine[]> {
  const { rows } = await db.execute<{ lines: CartLine[] }>(sql`delete from carts where user_id = ${userId} returning lines`)
  return rows[0]?.lines ?? []
}
