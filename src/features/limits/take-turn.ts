import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type LimitName, limitDetails, limits } from '#domain/limits.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'

type Counting = Pick<Context, 'db' | 'now' | 'services'>
/** Whose turns: an account, a phone, a network. Stored as keyed hashes only; a null key is not counted. */
type Keys = Partial<Record<LimitName, string | null>>

/** Takes one of the turns that a limit leaves a key. See `takeTurns`. */
export function takeTurn(ctx: Counting, name: LimitName, key: string | null, mark?: string): Promise<void> {
  return takeTurns(ctx, { [name]: key }, mark)
}

/**
 * Takes a turn of every limit, or none, exactly, in any number of processes. Give it the request's own context and no transaction: that
 * one's rollback would forget the turns. The same `mark` is one turn however often it comes, so that a repetition of what was let in is let in.
 * Problem `too_many`, for as long as the slowest of the limits.
 */
export async function takeTurns(ctx: Counting, keys: Keys, mark: string = randomUUID()): Promise<void> {
  const names = (Object.keys(keys) as LimitName[]).filter((name) => keys[name] != null)
  if (names.length === 0) return
  const take = async (inside: Counting) => {
    const taken = await takeWhatIsLeft(inside, keys, names, mark)
    const missing = names.filter((name) => !taken.includes(name))
    if (missing.length > 0) throw await refusal(inside, keys, missing)
  }
  // The rollback gives back exactly what was taken here, and leaves as it was what an earlier call took for the same mark. One alone needs none.
  await (names.length === 1 ? take(ctx) : ctx.db.transaction((tx) => take({ ...ctx, db: tx })))
}

/** The same for what is not refused, only not counted: false when no turn was left. */
export async function hasTurns(ctx: Counting, keys: Keys, mark?: string): Promise<boolean> {
  try {
    await takeTurns(ctx, keys, mark)
    return true
  } catch (error) {
    if (isProblem(error) && error.code === 'too_many') return false
    throw error
  }
}

/** Answers the limits that had a turn left. */
async function takeWhatIsLeft(ctx: Counting, keys: Keys, names: LimitName[], mark: string): Promise<LimitName[]> {
  const wanted = JSON.stringify(
    Object.fromEntries(
      names.map((name) => [name, { most: limits[name].most, seconds: limits[name].seconds, hash: hashOf(ctx, name, keys[name] as string) }]),
    ),
  )
  const own = ctx.services.secrets.blind(mark)
  const now = sql`extract(epoch from ${ctx.now})`
  const others = sql`jsonb_each(turns.taken) as turn (mark, until) where mark <> ${own} and until::numeric > ${now}`
  // In the order of names, so that no two wait for each other. Who comes at the same instant waits for the row, and then sees it with our turn in it.
  const { rows } = await ctx.db.execute<{ limit_name: LimitName }>(sql`
    insert into turns (limit_name, key_hash, taken, expires_at)
    select name, wanted ->> 'hash', jsonb_build_object(${own}::text, ${now} + (wanted ->> 'seconds')::integer),
      ${ctx.now} + make_interval(secs => (wanted ->> 'seconds')::integer)
    from jsonb_each(${wanted}::jsonb) as each (name, wanted) order by name
    on conflict (limit_name, key_hash) do update set expires_at = excluded.expires_at,
      taken = excluded.taken || (select coalesce(jsonb_object_agg(mark, until), '{}') from ${others})
    where (select count(*) from ${others}) < (${wanted}::jsonb -> turns.limit_name ->> 'most')::integer
    returning limit_name`)
  return rows.map((row) => row.limit_name)
}

/** All is well again, such as after a sign-in that succeeded: the turns taken so far count no more. */
export async function forgetTurns(ctx: Counting, name: LimitName, key: string | null): Promise<void> {
  if (key !== null) await ctx.db.execute(sql`delete from turns where ${theirs(ctx, { [name]: key }, [name])}`)
}

/** A limit has its next turn when the oldest of those that fill it is over. */
async function refusal(ctx: Counting, keys: Keys, names: LimitName[]): Promise<Problem> {
  const { rows } = await ctx.db.execute<{ name: LimitName; ends: number[] }>(sql`
    select limit_name as name, (select json_agg(until::numeric - extract(epoch from ${ctx.now}) order by until::numeric desc) from jsonb_each(taken) as turn (mark, until)) as ends
    from turns where ${theirs(ctx, keys, names)}`)
  const waits = rows.map(({ name, ends }) => ({ limit: limits[name], seconds: ends[limits[name].most - 1] ?? 1 }))
  const longest = waits.sort((a, b) => b.seconds - a.seconds)[0] ?? { limit: limits[names[0] as LimitName], seconds: 1 }
  return new Problem('too_many', limitDetails(longest.limit, longest.seconds))
}

/** The rows of some limits. */
function theirs(ctx: Counting, keys: Keys, names: LimitName[]): SQL {
  const pairs = names.map((name) => [name, hashOf(ctx, name, keys[name] as string)])
  return sql`(limit_name, key_hash) in (select pair ->> 0, pair ->> 1 from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) as pair)`
}

function hashOf(ctx: Counting, name: LimitName, key: string): string {
  return ctx.services.secrets.blind(`${name} ${key}`)
}
