import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { addressesOf } from '#domain/storage.ts'

/** What may show a file, in the words of a refusal. */
export const showingWords = {
  product: 'a product has it in its gallery',
  ad: 'an advertisement has it',
  promotion: 'a promotion has it',
  category: 'a category has it',
  shop: 'it is the logo of the shop',
  order: 'orders have it beside what was sold',
} as const
export type Showing = keyof typeof showingWords

/** What still shows a file, the gallery of `except` apart, or null. Lock the file's row first: then only an order that copies it from a gallery can begin to show it. */
export async function shownBy(tx: Database, stem: string, except: string | null = null): Promise<Showing | null> {
  const addresses = sql`any(array(select jsonb_array_elements_text(${JSON.stringify(addressesOf(stem))}::jsonb)))`
  const { rows } = await tx.execute<{ by: Showing | null }>(sql`
    select case
      when exists (select from product_images where image_url = ${addresses} and product_id is distinct from ${except}::uuid) then 'product'
      when exists (select from ads where image_url = ${addresses}) then 'ad'
      when exists (select from promotional_content where content_url = ${addresses} or poster_url = ${addresses}) then 'promotion'
      when exists (select from categories where image_url = ${addresses}) then 'category'
      when exists (select from shop_settings where file_url = ${addresses}) then 'shop'
      when exists (select from order_items where image_url = ${addresses}) then 'order'
    end as by`)
  return rows[0]?.by ?? null
}

/** Which of these addresses a gallery shows. */
export async function listShown(ctx: Pick<Context, 'db'>, addresses: string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ address: string }>(sql`
    select distinct image_url as address from product_images where image_url = any(array(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))`)
  return rows.map(({ address }) => address)
}
