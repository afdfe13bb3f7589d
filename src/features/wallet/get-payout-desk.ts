import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'
import { findPayoutStop, type PayoutStop } from '#features/wallet/stop-payouts.ts'

/** What stands above the list of payouts. */
export interface PayoutDesk {
  /** Payouts can be made by M-Pesa's own service (B2C), as far as the settings go. */
  sends: boolean
  stop: PayoutStop | null
  /** How many wait for an admin, are at M-Pesa, and need a look. */
  counts: { pending: number; processing: number; review: number }
}

/** Problems: signed_out, forbidden. */
export async function getPayoutDesk(ctx: Context): Promise<PayoutDesk> {
  requireAdmin(ctx)
  // What is open and what needs a look is few: an affiliate has at most one open payout, and both are read from an index.
  const { rows } = await ctx.db.execute<PayoutDesk['counts'] & Record<string, unknown>>(sql`
    select (select count(*)::integer from affiliate_payouts where status = 'pending') as pending,
      (select count(*)::integer from affiliate_payouts where status = 'processing') as processing,
      (select count(*)::integer from affiliate_payouts where needs_review_at is not null) as review`)
  const stop = await findPayoutStop(ctx)
  return { sends: ctx.services.mpesa.payouts !== null, stop, counts: rows[0] as PayoutDesk['counts'] }
}
