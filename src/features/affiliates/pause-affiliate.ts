import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { writeChange } from '#features/write-audit.ts'

/** A paused affiliate's links bring nobody; what was earned stays, and can be paid out. Done twice it is done. Problems: signed_out, forbidden, affiliate_not_found. */
export async function pauseAffiliate(ctx: Context, id: string, isPaused: boolean): Promise<void> {
  requireAdmin(ctx)
  if (!isUuid(id)) throw new Problem('affiliate_not_found')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paused: boolean }>(sql`
      select affiliate_paused_at is not null as paused from profiles where id = ${id} and is_affiliate for no key update`)
    const [before] = rows
    if (!before) throw new Problem('affiliate_not_found')
    await tx.execute(sql`
      update profiles set affiliate_paused_at = case when ${isPaused} then coalesce(affiliate_paused_at, ${ctx.now}) end where id = ${id}`)
    await writeChange(tx, ctx, {
      action: isPaused ? 'affiliate paused' : 'affiliate resumed',
      table: 'profiles',
      id,
      before: { paused: before.paused },
      after: { paused: isPaused },
    })
  })
}
