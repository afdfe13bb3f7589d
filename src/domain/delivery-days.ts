/** A calendar day in Nairobi, `2026-11-24`. */
export type Day = string

/** When a delivery option brings an order: working days after the day on which it is packed. */
export interface DeliveryTime {
  days_from: number
  days_to: number
  /** Minutes after midnight in Nairobi until which an order is packed on the same day. */
  cut_off: number
}

/** Days on which nothing is packed or delivered besides Sundays: holidays, and days on which the shop is closed. */
export type ClosedDays = ReadonlySet<Day>

/**
 * The days between which an order of this instant arrives. An order after the cut-off hour, or on a day without work, counts from the next working day.
 * `closed` must hold the days of the next weeks.
 */
export function promisedDays(at: Date, { days_from, days_to, cut_off }: DeliveryTime, closed: ClosedDays): { from: Day; to: Day } {
  const local = new Date(at.getTime() + nairobiOffset)
  const today = dayOf(local)
  const isLate = local.getUTCHours() * 60 + local.getUTCMinutes() >= cut_off
  const packed = workingDay(isLate ? following(today) : today, 0, closed)
  const from = workingDay(packed, days_from, closed)
  return { from, to: workingDay(from, days_to - days_from, closed) }
}

/** `Tue 24 - Wed 25 Nov`, `Mon 30 Nov - Tue 1 Dec`, or `Tue 24 Nov`. */
export function formatDays({ from, to }: { from: Day; to: Day }): string {
  const [first, last] = [dayText(from), dayText(to)]
  if (from === to) return last
  const isOneMonth = first.slice(-3) === last.slice(-3)
  return `${isOneMonth ? first.slice(0, -4) : first} - ${last}`
}

/** `Wed 25 Nov` */
export function dayText(day: Day): string {
  const at = new Date(`${day}T00:00:00Z`)
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]}`
}

/** `14:00`; `00:00` for both midnights of a day. @param minutes after midnight */
export function clockText(minutes: number): string {
  return [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day in Nairobi of an instant. */
export function dayAt(at: Date): Day {
  return dayOf(new Date(at.getTime() + nairobiOffset))
}

const nairobiOffset = 3 * 3_600_000
const dayMs = 24 * 3_600_000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** More closed days in a row than any calendar has: a row of them that long is an error of data, not a reason to look for ever. */
const longestPause = 366

/** The working day that lies `count` working days after the first working day from `day` on. */
function workingDay(day: Day, count: number, closed: ClosedDays): Day {
  let at = day
  let left = count
  for (let looked = 0; looked < longestPause; looked++, at = following(at)) if (isWorkingDay(at, closed) && left-- === 0) return at
  return at
}

function isWorkingDay(day: Day, closed: ClosedDays): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !closed.has(day)
}

function following(day: Day): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs))
}

function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10)
}
