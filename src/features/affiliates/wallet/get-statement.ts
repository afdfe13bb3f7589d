import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { isoText } from '#core/select-of.ts'
import type { Database } from '#db/client.ts'
import { csvLine } from '#domain/csv.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'

const day = z.iso.date('Enter a day as 2026-11-21.').optional()
export const statementPeriod = z.object({ from: day, to: day })

/** The kinds of entries that move a balance; `payout paid` moves nothing, and names the receipt. */
type StatementKind =
  | 'commission approved'
  | 'commission rejected'
  | 'commission taken back'
  | 'commission given back'
  | 'payout requested'
  | 'payout returned'
  | 'payout paid'
  | 'payout paid after all'
  | 'debt carried over'
  | 'debt written off'
  | 'cleared'

/** KSh, times in ISO 8601; `opening` is the balance before the first row. */
export interface Statement {
  from: string | null
  to: string | null
  opening: number
  closing: number
  rows: { at: string; kind: StatementKind; text: string; amount: number; balance: number }[]
}

/**
 * Every movement of the caller's wallet, oldest first, with the balance after each; days are days in Nairobi, both included. A statement does not change later:
 * it is read from entries that are written once (db/migrations/0013-payouts.sql). The last balance of a statement without an end is the balance of the wallet.
 */
export async function getStatement(ctx: Context, sent: unknown = {}): Promise<Statement> {
  const { userId } = requireUser(ctx)
  const { from = null, to = null } = parseInput(statementPeriod, sent)
  const { opening, rows } = await ctx.db.transaction((tx) => readEntries(tx, userId, from, to))
  return { from, to, opening, closing: rows.at(-1)?.balance ?? opening, rows }
}

/** Waits for transactions that are writing an entry: so no later entry has a time before this one. */
async function readEntries(tx: Database, affiliateId: string, from: string | null, to: string | null) {
  await tx.execute(sql`select from profiles where id = ${affiliateId} for share`)
  const day = sql`(at at time zone 'Africa/Nairobi')::date`
  const { rows: opening } = await tx.execute<{ balance: number }>(sql`
    select balance::float8 as balance from wallet_entries where affiliate_id = ${affiliateId} and ${day} < ${from}::date order by id desc limit 1`)
  const { rows } = await tx.execute<Statement['rows'][number]>(sql`
    select ${isoText(sql`at`)} as at, kind, text, amount::float8 as amount, balance::float8 as balance from wallet_entries
    where affiliate_id = ${affiliateId} and coalesce(${day} >= ${from}::date, true) and coalesce(${day} <= ${to}::date, true) order by id`)
  return { opening: opening[0]?.balance ?? 0, rows }
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
