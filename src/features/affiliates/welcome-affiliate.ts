import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

/** Sends a new affiliate a letter with their code and how links work; sends none to other accounts, or before the e-mail is proved. */
export async function welcomeAffiliate(ctx: Pick<Context, 'db' | 'services'>, userId: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ code: string }>(sql`
    select affiliate_code as code from profiles where id = ${userId} and is_affiliate and affiliate_code is not null`)
  const code = rows[0]?.code
  if (code) await tellAffiliate(ctx, userId, 'affiliate_welcome', { affiliateCode: code })
}
