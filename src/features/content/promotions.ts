import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { storedLinkTarget } from '#domain/link-target.ts'
import { Problem } from '#domain/problem.ts'
import { type Content, type ContentType, contentRefusal, contentTypes, fileFields } from '#domain/promotion.ts'
import { may } from '#domain/roles.ts'
import { type Actor, type Context, requirePermission, theShop } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { requireStored, writeWithFiles } from '#features/files/require-stored.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { optionalWords, parseInput, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { iso } from '#features/row-fields.ts'
import { holding } from '#features/search-text.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

const types = Object.keys(contentTypes) as [ContentType, ...ContentType[]]

/** What is shown of promotional content, on its own or within an ad. */
export const shownContent = z.object({
  title: z.string(),
  description: z.string().nullable(),
  content_type: z.enum(types),
  content_url: z.string().nullable().meta({ description: 'A picture or a video of our own storage; of a text, where it leads' }),
  poster_url: z.string().nullable().meta({ description: 'A picture for where the video cannot be played' }),
  is_active: z.boolean(),
})

/** A row of `promotional_content`. */
export const promotionRow = z.object({
  id: z.uuid(),
  ...shownContent.shape,
  created_by: z.uuid().nullable().optional().meta({ description: 'For admins' }),
  created_at: z.iso.datetime(),
})
export type PromotionRow = z.infer<typeof promotionRow>

const address = z.string('Enter an address, or null.').max(2000, 'This address is too long.').transform(storedLinkTarget).nullable()
const columns = {
  title: words('Enter a title.', 120).meta({ example: 'School shoes are here' }),
  description: optionalWords(1000).nullable(),
  content_type: z.enum(types, 'Choose text, image or video.'),
  content_url: address.meta({
    description:
      'What `/api/storage` answered for the picture or the video, or its https address at another site: it is fetched once and kept. Of a text, where it leads',
  }),
  poster_url: address.meta({ description: 'A picture for where the video cannot be played. Other types have none: it is left out' }),
  is_active: z.boolean('Write true or false.').meta({ description: 'Whether visitors see it' }),
}
export const promotionChanges = z.object(columns).partial()

/** Spec §5, Promotion form: the title is required. */
export const newPromotion = z.object({
  ...columns,
  description: columns.description.default(null),
  content_url: columns.content_url.default(null),
  poster_url: columns.poster_url.default(null),
  is_active: columns.is_active.default(true),
})

/** The table is called `p`. */
export const selectPromotions = sql`
  select p.id, p.title, p.description, p.content_type, p.content_url, p.poster_url, p.is_active, p.created_by, p.created_at from promotional_content p`

export function toPromotionRow({ created_by, ...stored }: Required<PromotionRow>, actor: Pick<Actor, 'role'>): PromotionRow {
  const row = { ...stored, created_at: iso(stored.created_at) }
  return isWriter(actor) ? { ...row, created_by } : row
}

export interface ContentFilter extends Paging {
  /** Part of a title. */
  search?: string | undefined
  is_active?: boolean | undefined
}

/**
 * Promotional content, newest first: what is switched on, and for admins also what is switched off (spec §7). Problem `malformed` for a cursor that is not
 * ours.
 */
