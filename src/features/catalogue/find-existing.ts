import { inArray, sql } from 'drizzle-orm'
import { isUuid } from '#core/cursor.ts'
import type { Database } from '#db/client.ts'
import { shelf } from '#db/schema.ts'
import type { ProductDraft } from '#domain/product-csv.ts'
import { type ProductRow, rowColumns } from '#features/catalogue/product-row.ts'

/** The product that a row of a file refers to: `none` for a new one, or why the match is not clear. */
export type Meant = ProductRow | 'none' | { column: string; message: string }

/** Finds the existing products of all rows of a file at once: by id, otherwise by style code and name together (docs/decisions/0014). */
export async function findExisting(db: Database, drafts: ProductDraft[]): Promise<(draft: ProductDraft) => Meant> {
  const wanted = drafts.map(({ id, name, style_code }) => ({
    id: isUuid(id) ? id : null,
    name: id ? null : (name ?? null),
    style_code: style_code ?? null,
  }))
  const { rows } = await db.execute<{ id: string }>(sql`
    with wanted as materialized (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, name text, style_code text))
    select p.id from products p join wanted w on p.id = w.id where p.archived_at is null
    union
    select p.id from products p join wanted w on p.name = w.name and coalesce(p.style_code, '') = coalesce(w.style_code, '') where p.archived_at is null`)
  const ids = rows.map(({ id }) => id)
  const found = ids.length > 0 ? await db.select(rowColumns).from(shelf).where(inArray(shelf.id, ids)) : []
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  for (const row of found) {
    byId.set(row.id, row)
    const key = productKeyOf(row)
    if (!byName.get(key)?.push(row)) byName.set(key, [row])
  }
  return ({ id, name, style_code }) => {
    if (id) return byId.get(id) ?? { column: 'id', message: 'There is no product with this id. Empty the cell to make a new one.' }
    const same = byName.get(productKeyOf({ name: name ?? '', style_code: style_code ?? null })) ?? []
    if (same.length > 1) return { column: 'name', message: `${same.length} products have this name and style: write the id of the one you mean.` }
    return same[0] ?? 'none'
  }
}

function productKeyOf({ name, style_code }: { name: string; style_code: string | null }): string {
  return JSON.stringify([style_code ?? '', name])
}
