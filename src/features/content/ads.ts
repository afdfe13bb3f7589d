import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { isLinkTarget, linkTargetHint, storedLinkTarget } from '#domain/link-target.ts'
import { Problem } from '#domain/problem.ts'
import { embedLimit } from '#domain/promotion.ts'
import { isAddressIn } from '#domain/storage.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { type ContentFilter, isWriter, shownContent, shownTo } from '#features/content/promotions.ts'
import { type Actor, type Context, requirePermission, theShop } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { requireStored, writeWithFiles } from '#features/files/require-stored.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { optionalWords, parseInput, refusingViolation, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { behind, type Page, pageOf, pageSize } from '#features/page-of.ts'
import { iso } from '#features/row-fields.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

/** A row of `ads`, joined with the promotional content it links to. */
export const adRow = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  target_url: z.string(),
  promotional_content_id: z.uuid().nullable(),
  promotional_content: shownContent.nullable().meta({ description: 'The content it links to' }),
  image_url: z.string().nullable(),
  is_active: z.boolean(),
  is_sponsored: z.boolean().meta({ description: 'An ad of a network, which stays covered until a visitor opens it' }),
  has_embed: z.boolean().meta({ description: 'Whether code of its network runs in a frame, once a visitor has opened it' }),
  embed_code: z.string().nullable().optional().meta({ description: 'For admins. The code of the network' }),
  click_count: z.int().optional().meta({ description: 'For admins. Counted by the shop alone' }),
  created_by: z.uuid().nullable().optional().meta({ description: 'For admins' }),
  created_at: z.iso.datetime(),
})
export type AdRow = z.infer<typeof adRow>

const columns = {
  title: words('Enter a title.', 120).meta({ example: 'Walk to the ferry' }),
  description: optionalWords(500).nullable(),
  target_url: z
    .string('Enter the address that it leads to.')
    .trim()
    .min(1, 'Enter the address that it leads to.')
    .refine(isLinkTarget, linkTargetHint)
    .transform(storedLinkTarget)
    .meta({ description: 'A page of this shop, such as `/category/heels`, or an http or https address', example: 'https://shop.example/ferry' }),
  promotional_content_id: z
    .uuid("We don't know this promotional content.")
    .nullable()
    .meta({ description: 'Promotional content that is shown with it' }),
  image_url: z
    .string('Enter an address, or null.')
    .max(2000, 'This address is too long.')
    .refine(
      (address) => isAddressIn('ad-images', address) || isWebAddress(address),
      'Upload the picture, or write its address that begins with https://.',
    )
    .nullable()
    .meta({
      description: 'What `/api/storage` answered for the picture, or its https address at another site: it is fetched once and kept',
      example: '/files/ad-images/ads/1763680000000.webp',
    }),
  is_sponsored: z.boolean('Write true or false.').meta({ description: 'An ad of a network, which stays covered until a visitor opens it' }),
  embed_code: optionalWords(embedLimit)
    .transform((code) => code.replaceAll('\r\n', '\n') || null)
    .nullable()
    .meta({ description: 'Code of the network, which runs in a frame of its own. Kept with sponsored ads alone', type: ['string', 'null'] }),
  is_active: z.boolean('Write true or false.').meta({ description: 'Whether visitors see it' }),
}
export const adChanges = z.object(columns).partial()

/** Spec §5, Ad form: title and target address are required. Only the shop counts clicks. */
export const newAd = z.object({
  ...columns,
  description: columns.description.default(null),
  promotional_content_id: columns.promotional_content_id.default(null),
  image_url: columns.image_url.default(null),
  is_sponsored: columns.is_sponsored.default(false),
  embed_code: columns.embed_code.default(null),
  is_active: columns.is_active.default(true),
})

/** The tables are called `a` and `p`. */
export const selectAds = sql`
  select a.id, a.title, a.description, a.target_url, a.promotional_content_id, a.image_url, a.is_active, a.is_sponsored, a.embed_code is not null as has_embed,
    a.embed_code, a.click_count, a.created_by, a.created_at,
    case when p.id is not null then jsonb_build_object('title', p.title, 'description', p.description, 'content_type', p.content_type,
      'content_url', p.content_url, 'poster_url', p.poster_url, 'is_active', p.is_active) end as promotional_content
  from ads a left join promotional_content p on p.id = a.promotional_content_id`

/** Visitors see neither content that is switched off nor content for admins. */
export function toAdRow({ embed_code, click_count, created_by, ...stored }: Required<AdRow>, actor: Pick<Actor, 'role'>): AdRow {
  const row = { ...stored, created_at: iso(stored.created_at) }
  if (isWriter(actor)) return { ...row, embed_code, click_count, created_by }
  return row.promotional_content?.is_active ? row : { ...row, promotional_content_id: null, promotional_content: null }
}

