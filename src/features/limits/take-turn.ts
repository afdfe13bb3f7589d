import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type LimitName, limitDetails, limits } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'

type Counting = Pick<Context, 'db' | 'now' | 'services'>

/**
 * Takes one of the turns that a limit leaves an account, a phone or a network (`key`, stored as a keyed hash only), exactly, in any number of
 * processes. Give it the request's own context and no transaction: a refusal's rollback would forget the turn. A null key is not counted.
 * The same `mark` is one turn however often it comes, so that a repetition of what was let in is let in. Problem `too_many`.
 */
export async function takeTurn(ctx: Counting, name: LimitName, key: string | null, mark: string = randomUUID()): Promise<void> {
  if (key === null) return
  const { most, seconds } = limits[name]
  const hash = hashOf(ctx, name, key)
  const own = ctx.services.secrets.blind(mark)
  const now = sql`extract(epoch from ${ctx.now})`
  // Whoever comes at the same instant waits for the row, and then sees it with our turn in it.
  const { rows } = await ctx.db.execute(sql`
    insert into turns (limit_name, key_hash, taken, expires_at)
    values (${name}, ${hash}, jsonb_build_object(${own}::text, ${now}), ${ctx.now} + make_interval(secs => ${seconds}))
    on conflict (limit_name, key_hash) do update set expires_at = excluded.expires_at, taken = excluded.taken || (
      select coalesce(jsonb_object_agg(mark, at), '{}') from jsonb_each(turns.taken) as turn (mark, at) where mark <> ${own} and at::numeric > ${now} - ${seconds})
    where (select count(*) from jsonb_each(turns.taken) as turn (mark, at) where mark <> ${own} and at::numeric > ${now} - ${seconds}) < ${most}
    returning true`)
  if (rows.length === 0) throw new Problem('too_many', limitDetails(limits[name], await secondsUntilNext(ctx, name, hash)))
}

/** All is well again, such as after a sign-in that succeeded: the turns taken so far count no more. */
export async function forgetTurns(ctx: Counting, name: LimitName, key: string | null): Promise<void> {
  if (key === null) return
  await ctx.db.execute(sql`delete from turns where limit_name = ${name} and key_hash = ${hashOf(ctx, name, key)}`)
}

function hashOf(ctx: Counting, name: LimitName, key: string): string {
  return ctx.services.secrets.blind(`${name} ${key}`)
}

/** Until the oldest of the turns that fill the limit is over. */
async function secondsUntilNext(ctx: Counting, name: LimitName, hash: string): Promise<number> {
  const { most, seconds } = limits[name]
  const { rows } = await ctx.db.execute<{ seconds: string }>(sql`
    select at::numeric + ${seconds} - extract(epoch from ${ctx.now}) as seconds
    from turns, jsonb_each(taken) as turn (mark, at) where limit_name = ${name} and key_hash = ${hash}
    order by at::numeric desc offset ${most - 1} limit 1`)
  return Number(rows[0]?.seconds ?? 1)
}
