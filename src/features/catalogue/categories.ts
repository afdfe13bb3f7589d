import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { newShapeOf, shapeOf } from '#core/column-schemas.ts'
import { type Context, requirePermission } from '#core/context.ts'
import { refusingViolation } from '#core/input.ts'
import { forgetMemo, memoizeFor } from '#core/memo.ts'
import type { Database } from '#db/client.ts'
import { categories } from '#db/schema.ts'
import { type Categories, type MenuEntry, sneakersSlug } from '#domain/catalogue.ts'
import { categoryColumns, slugHint, slugPattern } from '#domain/category.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'

/** All that the shop's pages and searches know of its categories. */
interface ShopCategories extends Categories {
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

const slug = z
  .string(slugHint)
  .trim()
  .toLowerCase()
  .max(60, 'Please keep this under 60 characters.')
  .regex(slugPattern, slugHint)
  .refine((slug) => slug !== sneakersSlug, 'This is the address of all sneakers. Choose another.')
  .meta({ description: 'Its address is `/category/{slug}`. A former one leads to that of now', example: 'school-shoes' })
/** An address belongs to the category that it leads to, until another takes it in so many words. */
const take_address = z
  .boolean('Write true or false.')
  .optional()
  .meta({ description: 'Takes an address that leads to another category, which had it before' })
export const categoryChanges = z.object({ ...shapeOf(categoryColumns), slug, take_address }).partial()
export const newCategory = z.object({
  ...newShapeOf(categoryColumns),
  slug: slug.optional().meta({ description: 'Without it, made of the name' }),
  take_address,
})

export const categoryRemoval = {
  products_to: z.uuid('Choose the category that its products go to, or none.').toLowerCase().or(z.literal('none')).optional().meta({
    description: 'The category that its products and what stands under it go to; its address leads there. `none` leaves the products without one',
  }),
}

/** A row of `categories` (spec §3), with what the owner says of it. */
export const categoryRow = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  parent_id: z.uuid().nullable(),
  position: z.int().meta({ description: 'Its place among its neighbours, from 0' }),
  is_hidden: z.boolean().meta({ description: 'In no menu. Only who may sell sees hidden ones' }),
  is_sneaker: z.boolean().meta({ description: 'On the page of all sneakers' }),
  image_url: z.string().nullable(),
})
export type CategoryRow = z.infer<typeof categoryRow>

/** In the order of the menu, top ones before those under them. */
export async function readCategoryRows(db: Database, where: SQL = sql`true`): Promise<CategoryRow[]> {
  const { id, name, slug, parent_id, position, is_hidden, is_sneaker, image_url } = categories
  return db
    .select({ id, name, slug, parent_id, position, is_hidden, is_sneaker, image_url })
    .from(categories)
    .where(where)
    .orderBy(sql`${parent_id} is not null`, position, slug)
}

/** Categories in the order of the menu, parents before their children; for who sells also the hidden ones. `parentId` null means the top ones only. */
export async function listCategories(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { parentId }: { parentId?: string | null } = {},
): Promise<CategoryRow[]> {
  const rows = await readCategoryRows(db)
  const isShown = ({ is_hidden, parent_id }: CategoryRow) => !is_hidden && !rows.some(({ id, is_hidden }) => id === parent_id && is_hidden)
  return rows.filter((row) => (may(actor, 'sell') || isShown(row)) && (parentId === undefined || row.parent_id === parentId))
}

/** The slugs that categories had before, each with that of now. */
async function listOldSlugs({ db }: Pick<Context, 'db'>): Promise<{ slug: string; now: string }[]> {
  const { rows } = await db.execute<{ slug: string; now: string }>(sql`
    select o.slug, c.slug as now from category_old_slugs o join categories c on c.id = o.category_id order by o.slug`)
  return rows
}

/** Finds a category's id by its slug, also one that it had before, or by its name where only one is called so. */
export async function findCategories(db: Database): Promise<(text: string) => string | null> {
  const rows = await readCategoryRows(db)
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  for (const { slug, now } of await listOldSlugs({ db })) bySlug.set(slug, bySlug.get(now) as string)
  return (text) => {
    const word = text.trim().toLowerCase()
    const named = rows.filter(({ name }) => name.toLowerCase() === word)
    return bySlug.get(word) ?? (named.length === 1 ? (named[0]?.id ?? null) : null)
  }
}

/** Runs a write of a product; a category that does not exist is named as a field. */
export function refusingUnknownCategory<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  return refusingViolation('products_category_id_fkey', { category_id: "We don't know this category." }, write)
}

/** A category as the panel lists it. */
export interface CategorySummary extends CategoryRow {
  /** Products of its own, without those of categories under it. */
  products: number
  /** Slugs that it had before, and those that were merged into it. */
  former: string[]
}

/** All categories, hidden ones too, in the order of the menu. */
export async function listCategorySummaries(ctx: Pick<Context, 'db' | 'actor'>): Promise<CategorySummary[]> {
  requirePermission(ctx, 'sell')
  const [rows, old, { rows: counts }] = [
    await listCategories(ctx),
    await listOldSlugs(ctx),
    await ctx.db.execute<{ id: string; products: number }>(sql`
      select category_id as id, count(*)::integer as products from products where archived_at is null and category_id is not null group by 1`),
  ]
  return rows.map((row) => ({
    ...row,
    products: counts.find(({ id }) => id === row.id)?.products ?? 0,
    former: old.filter(({ now }) => now === row.slug).map(({ slug }) => slug),
  }))
}

/** One of them. */
export function summaryOf(summaries: CategorySummary[], id: string): CategorySummary {
  const row = summaries.find((each) => each.id === id)
  if (!row) throw new Problem('category_not_found')
  return row
}
