import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { profiles } from '#db/schema.ts'
import { normaliseCode } from '#domain/referral.ts'

export const affiliateLookup = z.object({ id: z.uuid(), affiliate_code: z.string() })

/** The affiliate with this code: id and code only, because the rest of a profile is private (decisions, People). Null for unknown and paused codes. */
export async function findAffiliate(ctx: Context, code: string): Promise<z.infer<typeof affiliateLookup> | null> {
  const wanted = normaliseCode(code)
  if (wanted === null) return null
  const [found] = await ctx.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.affiliate_code, wanted), eq(profiles.is_affiliate, true), isNull(profiles.affiliate_paused_at)))
  return found ? { id: found.id, affiliate_code: wanted } : null
}
