import type { Database } from '#db/client.ts'
import { categories } from '#db/schema.ts'

/** Finds a category by its slug, or by its name where only one is called so. */
export async function findCategories(db: Database): Promise<(text: string) => string | null> {
  const rows = await db.select({ id: categories.id, name: categories.name, slug: categories.slug }).from(categories)
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  return (text) => {
    const word = text.trim().toLowerCase()
    const named = rows.filter(({ name }) => name.toLowerCase() === word)
    return bySlug.get(word) ?? (named.length === 1 ? (named[0]?.id ?? null) : null)
  }
}
