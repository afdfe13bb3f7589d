import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { idempotentId, sameAsBefore } from '#core/idempotent-create.ts'
import { parseInput, refusingViolation } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { sneakersSlug } from '#domain/catalogue.ts'
import { categoryColumns, freeSlug, mergeRefusal, parentRefusal, slugHint } from '#domain/category.ts'
import { Problem } from '#domain/problem.ts'
import {
  type CategoryRow,
  categoryChanges,
  categoryRemoval,
  forgetCategories,
  newCategory,
  readCategoryRows,
} from '#features/catalogue/categories.ts'
import { columnFiles, requireStored, writeWithFiles } from '#features/files/require-stored.ts'

/** Makes a category, once for each key of a form. */
export async function createCategory(ctx: Context, sent: unknown, key?: string): Promise<CategoryRow> {
  requirePermission(ctx, 'sell')
  const { position = 999, slug: wanted, take_address, ...said } = await columnFiles.fetch(ctx, categoryColumns, parseInput(newCategory, sent))
  const id = idempotentId(ctx, 'categories', key)
  return writing(ctx, async (tx) => {
    const rows = await lockCategories(tx)
    const made = rows.find((row) => row.id === id)
    if (made) return sameAsBefore(made, { ...said, ...(wanted && { slug: wanted }) })
    const old = await oldSlugs(tx)
    const parent = rows.find((row) => row.id === said.parent_id)?.name
    const isTaken = (slug: string) => slug === sneakersSlug || old.has(slug) || rows.some((row) => row.slug === slug)
    const slug = wanted ?? freeSlug(said.name, parent, isTaken)
    if (!slug) throw new Problem('bad_input', { fields: { slug: `No address can be made of this name: enter one. ${slugHint}` } })
    await check(tx, ctx, rows, { id, ...said, slug }, take_address)
    await tx.execute(sql`
      insert into categories (id, name, slug, parent_id, position, is_hidden, is_sneaker, image_url)
      values (${id}, ${said.name}, ${slug}, ${said.parent_id}::uuid, 999, ${said.is_hidden}, ${said.is_sneaker}, ${said.image_url})`)
    const after = await arrange(tx, id, said.parent_id, position)
    await writeAudit(tx, ctx, { action: 'category created', table: 'categories', id, after })
    return after
  })
}

