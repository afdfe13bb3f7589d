import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { iso } from '#features/orders/order-row.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Why no payout goes out by M-Pesa. */
export interface PayoutStop extends Record<string, unknown> {
  reason: string
  /** ISO 8601. */
  stopped_at: string
  /** The payout at which it was found out. */
  payout_id: string | null
}

export const credentialWords = 'M-Pesa does not take the initiator’s name, password or certificate.'

/** No payout goes out by M-Pesa any more until an admin has looked; by hand they can still be made. The first reason stands. */
export async function stopPayouts(ctx: Pick<Context, 'db' | 'now' | 'log'>, reason: string, payoutId: string): Promise<void> {
  ctx.log.error({ payout: payoutId, reason }, 'payouts by M-Pesa are stopped')
  await ctx.db.execute(sql`
    insert into payout_stop (reason, payout_id, stopped_at) values (${reason}, ${payoutId}, ${ctx.now}) on conflict (singleton) do nothing`)
}

/** Why payouts are stopped, or null. */
export async function findPayoutStop(ctx: Pick<Context, 'db'>): Promise<PayoutStop | null> {
  const { rows } = await ctx.db.execute<PayoutStop>(sql`select reason, stopped_at, payout_id from payout_stop`)
  return rows[0] ? { ...rows[0], stopped_at: iso(rows[0].stopped_at) } : null
}

/** The same, for an admin. Problems: signed_out, forbidden. */
export async function getPayoutStop(ctx: Context): Promise<PayoutStop | null> {
  requireAdmin(ctx)
  return findPayoutStop(ctx)
}

/** Problem `payouts_stopped`, with the reason. */
export async function refuseWhileStopped(ctx: Pick<Context, 'db'>): Promise<void> {
  const stop = await findPayoutStop(ctx)
  if (stop) throw new Problem('payouts_stopped', { detail: stop.reason })
}

/** An admin has mended what stopped them: they go out again. Done twice it is done. Problems: signed_out, forbidden. */
export async function resumePayouts(ctx: Context): Promise<void> {
  requireAdmin(ctx)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ reason: string }>(sql`delete from payout_stop returning reason`)
    if (rows[0]) await writeAudit(tx, ctx, { action: 'payouts resumed', table: 'payout_stop', id: null, before: { reason: rows[0].reason } })
  })
}
