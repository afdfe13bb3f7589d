import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** Tokens that one answer reserves before it begins. */
export const tokensPerAnswer = 8000

/** Reserves tokens of today's budget for the model: answers the day in Nairobi, as `2026-11-21`, or null when fewer are left. Exact in any number of processes. */
export async function takeBudget(ctx: Pick<Context, 'db' | 'now'>, { tokens, daily }: { tokens: number; daily: number }): Promise<string | null> {
  if (tokens > daily) return null
  const { rows } = await ctx.db.execute<{ day: string }>(sql`
    insert into assistant_spending as s (day, tokens) values ((${ctx.now} at time zone 'Africa/Nairobi')::date, ${tokens})
    on conflict (day) do update set tokens = s.tokens + excluded.tokens where s.tokens + excluded.tokens <= ${daily}
    returning day::text`)
  return rows[0]?.day ?? null
}

/** Tokens that today's answers have used or reserved. */
export async function spentToday(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await ctx.db.execute<{ tokens: number }>(sql`
    select coalesce(sum(tokens), 0)::float as tokens from assistant_spending where day = (${ctx.now} at time zone 'Africa/Nairobi')::date`)
  return rows[0]?.tokens as number
}

/** Adds tokens that were used beyond those reserved that day, or returns those that were not: then `more` is negative. Call it once for each reservation. */
export async function settleBudget(ctx: Pick<Context, 'db'>, day: string, more: number): Promise<void> {
  await ctx.db.execute(sql`update assistant_spending set tokens = greatest(0, tokens + ${more}::bigint) where day = ${day}::date`)
}
