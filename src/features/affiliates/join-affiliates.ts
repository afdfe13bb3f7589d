import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { affiliateAlphabet, affiliateCodeLength, affiliateCodeOf } from '#domain/affiliate.ts'
import { Problem } from '#domain/problem.ts'
import { attachDebts } from '#features/affiliates/attach-debts.ts'
import { markVisitor } from '#features/affiliates/mark-visitor.ts'
import { welcomeAffiliate } from '#features/affiliates/welcome-affiliate.ts'
import { type Context, requireUser } from '#features/context.ts'

/**
 * Makes whoever asks an affiliate and answers the code, made here and never sent in. Joining twice changes nothing: who has a code keeps it
 * (decisions, Affiliates and wallet). A new affiliate gets an e-mail of welcome. Problem `signed_out`.
 */
export async function joinAffiliates(ctx: Context): Promise<{ affiliate_code: string }> {
  const { userId } = requireUser(ctx)
  for (let tries = 0; ; tries++) {
    const code = affiliateCodeOf(Array.from({ length: affiliateCodeLength }, () => randomInt(affiliateAlphabet.length)))
    try {
      // In a transaction of its own, so that one it may be part of outlives a code that was drawn before.
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
      // Drawn by somebody before: draw again.
      if (tries >= 5 || !violates(error, 'profiles_affiliate_code_key')) throw error
    }
  }
}
