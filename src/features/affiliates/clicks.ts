import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { referralSetCookie } from '#core/cookie.ts'
import { parseInput } from '#core/input.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { tryConsume } from '#core/rate-limit.ts'
import { instant, selectOf } from '#core/select-of.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { isBot, normaliseCode } from '#domain/referral.ts'
import { may } from '#domain/roles.ts'
import { affiliateLookup } from '#features/affiliates/find-affiliate.ts'
import { markVisitor } from '#features/affiliates/join-affiliates.ts'
import { withDraftKey } from '#features/orders/order-draft.ts'
import { readOrder } from '#features/orders/read-order.ts'
import { endedVisits } from '#features/orders/referral-facts.ts'

const short = (most: number) => z.string().max(most).nullish().catch(null)

/** What a browser says about the link it came by. Invalid values are left out instead of refused, so that no sale is lost for them. */
export const clickInput = z
  .object({
    affiliate_code: short(40).meta({ description: 'The `ref` of the link', type: ['string', 'null'], example: 'KAMAU23' }),
    affiliate_id: z
      .uuid()
      .nullish()
      .catch(null)
      .meta({ description: 'Or whose it is', type: ['string', 'null'], format: 'uuid' }),
    product_id: z
      .uuid()
      .nullish()
      .catch(null)
      .meta({ type: ['string', 'null'], format: 'uuid' }),
    referrer_url: short(2000).meta({ type: ['string', 'null'] }),
    session_id: short(100).meta({ type: ['string', 'null'] }),
  })
  .meta({ description: 'One of `affiliate_code` and `affiliate_id`' })

export const clickAnswer = z.object({
  recorded: z.boolean().meta({
    description: 'False for what does not count: a bot, one’s own link, the same visitor and product again today, very many from one network',
  }),
  affiliate: affiliateLookup.nullable(),
})
/** `cookies`: Set-Cookie values; the link counts for the days that the shop has set, the last one wins. */
type RecordedClick = z.infer<typeof clickAnswer> & { cookies: string[] }

/**
 * Records that a visitor came by an affiliate's link: once per visitor, product and day in Nairobi. A click that is not counted still puts the link into the
 * cookie, so that no sale is lost for it. Unknown and paused codes are answered without an affiliate and change nothing (decisions, Affiliates and wallet).
 */
export async function recordClick(ctx: Context, sent: unknown, { userAgent }: { userAgent: string | null }): Promise<RecordedClick> {
  const input = parseInput(clickInput, sent)
  if (!input.affiliate_code && !input.affiliate_id) throw new Problem('bad_input', { fields: { affiliate_code: 'Say whose link it is.' } })
  const visitorId = ctx.actor.referral.visitorId ?? randomUUID()
  const found = await find(ctx, input, visitorId)
  if (!found) return { recorded: false, affiliate: null, cookies: [] }
  const { now, visit, ...affiliate } = found
  const cookies = [referralSetCookie(ctx.services, { code: affiliate.affiliate_code, visitorId, visit }, now)]
  if (ctx.actor.userId === affiliate.id) {
    await markVisitor(ctx, affiliate.id, visitorId)
    return { recorded: false, affiliate, cookies }
  }
  const { address } = ctx.actor
  // Forged clicks fill their network's limit for the day, and no more. The same click again counts once.
  const keys = { click_address: address, click_affiliate: address && `${affiliate.id} ${address}` }
  const isCounted = !isBot(userAgent) && (await tryConsume(ctx, keys, `${affiliate.id} ${visitorId} ${input.product_id}`))
  return { recorded: isCounted && (await write(ctx, affiliate.id, visitorId, input, userAgent)), affiliate, cookies }
}

async function find(ctx: Context, { affiliate_code, affiliate_id }: z.output<typeof clickInput>, visitorId: string) {
  const code = affiliate_code ? normaliseCode(affiliate_code) : null
  const { rows } = await ctx.db.execute<{ id: string; affiliate_code: string; now: string; visit: number }>(sql`
    select id, affiliate_code, extract(epoch from ${ctx.now}) * 1000 as now, ${endedVisits(sql`profiles.id`, sql`${visitorId}::uuid`)} as visit from profiles
    where ${affiliate_code ? sql`affiliate_code = ${code}` : sql`id = ${affiliate_id ?? null}::uuid`} and is_affiliate and affiliate_code is not null
      and affiliate_paused_at is null`)
  const [found] = rows
  return found ? { ...found, now: Number(found.now) } : null
}

