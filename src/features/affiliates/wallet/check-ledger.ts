import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { allInvariants } from '#db/invariants.ts'
import { fromShillings } from '#domain/money.ts'
import { availableBalance, type PayoutStatus } from '#domain/payout.ts'

interface LedgerCheck {
  /** Rows of money that were checked: orders, attempts, refunds, commissions, payouts, deductions. */
  rows: number
  affiliates: number
  /** Broken rules by name (db/invariants.ts) and the row that breaks them; `balance` is a wallet that differs from its books. */
  broken: { name: string; key: string }[]
}

/**
 * Proves the books: every invariant of the database, and for every affiliate the balance that people see against one that is summed up here, row by row, by
 * other code. It changes nothing.
 */
export async function checkLedger(ctx: Pick<Context, 'db' | 'actor'>): Promise<LedgerCheck> {
  requirePermission(ctx, 'run_shop')
  return ctx.db.transaction(
    async (tx) => {
      // A million orders take a minute, and several where the machine is busy, and no request waits for it: the limits of a request do not apply.
      await tx.execute(sql`set local transaction_timeout = 0; set local statement_timeout = '10min'; set local work_mem = '64MB'`)
      const { rows: broken } = await tx.execute<{ name: string; key: string }>(sql.raw(allInvariants))
      const { rows: books } = await tx.execute<Books>(sql`
        select p.id, w.available,
          array(select commission_amount::text from affiliate_commissions where affiliate_id = p.id and status in ('approved', 'paid')) as earned,
          coalesce((select jsonb_agg(jsonb_build_object('status', status, 'amount', amount::text)) from affiliate_payouts where affiliate_id = p.id), '[]') as payouts,
          array(select amount::text from commission_deductions where affiliate_id = p.id and kind = 'clawback' and undone_at is null) as clawbacks,
          coalesce((select sum(carried) from affiliate_debts where attached_to = p.id), 0) - coalesce((select carried + written_off from affiliate_debts where profile_id = p.id), 0) as carried
        from profiles p join wallets w on w.affiliate_id = p.id
        where exists (select from affiliate_commissions c where c.affiliate_id = p.id) or exists (select from affiliate_payouts o where o.affiliate_id = p.id)
          or exists (select from affiliate_debts d where d.attached_to = p.id)`)
      const wrong = books.filter((each) => balanceOf(each) !== fromShillings(each.available))
      const { rows: counted } = await tx.execute<{ rows: number }>(sql`
        select ((select count(*) from orders) + (select count(*) from payment_attempts) + (select count(*) from refunds) + (select count(*) from affiliate_commissions)
          + (select count(*) from affiliate_payouts) + (select count(*) from commission_deductions))::integer as rows`)
      return { rows: counted[0]?.rows ?? 0, affiliates: books.length, broken: [...broken, ...wrong.map(({ id }) => ({ name: 'balance', key: id }))] }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * The job: once after three at night in Nairobi, or as soon as the shop runs after that, and until it has been done; broken rules are logged as errors. It only
 * reads, so two processes may both do it.
 */
export async function checkLedgerAtNight(ctx: Context): Promise<LedgerCheck | null> {
  const three = sql`(date_trunc('day', ${ctx.now} at time zone 'Africa/Nairobi' - interval '3 hours') + interval '3 hours') at time zone 'Africa/Nairobi'`
  const { rows } = await ctx.db.execute(sql`select from job_runs where name = 'check ledger' and done_at >= ${three}`)
  if (rows.length > 0) return null
  const check = await checkLedger(ctx)
  if (check.broken.length > 0) ctx.log.error({ broken: check.broken.slice(0, 20) }, 'the books do not balance')
  else ctx.log.info({ rows: check.rows, affiliates: check.affiliates }, 'the books balance')
  await ctx.db.execute(sql`
    insert into job_runs (name, done_at, broken) values ('check ledger', ${ctx.now}, ${sql.param([...new Set(check.broken.map(({ name }) => name))])}::text[])
    on conflict (name) do update set done_at = excluded.done_at, broken = excluded.broken`)
  return check
}

interface Books extends Record<string, unknown> {
  id: string
  available: string
  earned: string[]
  payouts: { status: PayoutStatus; amount: string }[]
  clawbacks: string[]
  carried: string
}

function balanceOf({ earned, payouts, clawbacks, carried }: Books): number {
  return availableBalance({
    earned: earned.map(fromShillings),
    payouts: payouts.map(({ status, amount }) => ({ status, amount: fromShillings(amount) })),
    clawbacks: clawbacks.map(fromShillings),
    carried: fromShillings(carried),
  })
}
