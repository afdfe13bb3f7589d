import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { instant, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'

/** Why no payout goes out by M-Pesa (the row of the table `payout_hold`). Not a held payout, which alone waits for an admin (hold-payout.ts). */
export const payoutStop = z.object({
  reason: z.string(),
  stopped_at: instant,
  /** The payout at which the shop found it out. */
  payout_id: z.uuid().nullable(),
})
export type PayoutStop = z.infer<typeof payoutStop>

/** Opens the circuit breaker of payouts: none is sent by M-Pesa until an admin resumes them; admins can still pay by hand. The first reason is kept. */
export async function openPayoutBreaker(ctx: Pick<Context, 'db' | 'now' | 'log'>, reason: string, payoutId: string): Promise<void> {
  ctx.log.error({ payout: payoutId, reason }, 'payouts by M-Pesa are stopped')
  await ctx.db.execute(sql`
    insert into payout_hold (reason, payout_id, stopped_at) values (${reason}, ${payoutId}, ${ctx.now}) on conflict (singleton) do nothing`)
}

/** Why payouts are stopped, or null. */
export async function findPayoutStop(ctx: Pick<Context, 'db'>): Promise<PayoutStop | null> {
  const { rows } = await ctx.db.execute<PayoutStop>(sql`select ${selectOf(payoutStop, 'payout_hold')} from payout_hold`)
  return rows[0] ?? null
}

/** The same, for an admin. */
export async function getPayoutStop(ctx: Context): Promise<PayoutStop | null> {
  requirePermission(ctx, 'pay_affiliates')
  return findPayoutStop(ctx)
}

/** Problem `payouts_stopped`, with the reason. */
export async function requirePayoutsRunning(ctx: Pick<Context, 'db'>): Promise<void> {
  const stop = await findPayoutStop(ctx)
  if (stop) throw new Problem('payouts_stopped', { detail: stop.reason })
}

/** An admin has corrected the cause of the stop: M-Pesa sends payouts again. A second call changes nothing. */
export async function resumePayouts(ctx: Context): Promise<void> {
  requirePermission(ctx, 'pay_affiliates')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ reason: string }>(sql`delete from payout_hold returning reason`)
    if (rows[0]) await writeAudit(tx, ctx, { action: 'payouts resumed', table: 'payout_hold', id: null, before: { reason: rows[0].reason } })
  })
}
