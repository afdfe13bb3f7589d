import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type LimitName, limitDetails, limits } from '#domain/limits.ts'
import { Problem, unlessRefused } from '#domain/problem.ts'

type LimiterContext = Pick<Context, 'db' | 'now' | 'services'>
/** The key of a count: an account, a phone, a network. Stored only as keyed hashes; a null key is not counted. */
export type Keys = Partial<Record<LimitName, string | null>>

/** Counts one use against one rate limit. See `consumeAll`. */
export function consume(ctx: LimiterContext, name: LimitName, key: string | null, idempotencyKey?: string): Promise<void> {
  return consumeAll(ctx, { [name]: key }, idempotencyKey)
}

/**
 * Counts one use against all of these rate limits, or against none, exactly, in any number of processes (sliding windows in the table `rate_limits`). Give it
 * the request's own context and no transaction: a rollback would forget the uses. The same `idempotencyKey` is one use, however often it comes, so a repetition
 * of an admitted request is admitted. Problem `too_many`, for as long as the slowest of the limits.
 */
export async function consumeAll(ctx: LimiterContext, keys: Keys, idempotencyKey: string = randomUUID()): Promise<void> {
  if (namesIn(keys).length === 0) return
  const { wanted, own } = countedUse(ctx, keys, idempotencyKey)
  const { rows } = await ctx.db.execute<{ reached: LimitName[] }>(
    sql`select consume_limits(${JSON.stringify(wanted)}::jsonb, ${own}, ${ctx.now}) as reached`,
  )
  await refuseReached(ctx, keys, rows[0]?.reached ?? [])
}

/** The same for a use that is not refused, only not counted: false when a limit was reached. */
export function tryConsume(ctx: LimiterContext, keys: Keys, idempotencyKey?: string): Promise<boolean> {
  const counted = consumeAll(ctx, keys, idempotencyKey).then(() => true)
  return unlessRefused('too_many', counted, false)
}

/** What the SQL function `consume_limits` takes: each limit with its key, and the use. It counts against all or none, and returns the names of those that are reached. */
export function countedUse(ctx: LimiterContext, keys: Keys, idempotencyKey: string) {
  const wanted = Object.fromEntries(
    namesIn(keys).map((name) => [name, { max: limits[name].max, seconds: limits[name].seconds, hash: hashOf(ctx, name, keys[name] as string) }]),
  )
  return { wanted, own: ctx.services.secrets.blind(idempotencyKey) }
}

/** Problem `too_many`, where `consume_limits` has found limits that are reached. */
export async function refuseReached(ctx: LimiterContext, keys: Keys, reached: LimitName[]): Promise<void> {
  if (reached.length > 0) throw await refusal(ctx, keys, reached)
}

function namesIn(keys: Keys): LimitName[] {
  return (Object.keys(keys) as LimitName[]).filter((name) => keys[name] != null)
}

/** Deletes the uses so far, such as after a successful sign-in. */
export async function resetLimit(ctx: LimiterContext, name: LimitName, key: string | null): Promise<void> {
  if (key !== null) await ctx.db.execute(sql`delete from rate_limits where ${rowsOf(ctx, { [name]: key }, [name])}`)
}

/** A limit opens again when the oldest of the uses that fill it has expired. */
async function refusal(ctx: LimiterContext, keys: Keys, names: LimitName[]): Promise<Problem> {
  const { rows } = await ctx.db.execute<{ name: LimitName; ends: number[] }>(sql`
    select limit_name as name, (select json_agg(until::numeric - extract(epoch from ${ctx.now}) order by until::numeric desc) from jsonb_each(uses) as use (key, until)) as ends
    from rate_limits where ${rowsOf(ctx, keys, names)}`)
  const waits = rows.map(({ name, ends }) => ({ limit: limits[name], seconds: ends[limits[name].max - 1] ?? 1 }))
  const longest = waits.sort((a, b) => b.seconds - a.seconds)[0] ?? { limit: limits[names[0] as LimitName], seconds: 1 }
  return new Problem('too_many', limitDetails(longest.limit, longest.seconds))
}

/** The rows of these limits. */
function rowsOf(ctx: LimiterContext, keys: Keys, names: LimitName[]): SQL {
  const pairs = names.map((name) => [name, hashOf(ctx, name, keys[name] as string)])
  return sql`(limit_name, key_hash) in (select pair ->> 0, pair ->> 1 from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) as pair)`
}

function hashOf(ctx: LimiterContext, name: LimitName, key: string): string {
  return ctx.services.secrets.blind(`${name} ${key}`)
}
