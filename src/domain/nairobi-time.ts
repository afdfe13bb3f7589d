/** `4:52 PM`: the time of day in Nairobi, which is UTC+3 all year. Written without Intl, so that every browser and the server produce the same text. */
export function formatTime(iso: string): string {
  const { hours, minutes } = partsOf(iso)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `20 Nov 2026` in Nairobi. */
export function formatDate(iso: string): string {
  const { day, month, year } = partsOf(iso)
  return `${day} ${months[month]} ${year}`
}

/** `20 Nov 2026` of `2026-11-20`. */
export function formatDay(day: string): string {
  return formatDate(`${day}T12:00:00+03:00`)
}

/** `20 Nov 2026, 4:52 PM` in Nairobi. */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`
}

/** `2026-11-22 14:32:05` in Nairobi, as people type it and `readLocalTime` reads it. */
export function writeLocalTime(at: Date): string {
  return new Date(at.getTime() + offset).toISOString().slice(0, 19).replace('T', ' ')
}

/** The instant of `2026-11-22 14:32` or `2026-11-22 14:32:05` in Nairobi; undefined for anything else. */
export function readLocalTime(text: string): Date | undefined {
  const whole = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? `${text}:00` : text
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(whole) ? new Date(`${whole.replace(' ', 'T')}+03:00`) : undefined
  // Written again, because Date takes the 31st of February for a day in March.
  return at && !Number.isNaN(at.getTime()) && writeLocalTime(at) === whole ? at : undefined
}

/** A calendar day in Nairobi, `2026-11-24`. */
export type Day = string

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
  return new Date(at.getTime() + offset).toISOString().slice(0, 10)
}

/** Minutes after midnight in Nairobi. */
export function minuteAt(at: Date): number {
  const local = new Date(at.getTime() + offset)
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

const offset = 3 * 60 * 60 * 1000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function partsOf(iso: string) {
  const shifted = new Date(Date.parse(iso) + offset)
  return {
    day: shifted.getUTCDate(),
    month: shifted.getUTCMonth(),
    year: shifted.getUTCFullYear(),
    hours: shifted.getUTCHours(),
    minutes: shifted.getUTCMinutes(),
  }
}
