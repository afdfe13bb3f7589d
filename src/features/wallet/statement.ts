import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { csvLine } from '#domain/csv.ts'
import { fromShillings, sum, toShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { type Context, requireUser } from '#features/context.ts'
import { read } from '#features/input.ts'
import { iso } from '#features/orders/order-row.ts'

const day = z.iso.date('Write a day as 2026-11-21.').optional()
export const statementPeriod = z.object({ from: day, to: day })

/** What moves a balance. */
export type StatementKind =
  | 'commission approved'
  | 'commission rejected'
  | 'commission taken back'
  | 'commission given back'
  | 'payout requested'
  | 'payout returned'

/** KSh, times in ISO 8601; `opening` is the balance before the first row. */
export interface Statement {
  from: string | null
  to: string | null
  opening: number
  closing: number
  rows: { at: string; kind: StatementKind; text: string; amount: number; balance: number }[]
}

/**
 * Everything that moved the wallet of whoever asks, oldest first, with the balance after each; days are days in Nairobi, both included. The last
 * balance of a statement without an end is the balance of the wallet. Problems: signed_out, bad_input.
 */
export async function getStatement(ctx: Context, sent: unknown = {}): Promise<Statement> {
  const { userId } = requireUser(ctx)
  const { from, to } = read(statementPeriod, sent)
  const { rows } = await ctx.db.execute<{ at: string; kind: StatementKind; text: string; amount: string; place: 'before' | 'in' | 'after' }>(sql`
    with moves as (
      select c.approved_at as at, 'commission approved' as kind, 'Order ' || o.short_code as text, c.commission_amount as amount
        from affiliate_commissions c join orders o on o.id = c.order_id where c.affiliate_id = ${userId} and c.approved_at is not null
      union all select c.rejected_at, 'commission rejected', 'Order ' || o.short_code || ': ' || c.reason, -c.commission_amount
        from affiliate_commissions c join orders o on o.id = c.order_id where c.affiliate_id = ${userId} and c.approved_at is not null and c.status = 'rejected'
      union all select d.created_at, 'commission taken back', 'Order ' || o.short_code, -d.amount
        from commission_deductions d join affiliate_commissions c on c.id = d.commission_id join orders o on o.id = c.order_id
        where d.affiliate_id = ${userId} and d.kind = 'clawback'
      union all select d.undone_at, 'commission given back', 'Order ' || o.short_code, d.amount
        from commission_deductions d join affiliate_commissions c on c.id = d.commission_id join orders o on o.id = c.order_id
        where d.affiliate_id = ${userId} and d.kind = 'clawback' and d.undone_at is not null
      union all select requested_at, 'payout requested', coalesce('M-Pesa receipt ' || receipt, 'To M-Pesa'), -amount
        from affiliate_payouts where affiliate_id = ${userId}
      union all select processed_at, 'payout returned', coalesce(failure_reason, 'Not paid'), amount
        from affiliate_payouts where affiliate_id = ${userId} and status in ('rejected', 'failed')
    )
    select at, kind, text, amount, case when day < ${from ?? null}::date then 'before' when day > ${to ?? null}::date then 'after' else 'in' end as place
    from (select *, (at at time zone 'Africa/Nairobi')::date as day from moves) dated order by at, amount desc`)
  const opening = sum(rows.filter(({ place }) => place === 'before').map(({ amount }) => fromShillings(amount)))
  let balance = opening
  const shown = rows
    .filter(({ place }) => place === 'in')
    .map(({ at, kind, text, amount }) => {
      balance += fromShillings(amount)
      return { at: iso(at), kind, text, amount: Number(amount), balance: toShillings(balance) }
    })
  return { from: from ?? null, to: to ?? null, opening: toShillings(opening), closing: toShillings(balance), rows: shown }
}

/** The same as a file for spreadsheets, times in Nairobi. */
export function statementCsv({ opening, closing, rows }: Statement): string {
  const lines: (string | number | null)[][] = [
    ['Time', 'What', 'Details', 'KSh', 'Balance'],
    [null, 'opening balance', null, null, opening],
    ...rows.map(({ at, kind, text, amount, balance }) => [formatDateTime(at), kind, text, amount, balance]),
    [null, 'closing balance', null, null, closing],
  ]
  // The mark makes spreadsheets read it as UTF-8.
  return `\uFEFF${lines.map(csvLine).join('')}`
}
