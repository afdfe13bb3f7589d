import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { optionalWords, read } from '#features/input.ts'
import { writeChange } from '#features/write-audit.ts'

export const pauseInput = z.object({ reason: optionalWords(500).optional().meta({ description: 'Why they are paused; admins read it' }) })

/**
 * A paused affiliate's links bring nobody; what was earned stays, and can be paid out. Done twice it is done, but for another reason.
 * Problems: signed_out, forbidden, bad_input, affiliate_not_found.
 */
export async function pauseAffiliate(ctx: Context, id: string, isPaused: boolean, sent: unknown = {}): Promise<void> {
  requireAdmin(ctx)
  const { reason } = read(pauseInput, sent)
  if (!isUuid(id)) throw new Problem('affiliate_not_found')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paused: boolean; reason: string | null }>(sql`
      select affiliate_paused_at is not null as paused, affiliate_pause_reason as reason from profiles where id = ${id} and is_affiliate for no key update`)
    const [before] = rows
    if (!before) throw new Problem('affiliate_not_found')
    const after = { paused: isPaused, reason: isPaused ? reason || before.reason : null }
    await tx.execute(sql`
      update profiles set affiliate_paused_at = case when ${isPaused} then coalesce(affiliate_paused_at, ${ctx.now}) end, affiliate_pause_reason = ${after.reason}
      where id = ${id}`)
    await writeChange(tx, ctx, { action: isPaused ? 'affiliate paused' : 'affiliate resumed', table: 'profiles', id, before, after })
  })
}
