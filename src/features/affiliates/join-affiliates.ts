import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { referralSetCookie } from '#core/cookie.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { affiliateAlphabet, affiliateCodeLength, affiliateCodeOf, noReferral } from '#domain/referral.ts'
import { attachDebts } from '#features/affiliates/debts.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

/**
 * Makes the signed-in user an affiliate and returns the code. The shop makes the code; the request never sends one. Joining twice changes nothing: an affiliate
 * keeps the code (decisions, Affiliates and wallet). A new affiliate gets a welcome e-mail.
 */
export async function joinAffiliates(ctx: Context): Promise<{ affiliate_code: string }> {
  const { userId } = requireUser(ctx)
  for (let tries = 0; ; tries++) {
    const code = affiliateCodeOf(Array.from({ length: affiliateCodeLength }, () => randomInt(affiliateAlphabet.length)))
    try {
      // In a transaction of its own, so that an outer transaction survives a code that was already taken.
      const { rows } = await ctx.db.transaction(async (tx) => {
        const joined = await tx.execute<{ affiliate_code: string; was: boolean }>(sql`
          with before as (select id, is_affiliate from profiles where id = ${userId} and deleted_at is null for no key update)
          update profiles p set is_affiliate = true, affiliate_code = coalesce(affiliate_code, ${code}) from before
          where p.id = before.id returning p.affiliate_code, before.is_affiliate as was`)
        if (joined.rows[0]?.was === false) await welcomeAffiliate({ ...ctx, db: tx }, userId)
        return joined
      })
      if (!rows[0]) throw new Problem('signed_out')
      await attachDebts(ctx, userId)
      if (ctx.actor.referral.visitorId) await markVisitor(ctx, userId, ctx.actor.referral.visitorId)
      return { affiliate_code: rows[0].affiliate_code }
    } catch (error) {
      // Another affiliate has this code: draw again.
      if (tries >= 5 || !violates(error, 'profiles_affiliate_code_key')) throw error
    }
  }
}

/**
 * Remembers that an affiliate uses this browser: an order that it places by the affiliate's own link is their own purchase (decisions, Affiliates and wallet).
 * Returns the instant, in ms.
 */
export async function markVisitor(ctx: Pick<Context, 'db' | 'now'>, affiliateId: string, visitorId: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ now: string }>(sql`
    insert into affiliate_visitors (affiliate_id, visitor_id, last_seen_at, known_at) values (${affiliateId}, ${visitorId}, ${ctx.now}, ${ctx.now})
    on conflict (affiliate_id, visitor_id) do update set last_seen_at = excluded.last_seen_at returning extract(epoch from last_seen_at) * 1000 as now`)
  return Number(rows[0]?.now)
}

/**
 * The same for the browser in which the affiliate signs in. Returns Set-Cookie values: a browser without a visitor id gets one, without any affiliate's link.
 */
export async function markBrowser(ctx: Context, affiliateId: string): Promise<string[]> {
  const known = ctx.actor.referral.visitorId
  const visitorId = known ?? randomUUID()
  const now = await markVisitor(ctx, affiliateId, visitorId)
  return known ? [] : [referralSetCookie(ctx.services, { ...noReferral, visitorId }, now)]
}

/** Sends a new affiliate a letter with their code and how links work; sends none to other accounts, or before the e-mail is proved. */
export async function welcomeAffiliate(ctx: Pick<Context, 'db' | 'services'>, userId: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ code: string }>(sql`
    select affiliate_code as code from profiles where id = ${userId} and is_affiliate and affiliate_code is not null`)
  const code = rows[0]?.code
  if (code) await tellAffiliate(ctx, userId, 'affiliate_welcome', { affiliateCode: code })
}
