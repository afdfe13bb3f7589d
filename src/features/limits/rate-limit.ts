import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type LimitName, limitDetails, limits } from '#domain/limits.ts'
import { Problem, unlessRefused } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'

type LimiterContext = Pick<Context, 'db' | 'now' | 'services'>
/** The key of a count: an account, a phone, a network. Stored only as keyed hashes; a null key is not counted. */
type Keys = Partial<Record<LimitName, string | null>>

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
  const names = (Object.keys(keys) as LimitName[]).filter((name) => keys[name] != null)
  if (names.length === 0) return
  const consumeIn = async (inside: LimiterContext) => {
    const consumed = await consumeOpen(inside, keys, names, idempotencyKey)
    const missing = names.filter((name) => !consumed.includes(name))
    if (missing.length > 0) throw await refusal(inside, keys, missing)
  }
  // The rollback undoes exactly what was counted here, and leaves what an earlier call counted for the same key. One limit alone needs none.
  await (names.length === 1 ? consumeIn(ctx) : ctx.db.transaction((tx) => consumeIn({ ...ctx, db: tx })))
}

/** The same for a use that is not refused, only not counted: false when a limit was reached. */
export function tryConsume(ctx: LimiterContext, keys: Keys, idempotencyKey?: string): Promise<boolean> {
  const counted = consumeAll(ctx, keys, idempotencyKey).then(() => true)
  return unlessRefused('too_many', counted, false)
}

/** Returns the limits that were not reached. */
async function consumeOpen(ctx: LimiterContext, keys: Keys, names: LimitName[], idempotencyKey: string): Promise<LimitName[]> {
  const wanted = JSON.stringify(
    Object.fromEntries(
      names.map((name) => [name, { max: limits[name].max, seconds: limits[name].seconds, hash: hashOf(ctx, name, keys[name] as string) }]),
    ),
  )
  const own = ctx.services.secrets.blind(idempotencyKey)
  const now = sql`extract(epoch from ${ctx.now})`
  const others = sql`jsonb_each(rate_limits.uses) as use (key, until) where key <> ${own} and until::numeric > ${now}`
  // In the order of names, so that no two requests deadlock. A simultaneous request waits for the row, and then sees our use in it.
  const { rows } = await ctx.db.execute<{ limit_name: LimitName }>(sql`
    insert into rate_limits (limit_name, key_hash, uses, expires_at)
    select name, wanted ->> 'hash', jsonb_build_object(${own}::text, ${now} + (wanted ->> 'seconds')::integer),
      ${ctx.now} + make_interval(secs => (wanted ->> 'seconds')::integer)
    from jsonb_each(${wanted}::jsonb) as each (name, wanted) order by name
    on conflict (limit_name, key_hash) do update set expires_at = excluded.expires_at,
      uses = excluded.uses || (select coalesce(jsonb_object_agg(key, until), '{}') from ${others})
    where (select count(*) from ${others}) < (${wanted}::jsonb -> rate_limits.limit_name ->> 'max')::integer
    returning limit_name`)
  return rows.map((row) => row.limit_name)
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
