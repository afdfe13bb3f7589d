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

const offset = 3 * 60 * 60 * 1000
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
