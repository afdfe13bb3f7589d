import { sql } from 'drizzle-orm'
import { dayIn } from '#core/days.ts'
import { resource } from '#core/resource.ts'
import { holidayColumns } from '#domain/delivery-columns.ts'
import { Problem } from '#domain/problem.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'

/** Days on which nothing is packed or delivered, for orders that are placed from then on. The past stays: a holiday is added or moved to a day to come. */
export const holidays = resource({
  ...{ table: 'holidays', one: 'holiday', made: 'added', notFound: 'holiday_not_found', writes: 'manage_delivery', isPublic: true },
  columns: holidayColumns,
  key: 'day',
  order: ['day'],
  violations: { holidays_pkey: { day: 'This day is in the list already.' } },
  within: writeDeliveryTerms,
  async check(tx, { now }, { day }, before) {
    if (day === before?.day) return
    const { rows } = await tx.execute<{ is_over: boolean }>(sql`select ${day}::date < ${dayIn(now)} as is_over`)
    if (rows[0]?.is_over) throw new Problem('bad_input', { fields: { day: 'This day is over. Enter today or a day to come.' } })
  },
})
export const { all: listHolidays, create: addHoliday, change: changeHoliday, remove: deleteHoliday } = holidays
