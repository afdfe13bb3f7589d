import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'

/** A date and time in Nairobi's time zone, from an ISO text; `dayOnly` leaves out the time. */
export function Moment({ at, dayOnly }: { at: string; dayOnly?: boolean }) {
  return (
    <time className="tabular" dateTime={at}>
      {dayOnly ? formatDate(at) : formatDateTime(at)}
    </time>
  )
}
