import type { Context } from '#core/context.ts'
import { forgetMemo, memoizeFor } from '#core/memo.ts'
import type { Categories, MenuEntry } from '#domain/catalogue.ts'
import { sneakersSlug } from '#domain/catalogue.ts'
import { type CategoryRow, listOldSlugs, readCategoryRows } from '#features/catalogue/categories.ts'

/** All that the shop's pages and searches know of its categories. */
export interface ShopCategories extends Categories {
  /** Of the hidden ones too, by slug. */
  rows: Map<string, CategoryRow>
  /** Slugs that categories had before, and those of now. */
  moved: Map<string, string>
}

const key = 'categories'
let last: ShopCategories | null = null

/** The shop's categories. Each process keeps them until one of them changes, so that pages read them without a query. */
export function readCategories({ db }: Pick<Context, 'db'>): Promise<ShopCategories> {
  return memoizeFor(db, key, async () => keepCategories(await readCategoryRows(db), await listOldSlugs({ db })))
}

/** Keeps what was read of them for this process. */
export function keepCategories(rows: CategoryRow[], old: { slug: string; now: string }[]): ShopCategories {
  last = {
    menu: menuOf(rows),
    sneakers: rows.filter(({ is_sneaker }) => is_sneaker).map(({ slug }) => slug),
    rows: new Map(rows.map((row) => [row.slug, row])),
    moved: new Map(old.map(({ slug, now }) => [slug, now])),
  }
  return last
}

/** The menu for what every page has around it: as it last was while the database does not answer. */
export async function readMenu(ctx: Pick<Context, 'db'>): Promise<MenuEntry[]> {
  return (await readCategories(ctx).catch(() => last))?.menu ?? []
}

/** Whether the slug of an address is one of the shop's own, hidden or not, as this process last read them; any may be before the first page. */
export function isKnownSlug(slug: string): boolean {
  return slug === sneakersSlug || last === null || last.rows.has(slug)
}

/** Called where one of them has changed. */
export function forgetCategories(): void {
  forgetMemo(key)
}

/** What is shown, the children of a hidden category not. */
function menuOf(rows: CategoryRow[]): MenuEntry[] {
  const under = (parent: string | null) => rows.filter(({ parent_id, is_hidden }) => parent_id === parent && !is_hidden)
  const entry = ({ slug, name }: CategoryRow) => ({ slug, label: name })
  return under(null).map((top) => ({ ...entry(top), children: under(top.id).map(entry) }))
}

/** The categories themselves, also by a slug that they had before, and their children; `sneakers` is all sneaker categories (decisions, Catalogue). */
export function categoryIds({ rows, moved }: ShopCategories, slugs: string[]): string[] {
  const now = slugs.map((slug) => (rows.has(slug) ? slug : (moved.get(slug) ?? slug)))
  const isMeant = ({ slug, is_sneaker }: CategoryRow) => now.includes(slug) || (is_sneaker && slugs.includes(sneakersSlug))
  const meant = new Set([...rows.values()].filter(isMeant).map(({ id }) => id))
  return [...rows.values()].flatMap(({ id, parent_id }) => (meant.has(id) || (parent_id !== null && meant.has(parent_id)) ? [id] : []))
}