/** Ads, newest first: those switched on, and for admins also those switched off (spec §7). Problem `malformed` for a cursor that is not ours. */
export async function listAds({ db, actor }: Pick<Context, 'db' | 'actor'>, filter: ContentFilter = {}): Promise<Page<AdRow>> {
  const size = pageSize(filter)
  const { rows } = await db.execute<Required<AdRow>>(sql`
    ${selectAds} where ${shownTo(actor, filter, sql`a`)} and ${behind(filter, sql`a.created_at`, sql`a.id`)}
    order by a.created_at desc, a.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toAdRow(row, actor), key: [row.created_at, row.id] })),
    size,
  )
}

/** One ad; one that is switched off is for admins only. Problem `ad_not_found`. */
export async function getAd({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<AdRow> {
  const { rows } = isUuid(id)
    ? await db.execute<Required<AdRow>>(sql`${selectAds} where a.id = ${id} and (a.is_active or ${isWriter(actor)})`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('ad_not_found')
  return toAdRow(rows[0], actor)
}

/**
 * Makes an ad (spec §5, Ad form), once for each key of a form, without a picture, with one that was uploaded before, or with one of another site, which is
 * fetched and kept. Problems: signed_out, forbidden, bad_input, made_already, and those of `keepWebFiles`.
 */
export async function createAd(ctx: Context, sent: unknown, key?: string): Promise<AdRow> {
  const { userId } = requirePermission(ctx, 'write_content')
  const ad = checkedAd(await keepWebFiles(ctx, parseInput(newAd, sent), { image_url: 'ad-images' }))
  const id = idempotentId(ctx, 'ads', key)
  return writing(ctx, async (tx) => {
    await requireStored(tx, { image_url: ad.image_url })
    const { rows } = await tx.execute(sql`
      insert into ads (id, title, description, target_url, promotional_content_id, image_url, is_sponsored, embed_code, is_active, created_by, created_at)
      values (${id}, ${ad.title}, ${ad.description}, ${ad.target_url}, ${ad.promotional_content_id}::uuid, ${ad.image_url}, ${ad.is_sponsored},
        ${ad.embed_code}, ${ad.is_active}, ${userId}::uuid, ${ctx.now})
      on conflict (id) do nothing returning id`)
    const row = await getAd({ db: tx, actor: ctx.actor }, id)
    if (rows.length === 0) return sameAsBefore(row, ad)
    await writeAudit(tx, ctx, { action: 'ad created', table: 'ads', id, after: loggedAd(row) })
    return row
  })
}

/**
 * Changes the given fields of an ad. Where the request comes from a form, compares the ad with what the form showed. A picture that it no longer uses is
 * removed later. Problems: signed_out, forbidden, bad_input, ad_not_found, changed_meanwhile, and those of `keepWebFiles`.
 */
export async function changeAd(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<AdRow> {
  requirePermission(ctx, 'write_content')
  const changes = await keepWebFiles(ctx, parseInput(adChanges, sent), { image_url: 'ad-images' })
  return writing(ctx, async (tx) => {
    const before = await lockAd(tx, id)
    requireUnchanged(before, changes, snapshot)
    const ad = checkedAd({ ...before, ...changes })
    await requireStored(tx, { image_url: ad.image_url })
    await tx.execute(sql`
      update ads set title = ${ad.title}, description = ${ad.description}, target_url = ${ad.target_url},
        promotional_content_id = ${ad.promotional_content_id}::uuid, image_url = ${ad.image_url}, is_sponsored = ${ad.is_sponsored},
        embed_code = ${ad.embed_code}, is_active = ${ad.is_active}
      where id = ${ad.id}`)
    const after = await getAd({ db: tx, actor: ctx.actor }, ad.id)
    await writeChange(tx, ctx, { action: 'ad changed', table: 'ads', id: ad.id, before: loggedAd(before), after: loggedAd(after) })
    return after
  })
}

/** Deletes an ad with its clicks, and releases its picture. Problems: signed_out, forbidden, ad_not_found. */
export async function deleteAd(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'write_content')
  await ctx.db.transaction(async (tx) => {
    const before = await lockAd(tx, id)
    await tx.execute(sql`delete from ads where id = ${before.id}`)
    // Skips clicks that the job is just deleting: the job locks clicks before ads, so waiting for it could deadlock.
    await tx.execute(sql`
      delete from ad_clicks where (ad_id, visitor_id, day) in (select ad_id, visitor_id, day from ad_clicks where ad_id = ${before.id} for update skip locked)`)
    await writeAudit(tx, ctx, { action: 'ad deleted', table: 'ads', id: before.id, before: loggedAd(before) })
  })
}

/** An ad as it would be written: only an ad of a network has code. */
function checkedAd<Ad extends { is_sponsored: boolean; embed_code?: string | null }>(ad: Ad): Ad & { embed_code: string | null } {
  return { ...ad, embed_code: (ad.is_sponsored && ad.embed_code) || null }
}

/** Locks an ad until the transaction ends, so that two admins change it one after the other. Problem `ad_not_found`. */
async function lockAd(tx: Database, id: string): Promise<AdRow> {
  if (isUuid(id)) await tx.execute(sql`select from ads where id = ${id} for update`)
  return getAd({ db: tx, actor: theShop }, id)
}

/** Writes an ad in a transaction; the problem names the field of a picture or promotional content that does not exist. Problem `bad_input`. */
function writing(ctx: Context, write: (tx: Database) => Promise<AdRow>): Promise<AdRow> {
  const unknown = { promotional_content_id: "We don't know this promotional content." }
  return refusingViolation('ads_promotional_content_id_fkey', unknown, () => writeWithFiles(ctx, 'image_url', write))
}

/** The columns of the table itself, for the audit log. */
function loggedAd({ promotional_content: _, has_embed: __, ...columns }: AdRow): Record<string, unknown> {
  return columns
}
