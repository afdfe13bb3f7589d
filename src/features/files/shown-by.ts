import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { addressesOf } from '#domain/storage.ts'

export type Showing = 'product' | 'ad' | 'promotion' | 'category' | 'shop' | 'order'

/** What still shows a file, or null. Lock the file's row first: then only an order that copies it from a gallery can begin to show it. */
export async function shownBy(tx: Database, stem: string): Promise<Showing | null> {
  const addresses = sql`any(array(select jsonb_array_elements_text(${JSON.stringify(addressesOf(stem))}::jsonb)))`
  const { rows } = await tx.execute<{ by: Showing | null }>(sql`
    select case
      when exists (select from product_images where image_url = ${addresses}) then 'product'
      when exists (select from ads where image_url = ${addresses}) then 'ad'
      when exists (select from promotional_content where content_url = ${addresses} or poster_url = ${addresses}) then 'promotion'
      when exists (select from categories where image_url = ${addresses}) then 'category'
      when exists (select from shop_settings where file_url = ${addresses}) then 'shop'
      when exists (select from order_items where image_url = ${addresses}) then 'order'
    end as by`)
  return rows[0]?.by ?? null
}
