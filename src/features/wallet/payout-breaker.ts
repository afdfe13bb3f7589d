import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { instant, iso } from '#features/row-fields.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Why no payout goes out by M-Pesa. */
export const payoutHold = z.object({
  reason: z.string(),
  stopped_at: instant,
  /** The payout at which the shop found it out. */
  payout_id: z.uuid().nullable(),
})
export type PayoutHold = z.infer<typeof payoutHold>

/** Opens the circuit breaker of payouts: none is sent by M-Pesa until an admin resumes them; admins can still pay by hand. The first reason is kept. */
export async function openPayoutBreaker(ctx: Pick<Context, 'db' | 'now' | 'log'>, reason: string, payoutId: string): Promise<void> {
  ctx.log.error({ payout: payoutId, reason }, 'payouts by M-Pesa are stopped')
  await ctx.db.execute(sql`
    insert into payout_hold (reason, payout_id, stopped_at) values (${reason}, ${payoutId}, ${ctx.now}) on conflict (singleton) do nothing`)
}

/** Why payouts are stopped, or null. */
export async function findPayoutHold(ctx: Pick<Context, 'db'>): Promise<PayoutHold | null> {
  const { rows } = await ctx.db.execute<PayoutHold>(sql`select reason, stopped_at, payout_id from payout_hold`)
  return rows[0] ? { ...rows[0], stopped_at: iso(rows[0].stopped_at) } : null
}

/** The same, for an admin. Problems: signed_out, forbidden. */
export async function getPayoutHold(ctx: Context): Promise<PayoutHold | null> {
  requireAdmin(ctx)
  return findPayoutHold(ctx)
}

/** Problem `payouts_stopped`, with the reason. */
export async function requirePayoutsRunning(ctx: Pick<Context, 'db'>): Promise<void> {
  const stop = await findPayoutHold(ctx)
  if (stop) throw new Problem('payouts_stopped', { detail: stop.reason })
}

/** An admin has corrected the cause of the stop: M-Pesa sends payouts again. A second call changes nothing. Problems: signed_out, forbidden. */
export async function resumePayouts(ctx: Context): Promise<void> {
  requireAdmin(ctx)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ reason: string }>(sql`delete from payout_hold returning reason`)
    if (rows[0]) await writeAudit(tx, ctx, { action: 'payouts resumed', table: 'payout_hold', id: null, before: { reason: rows[0].reason } })
  })
}
