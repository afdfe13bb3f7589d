import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { tryConsume } from '#core/rate-limit.ts'
import { referralSetCookie } from '#core/referral-cookie.ts'
import { Problem } from '#domain/problem.ts'
import { isBot, normaliseCode } from '#domain/referral.ts'
import { affiliateLookup } from '#features/affiliates/find-affiliate.ts'
import { markVisitor } from '#features/affiliates/mark-visitor.ts'
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
