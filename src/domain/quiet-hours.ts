/** Hours without notifications: minutes since midnight in Nairobi, until the other day where `from` is the later one. */
export interface QuietHours {
  from: number
  until: number
}

/** Of somebody who has chosen none: from 10 PM to 6 AM. */
export const usualQuietHours: QuietHours = { from: 22 * 60, until: 6 * 60 }

/** Whether it is quiet at this minute of the day; the statement that takes due messages asks the same (features/alerts/send-alerts.ts). */
export function isQuiet(minute: number, quiet: QuietHours | null): boolean {
  if (!quiet) return false
  const { from, until } = quiet
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** `22:00`, as fields of hours have it. */
export function writeMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The minute of `22:00`; null for anything else. */
export function readMinute(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(text.trim()) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}
