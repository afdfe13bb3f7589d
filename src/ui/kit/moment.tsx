import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'

/** A moment as Nairobi's clock shows it; `dayOnly` where its hour tells nobody anything. */
export function Moment({ at, dayOnly }: { at: string; dayOnly?: boolean }) {
  return (
    <time className="num" dateTime={at}>
      {dayOnly ? formatDate(at) : formatDateTime(at)}
    </time>
  )
}
