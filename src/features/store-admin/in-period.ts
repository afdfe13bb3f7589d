import { type SQL, sql } from 'drizzle-orm'
import { type Period, periods } from '#domain/period.ts'
import type { Context } from '#features/context.ts'

/** SQL: a day in Nairobi lies in the period. */
export function inPeriod({ now }: Pick<Context, 'now'>, period: Period, day: SQL): SQL {
  if (period.name === 'own') return sql`${day} between coalesce(${period.from}::date, '-infinity') and coalesce(${period.to}::date, 'infinity')`
  const { days } = periods[period.name]
  if (days === null) return sql`true`
  return sql`${day} between ${dayIn(now)} - ${days - 1}::integer and ${dayIn(now)}`
}

/** SQL: the day in Nairobi on which an instant falls. */
export function dayIn(instant: SQL): SQL {
  return sql`(${instant} at time zone 'Africa/Nairobi')::date`
}
