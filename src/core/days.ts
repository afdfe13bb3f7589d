import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Period, periods } from '#domain/figures.ts'

type Clock = Pick<Context, 'now'>

/** SQL: a day in Nairobi lies in the period. */
export function inPeriod(ctx: Clock, period: Period, day: SQL): SQL {
  const { first, last } = edgesOf(ctx, period)
  return both(first && sql`${day} >= ${first}`, last && sql`${day} <= ${last}`)
}

/** SQL: an instant lies in the period; compared without conversion, so that an index on it serves. */
export function happenedIn(ctx: Clock, period: Period, instant: SQL): SQL {
  const { first, last } = edgesOf(ctx, period)
  return both(first && sql`${instant} >= ${startOf(first)}`, last && sql`${instant} < ${startOf(sql`${last} + 1`)}`)
}

/** SQL: the first and the last day of a period, null where it has no such edge. Named periods end today. */
export function edgesOf({ now }: Clock, period: Period): { first: SQL | null; last: SQL | null } {
  if (period.name === 'own') {
    const [first, last] = [period.from, period.to].map((day) => (day === null ? null : sql`${day}::date`)) as [SQL | null, SQL | null]
    return { first, last }
  }
  const { days } = periods[period.name]
  return days === null ? { first: null, last: null } : { first: sql`${dayIn(now)} - ${days - 1}::integer`, last: dayIn(now) }
}

/** SQL: the day in Nairobi on which an instant falls. */
export function dayIn(instant: SQL): SQL {
  return sql`(${instant} at time zone 'Africa/Nairobi')::date`
}

function startOf(day: SQL): SQL {
  return sql`(${day})::timestamp at time zone 'Africa/Nairobi'`
}

function both(one: SQL | null, other: SQL | null): SQL {
  return one && other ? sql`(${one} and ${other})` : (one ?? other ?? sql`true`)
}
