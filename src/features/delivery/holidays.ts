import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'
import { parseInput, refusingViolation, words } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { dayIn } from '#features/store-admin/in-period.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

// PostgreSQL has no year 0.
const holidayDay = z.iso
  .date('Enter a day, such as 2027-03-20.')
  .refine((day) => day >= '2000' && day < '2100', 'Enter a day between the years 2000 and 2099.')

/** A row of `holidays`: a day on which nothing is packed or delivered, besides Sundays. */
export const holidayRow = z.object({
  day: holidayDay.meta({ example: '2027-03-20' }),
  name: words('Enter what day it is, such as Idd-ul-Fitr.', 60).meta({ example: 'Idd-ul-Fitr' }),
})
export type HolidayRow = z.infer<typeof holidayRow>
export const holidayChanges = holidayRow.partial()

/** All of them, the earliest first. */
export async function listHolidays({ db }: Pick<Context, 'db'>): Promise<HolidayRow[]> {
  const { rows } = await db.execute<HolidayRow>(sql`select day::text as day, name from holidays order by day`)
  return rows
}

/** Adds a day from today on: it counts for orders that are placed from then on. Problems: signed_out, forbidden, bad_input. */
export async function addHoliday(ctx: Context, sent: unknown): Promise<HolidayRow> {
  requirePermission(ctx, 'manage_delivery')
  const holiday = parseInput(holidayRow, sent)
  return writing(ctx, async (tx) => {
    await requireToCome(tx, ctx, holiday.day)
    await tx.execute(sql`insert into holidays (day, name) values (${holiday.day}::date, ${holiday.name})`)
    await writeAudit(tx, ctx, { action: 'holiday added', table: 'holidays', id: holiday.day, after: holiday })
    return holiday
  })
}

/** Renames a holiday, or moves it to another day from today on. Problems: signed_out, forbidden, bad_input, holiday_not_found, changed_meanwhile. */
export async function changeHoliday(ctx: Context, day: string, sent: unknown, snapshot?: FormSnapshot): Promise<HolidayRow> {
  requirePermission(ctx, 'manage_delivery')
  const changes = parseInput(holidayChanges, sent)
  return writing(ctx, async (tx) => {
    const before = await lockHoliday(tx, day)
    requireUnchanged(before, changes, snapshot)
    const after = { ...before, ...changes }
    if (after.day !== before.day) await requireToCome(tx, ctx, after.day)
    await tx.execute(sql`update holidays set day = ${after.day}::date, name = ${after.name} where day = ${before.day}::date`)
    await writeChange(tx, ctx, { action: 'holiday changed', table: 'holidays', id: before.day, before, after })
    return after
  })
}

/** Deletes a holiday: it is a working day again. Problems: signed_out, forbidden, holiday_not_found. */
export async function deleteHoliday(ctx: Context, day: string): Promise<void> {
  requirePermission(ctx, 'manage_delivery')
  await writeDeliveryTerms(ctx, async (tx) => {
    const before = await lockHoliday(tx, day)
    await tx.execute(sql`delete from holidays where day = ${before.day}::date`)
    await writeAudit(tx, ctx, { action: 'holiday deleted', table: 'holidays', id: before.day, before })
  })
}

/** Locks a holiday until the transaction ends. Problem `holiday_not_found`. */
async function lockHoliday(tx: Database, day: string): Promise<HolidayRow> {
  const { rows } = holidayDay.safeParse(day).success
    ? await tx.execute<HolidayRow>(sql`select day::text as day, name from holidays where day = ${day}::date for update`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('holiday_not_found')
  return rows[0]
}

async function requireToCome(tx: Database, { now }: Pick<Context, 'now'>, day: string) {
  const { rows } = await tx.execute<{ is_over: boolean }>(sql`select ${day}::date < ${dayIn(now)} as is_over`)
  if (rows[0]?.is_over) throw new Problem('bad_input', { fields: { day: 'This day is over. Enter today or a day to come.' } })
}

function writing(ctx: Context, write: (tx: Database) => Promise<HolidayRow>): Promise<HolidayRow> {
  return refusingViolation('holidays_pkey', { day: 'This day is in the list already.' }, () => writeDeliveryTerms(ctx, write))
}
