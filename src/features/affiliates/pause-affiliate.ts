import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { writeChange } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

export const pauseInput = z.object({
  reason: optionalWords(500).optional().meta({ description: 'Why; the affiliate reads it. Needed to pause somebody who is not paused yet' }),
})

/**
 * A paused affiliate's links count nothing; earned money stays, and can be paid out. One e-mail gives the affiliate the reason, and another says when the pause
 * is over. A repeated request changes nothing except the reason.
 */
export async function pauseAffiliate(ctx: Context, id: string, isPaused: boolean, sent: unknown = {}): Promise<void> {
  requirePermission(ctx, 'pay_affiliates')
  const { reason } = parseInput(pauseInput, sent)
  if (!isUuid(id)) throw new Problem('affiliate_not_found')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paused: boolean; reason: string | null }>(sql`
      select affiliate_paused_at is not null as paused, affiliate_pause_reason as reason from profiles where id = ${id} and is_affiliate for no key update`)
    const [before] = rows
    if (!before) throw new Problem('affiliate_not_found')
    if (isPaused && !before.paused && !reason) throw new Problem('bad_input', { fields: { reason: 'Write why: the affiliate reads it.' } })
    const after = { paused: isPaused, reason: isPaused ? reason || before.reason : null }
    await tx.execute(sql`
      update profiles set affiliate_paused_at = case when ${isPaused} then coalesce(affiliate_paused_at, ${ctx.now}) end, affiliate_pause_reason = ${after.reason}
      where id = ${id}`)
    await writeChange(tx, ctx, { action: isPaused ? 'affiliate paused' : 'affiliate resumed', table: 'profiles', id, before, after })
    if (isPaused && after.reason && after.reason !== before.reason)
      await tellAffiliate({ ...ctx, db: tx }, id, 'affiliate_paused', { reason: after.reason })
    else if (!isPaused && before.paused) await tellAffiliate({ ...ctx, db: tx }, id, 'affiliate_resumed', {})
  })
}
