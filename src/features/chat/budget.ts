import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** Tokens of the shop's daily budget, reserved for one answer. */
export interface Reserved {
  /** In Nairobi, as `2026-11-21`. */
  day: string
  tokens: number
}

/** Reserves tokens of today's budget for the model, or answers null when fewer are left. Exact in any number of processes. */
export async function takeBudget(ctx: Pick<Context, 'db' | 'now'>, { tokens, daily }: { tokens: number; daily: number }): Promise<Reserved | null> {
  if (tokens > daily) return null
  const { rows } = await ctx.db.execute<{ day: string }>(sql`
    insert into assistant_spending as s (day, tokens) values ((${ctx.now} at time zone 'Africa/Nairobi')::date, ${tokens})
    on conflict (day) do update set tokens = s.tokens + excluded.tokens where s.tokens + excluded.tokens <= ${daily}
    returning day::text`)
  return rows[0] ? { day: rows[0].day, tokens } : null
}

/** Returns reserved tokens that were not used, or adds those used beyond the reservation. Call it once for each reservation. */
export async function settleBudget(ctx: Pick<Context, 'db'>, { day, tokens }: Reserved, used: number): Promise<void> {
  await ctx.db.execute(sql`update assistant_spending set tokens = greatest(0, tokens + ${used - tokens}::bigint) where day = ${day}::date`)
}
