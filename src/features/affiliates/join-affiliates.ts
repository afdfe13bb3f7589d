import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { affiliateAlphabet, affiliateCodeLength, affiliateCodeOf } from '#domain/referral.ts'
import { attachDebts } from '#features/affiliates/attach-debts.ts'
import { markVisitor } from '#features/affiliates/mark-visitor.ts'
import { welcomeAffiliate } from '#features/affiliates/welcome-affiliate.ts'

/**
 * Makes the signed-in user an affiliate and answers the code. The shop makes the code; the request never sends one. Joining twice changes nothing: an affiliate
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