export async function listPromotions({ db, actor }: Pick<Context, 'db' | 'actor'>, filter: ContentFilter = {}): Promise<Page<PromotionRow>> {
  const size = pageSize(filter)
  const { rows } = await db.execute<Required<PromotionRow>>(sql`
    ${selectPromotions} where ${shownTo(actor, filter, sql`p`)} and ${behind(filter, sql`p.created_at`, sql`p.id`)}
    order by p.created_at desc, p.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toPromotionRow(row, actor), key: [row.created_at, row.id] })),
    size,
  )
}

/** Who also sees what is switched off. */
export const isWriter = (actor: Pick<Actor, 'role'>) => may(actor, 'write_content')

/** SQL: a row of a table with `title` and `is_active` matches the filter, and the actor may see it. */
export function shownTo(actor: Pick<Actor, 'role'>, { search, is_active }: ContentFilter, table: SQL): SQL {
  const conditions: SQL[] = []
  if (!isWriter(actor)) conditions.push(sql`${table}.is_active`)
  if (is_active !== undefined) conditions.push(is_active ? sql`${table}.is_active` : sql`not ${table}.is_active`)
  const wanted = holding(search)
  if (wanted) conditions.push(sql`${table}.title ilike ${wanted}`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** One promotion; one that is switched off is for admins only. Problem `promotion_not_found`. */
export async function getPromotion({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<PromotionRow> {
  const { rows } = isUuid(id)
    ? await db.execute<Required<PromotionRow>>(sql`${selectPromotions} where p.id = ${id} and (p.is_active or ${isWriter(actor)})`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('promotion_not_found')
  return toPromotionRow(rows[0], actor)
}

/**
 * Makes promotional content (spec §5, Promotion form), once for each key of a form, from files that were uploaded before or from addresses at other sites:
 * those files are fetched and kept. Problems: signed_out, forbidden, bad_input, made_already, and those of `keepWebFiles`.
 */
export async function createPromotion(ctx: Context, sent: unknown, key?: string): Promise<PromotionRow> {
  const { userId } = requirePermission(ctx, 'write_content')
  const wanted = parseInput(newPromotion, sent)
  const content = checkedContent(await keepWebFiles(ctx, wanted, fileFields(wanted.content_type)))
  const { title, description, content_type, content_url, poster_url, is_active } = content
  const id = idempotentId(ctx, 'promotional_content', key)
  return writeWithFiles(ctx, 'content_url', async (tx) => {
    await requireStored(tx, { content_url, poster_url })
    const { rows } = await tx.execute(sql`
      insert into promotional_content (id, title, description, content_type, content_url, poster_url, is_active, created_by, created_at)
      values (${id}, ${title}, ${description}, ${content_type}, ${content_url}, ${poster_url}, ${is_active}, ${userId}::uuid, ${ctx.now})
      on conflict (id) do nothing returning id`)
    const row = await getPromotion({ db: tx, actor: ctx.actor }, id)
    if (rows.length === 0) return sameAsBefore(row, content)
    await writeAudit(tx, ctx, { action: 'promotion created', table: 'promotional_content', id, after: row })
    return row
  })
}

/**
 * Changes the given fields of a promotion. Where the request comes from a form, compares the promotion with what the form showed. A file that it no longer uses
 * is removed later. Problems: signed_out, forbidden, bad_input, promotion_not_found, changed_meanwhile, and those of `keepWebFiles`.
 */
export async function changePromotion(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<PromotionRow> {
  requirePermission(ctx, 'write_content')
  const wanted = parseInput(promotionChanges, sent)
  const type = wanted.content_type ?? (await getPromotion(ctx, id)).content_type
  const changes = await keepWebFiles(ctx, wanted, fileFields(type))
  return writeWithFiles(ctx, 'content_url', async (tx) => {
    const before = await lockPromotion(tx, id)
    requireUnchanged(before, changes, snapshot)
    const after = checkedContent({ ...before, ...changes })
    const { title, description, content_type, content_url, poster_url, is_active } = after
    await requireStored(tx, { content_url, poster_url })
    await tx.execute(sql`
      update promotional_content set title = ${title}, description = ${description}, content_type = ${content_type}, content_url = ${content_url},
        poster_url = ${poster_url}, is_active = ${is_active}
      where id = ${before.id}`)
    await writeChange(tx, ctx, { action: 'promotion changed', table: 'promotional_content', id: before.id, before, after })
    return after
  })
}

/** Deletes promotional content and releases its files; ads that link to it stay without it. Problems: signed_out, forbidden, promotion_not_found. */
export async function deletePromotion(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'write_content')
  await ctx.db.transaction(async (tx) => {
    // A change of an ad also locks the ad before its content, so the two cannot deadlock.
    if (isUuid(id)) await tx.execute(sql`select from ads where promotional_content_id = ${id} order by id for update`)
    const before = await lockPromotion(tx, id)
    await tx.execute(sql`delete from promotional_content where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'promotion deleted', table: 'promotional_content', id: before.id, before })
  })
}

/** A promotion as it would be written: only a video has a poster. Problem `bad_input`. */
function checkedContent<Columns extends Content>(columns: Columns): Columns {
  const checked = columns.content_type === 'video' ? columns : { ...columns, poster_url: null }
  const fields = contentRefusal(checked)
  if (fields) throw new Problem('bad_input', { fields })
  return checked
}

/** Locks a promotion until the transaction ends, so that two admins change it one after the other. Problem `promotion_not_found`. */
async function lockPromotion(tx: Database, id: string): Promise<PromotionRow> {
  if (isUuid(id)) await tx.execute(sql`select from promotional_content where id = ${id} for update`)
  return getPromotion({ db: tx, actor: theShop }, id)
}