async function write(ctx: Context, affiliateId: string, visitorId: string, input: z.output<typeof clickInput>, userAgent: string | null) {
  const { rowCount } = await ctx.db.execute(sql`
    insert into affiliate_clicks (affiliate_id, visitor_id, product_id, clicked_at, day, referrer_url, user_agent, session_id)
    values (${affiliateId}, ${visitorId}, (select id from products where id = ${input.product_id ?? null}::uuid), ${ctx.now},
      (${ctx.now} at time zone 'Africa/Nairobi')::date, ${referrerOf(input.referrer_url)}, ${userAgent?.slice(0, 300) ?? null}, ${clean(input.session_id)})
    on conflict do nothing`)
  return rowCount === 1
}

/** The page that the visitor came from, without its query, which may tell about the visitor. */
function referrerOf(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null
  const { protocol, origin, pathname } = new URL(text)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, 300) : null
}

function clean(text: string | null | undefined): string | null {
  return text?.replace(/[^\x20-\x7e]/g, '') || null
}

/** A row of the table `affiliate_clicks` (spec §3). */
export const clickRow = z.object({
  id: z.uuid(),
  affiliate_id: z.uuid(),
  clicked_at: instant,
  referrer_url: z.string().nullable(),
  user_agent: z.string().nullable(),
  session_id: z.string().nullable(),
  product_id: z.uuid().nullable(),
  product_name: z.string().nullable(),
  converted: z.boolean(),
  order_id: z.uuid().nullable(),
})
export type ClickRow = z.infer<typeof clickRow>

interface ClickFilter extends Paging {
  affiliate_id?: string | undefined
  converted?: boolean | undefined
  order_id?: string | undefined
}

/** Clicks, newest first, 50 by default (spec §9). An admin sees all, a user only their own. */
export async function listClicks(ctx: Context, filter: ClickFilter = {}): Promise<Page<ClickRow>> {
  const conditions: SQL[] = [behind(filter, sql`k.clicked_at`, sql`k.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`k.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`k.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`k.order_id = ${filter.order_id}`)
  if (filter.converted !== undefined) conditions.push(sql`k.converted = ${filter.converted}`)
  const paging = { limit: filter.limit ?? 50 }
  const { rows } = await ctx.db.execute<ClickRow & { key: string }>(sql`
    select ${selectOf(clickRow, 'k', { product_name: sql`p.name` })}, k.clicked_at as key
    from affiliate_clicks k left join products p on p.id = k.product_id
    where ${sql.join(conditions, sql` and `)} order by k.clicked_at desc, k.id desc limit ${limitOf(paging)}`)
  return pageOfKeyed(rows, paging)
}

export const conversionInput = z.object({
  converted: z.literal(true, 'Only true can be written.'),
  order_id: z.string('Say which order.').meta({ format: 'uuid' }),
})

/**
 * The specification's client marks an affiliate's clicks as converted after its order. In this shop the order's payment does that, for the clicks of its own
 * buyer only (decisions, A referral link). This function changes nothing and returns the number of those clicks, 0 before the payment (convert-visit.ts
 * converts them).
 */
export async function countConversions(ctx: Context, sent: unknown): Promise<{ converted: number }> {
  const { order_id } = parseInput(conversionInput, sent)
  const order = await readOrder(await withDraftKey(ctx, order_id), order_id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  const { rows } = await ctx.db.execute<{ converted: number }>(
    sql`select count(*)::integer as converted from affiliate_clicks where order_id = ${order.id} and converted`,
  )
  return { converted: rows[0]?.converted ?? 0 }
}

/**
 * Ends the visit that led to a paid order, unless another order has ended it: the order converts its visitor's clicks. The affiliate's own purchases end no
 * visit. The caller holds the locks of the order and its affiliate, so that one of two orders of a visit comes first. Returns whether this call ended the
 * visit.
 */
export async function convertVisit(tx: Database, ctx: Context, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with converting as (
      update orders o set converted_at = ${ctx.now} where o.id = ${orderId} and o.paid_at is not null and o.converted_at is null and o.affiliate_named_at is null
        and o.status <> 'cancelled' and not visit_ended_by_another(o.id) and not is_own_purchase(o.id)
        and not exists (select from affiliate_commissions c where c.order_id = o.id and c.is_own)
      returning id, affiliate_id, visitor_id
    ), clicks as (
      update affiliate_clicks k set converted = true, order_id = converting.id from converting
      where k.affiliate_id = converting.affiliate_id and k.visitor_id = converting.visitor_id::text and not k.converted
    )
    select from converting`)
  return rows.length > 0
}
