import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { CartLine } from '#domain/cart.ts'
import { isSeen } from '#domain/plain-text.ts'

const text = (most: number) => z.string().max(most).refine(isSeen)
const count = z.int().min(0).max(1_000_000)
const lines: z.ZodType<CartLine[]> = z
  .array(
    z.object({
      id: z.uuid(),
      size: text(40),
      name: text(300),
      price: count,
      image_url: text(500).nullable(),
      quantity: count.min(1),
      stock: count,
    }),
  )
  .max(100)

/**
 * Keeps the cart of a buyer who signs out, so that the browser can forget it: phones go from hand to hand, and buyers expect their cart when they are back.
 * Ignores an invalid cart, and the cart of a visitor who is not signed in; an empty cart deletes the kept one. A problem with the cart never stops the
 * sign-out.
 */
export async function keepCart(ctx: Context, sent: string): Promise<void> {
  const { userId } = ctx.actor
  const cart = userId === null ? null : cartIn(sent)
  if (cart === null) return
  if (cart.length === 0) await ctx.db.execute(sql`delete from carts where user_id = ${userId}`)
  else
    await ctx.db.execute(sql`
      insert into carts (user_id, lines, saved_at) values (${userId}, ${JSON.stringify(cart)}::jsonb, ${ctx.now})
      on conflict (user_id) do update set lines = excluded.lines, saved_at = excluded.saved_at`)
}

function cartIn(sent: string): CartLine[] | null {
  try {
    return lines.safeParse(JSON.parse(sent)).data ?? null
  } catch {
    return null
  }
}

/** Hands a buyer's kept cart over to the browser in which they have just signed in, and deletes it here. Prices may be old: the cart reads the current ones. */
export async function takeCart({ db }: Pick<Context, 'db'>, userId: string): Promise<CartLine[]> {
  const { rows } = await db.execute<{ lines: CartLine[] }>(sql`delete from carts where user_id = ${userId} returning lines`)
  return rows[0]?.lines ?? []
}