/** Changes the given fields of a category; a former slug leads on. */
export async function changeCategory(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<CategoryRow> {
  requirePermission(ctx, 'sell')
  const { take_address, ...changes } = await columnFiles.fetch(ctx, categoryColumns, parseInput(categoryChanges, sent))
  return writing(ctx, async (tx) => {
    const rows = await lockCategories(tx)
    const before = one(rows, id)
    requireUnchanged(before, changes, snapshot)
    const wanted = { ...before, ...changes }
    await check(tx, ctx, rows, wanted, take_address)
    const isElsewhere = wanted.parent_id !== before.parent_id
    await tx.execute(sql`
      update categories set name = ${wanted.name}, slug = ${wanted.slug}, parent_id = ${wanted.parent_id}::uuid, is_hidden = ${wanted.is_hidden},
        is_sneaker = ${wanted.is_sneaker}, image_url = ${wanted.image_url} where id = ${before.id}`)
    const after = await arrange(tx, before.id, wanted.parent_id, changes.position ?? (isElsewhere ? 999 : before.position))
    await writeChange(tx, ctx, { action: 'category changed', table: 'categories', id: before.id, before, after })
    return after
  })
}

/**
 * Deletes a category. Its products, what stands under it and its addresses go to another, which is a merge, or its products have no category any more. Returns how many
 * went.
 */
export async function deleteCategory(ctx: Context, id: string, sent: unknown): Promise<{ products: number }> {
  requirePermission(ctx, 'sell')
  const { products_to } = parseInput(z.object(categoryRemoval), sent)
  return writing(ctx, async (tx) => {
    const rows = await lockCategories(tx)
    const before = one(rows, id)
    const into = products_to === 'none' ? undefined : products_to
    // A product that is being saved into it comes first; one that comes later finds it gone.
    await tx.execute(sql`select from categories where id = ${before.id} for update`)
    const { rows: held } = await tx.execute<{ shown: boolean }>(sql`
      select archived_at is null as shown from products where category_id = ${before.id} order by id for no key update`)
    const products = held.filter(({ shown }) => shown).length
    const children = rows.filter(({ parent_id }) => parent_id === before.id)
    const refusal = into
      ? mergeRefusal(rows, before.id, into)
      : children.length > 0
        ? `${children.map(({ name }) => name).join(', ')} stand under it: choose where they go with its products, or move them first.`
        : products > 0 && products_to === undefined
          ? 'Choose the category that its products go to, or none.'
          : null
    if (refusal) throw new Problem('bad_input', { fields: { products_to: refusal } })
    await tx.execute(sql`update products set category_id = ${into ?? null}::uuid where category_id = ${before.id}`)
    if (into) {
      await tx.execute(sql`
        update categories set parent_id = ${into}::uuid, position = position + (select count(*) from categories where parent_id = ${into}) where parent_id = ${before.id}`)
      await tx.execute(sql`update category_old_slugs set category_id = ${into}::uuid where category_id = ${before.id}`)
      await tx.execute(sql`insert into category_old_slugs (slug, category_id) values (${before.slug}, ${into}::uuid)`)
    }
    await tx.execute(sql`delete from categories where id = ${before.id}`)
    const action = into ? 'category merged' : 'category deleted'
    await writeAudit(tx, ctx, { action, table: 'categories', id: before.id, before, after: { products_to: into ?? null, products } })
    return { products }
  })
}

async function writing<Answer>(ctx: Context, write: (tx: Database) => Promise<Answer>): Promise<Answer> {
  const twin = { name: 'There is a category of this name beside it already.' }
  const named = () => refusingViolation('categories_name', twin, () => writeWithFiles(ctx, 'image_url', write))
  const answer = await refusingViolation('categories_slug_key', { slug: 'Another category has this address. Choose another.' }, named)
  forgetCategories()
  return answer
}

/** All of them, until the transaction ends: one change of the menu at a time. */
async function lockCategories(tx: Database): Promise<CategoryRow[]> {
  await tx.execute(sql`lock table categories in share row exclusive mode`)
  return readCategoryRows(tx)
}

function one(rows: CategoryRow[], id: string): CategoryRow {
  const row = rows.find((each) => each.id === id.toLowerCase())
  if (!row) throw new Problem('category_not_found')
  return row
}

/** Refuses a place that a category cannot have, a picture that is not kept, and an address that leads to another until it takes that. */
async function check(
  tx: Database,
  ctx: Context,
  rows: CategoryRow[],
  { id, slug, parent_id, image_url }: Pick<CategoryRow, 'id' | 'slug' | 'parent_id' | 'image_url'>,
  isTaking = false,
): Promise<void> {
  const refusal = parentRefusal(rows, id, parent_id)
  if (refusal) throw new Problem('bad_input', { fields: { parent_id: refusal } })
  await requireStored(tx, { image_url })
  const owner = (await oldSlugs(tx)).get(slug)
  if (!owner || owner.id === id) return
  if (!isTaking) {
    const message = `This address leads to ${owner.name}, which had it before. Choose another, or say that this category takes it.`
    throw new Problem('bad_input', { fields: { slug: message, take_address: 'Old links to it lead here from then on.' } })
  }
  await tx.execute(sql`delete from category_old_slugs where slug = ${slug}`)
  await writeAudit(tx, ctx, { action: 'old address given up', table: 'categories', id: owner.id, before: { slug } })
}

/** Former slugs, each with the category that it leads to. */
async function oldSlugs(tx: Database): Promise<Map<string, { id: string; name: string }>> {
  const { rows } = await tx.execute<{ slug: string; id: string; name: string }>(sql`
    select o.slug, c.id, c.name from category_old_slugs o join categories c on c.id = o.category_id`)
  return new Map(rows.map(({ slug, ...category }) => [slug, category]))
}

/** Puts a category at a place among its neighbours, the last where there are fewer, and numbers all neighbours from 0. */
async function arrange(tx: Database, id: string, parentId: string | null, at: number): Promise<CategoryRow> {
  const rows = await readCategoryRows(tx)
  const others = rows.filter((row) => row.parent_id === parentId && row.id !== id).map((row) => row.id)
  const order = [...others.slice(0, at), id, ...others.slice(at)]
  await tx.execute(sql`
    update categories c set position = p.place - 1 from jsonb_array_elements_text(${JSON.stringify(order)}::jsonb) with ordinality as p(id, place)
    where c.id = p.id::uuid and c.position <> p.place - 1`)
  return one(await readCategoryRows(tx), id)
}
