import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** Which of these addresses a gallery shows. */
export async function listShown(ctx: Pick<Context, 'db'>, addresses: string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ address: string }>(sql`
    select distinct image_url as address from product_images where image_url = any(array(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))`)
  return rows.map(({ address }) => address)
}
