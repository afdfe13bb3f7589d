import { formatDate } from '#domain/nairobi-time.ts'

export interface DayValue {
  /** `2026-11-21`. */
  day: string
  value: number
}

interface DayBarsProps {
  title: string
  /** The oldest first, without gaps. */
  days: DayValue[]
  colour: string
  format: (value: number) => string
}

const step = 10
const height = 72

/** A bar for every day. `aria-label` sums the chart up in one sentence; show the single values in a table beside it. */
export function DayBars({ title, days, colour, format }: DayBarsProps) {
  const peak = days.reduce((high, each) => (each.value > high.value ? each : high), { day: '', value: 0 })
  const total = format(days.reduce((sum, { value }) => sum + value, 0))
  const span = [days[0], days.at(-1)].map((each) => (each ? dayName(each.day) : ''))
  const top = peak.value > 0 ? `, most on ${dayName(peak.day)}: ${format(peak.value)}` : ''
  return (
    <figure className="day-bars">
      <figcaption>
        {title} <b className="tabular">{total}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step} ${height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} by day, ${total} in all${top}`}
      >
        <path d={`M0 ${height + 0.5}H${days.length * step}`} stroke="#e3e0ea" vectorEffect="non-scaling-stroke" />
        {days.map(({ day, value }, index) => {
          const barHeight = value > 0 ? Math.max(2, (value / peak.value) * height) : 0
          return <rect key={day} x={index * step + 1.5} y={height - barHeight} width={step - 3} height={barHeight} fill={colour} />
        })}
      </svg>
      <p className="tabular" aria-hidden="true">
        <span>{span[0]}</span>
        <span>{span[1]}</span>
      </p>
    </figure>
  )
}

/** `20 Nov 2026` of `2026-11-20`. */
export function dayName(day: string): string {
  return formatDate(`${day}T12:00:00+03:00`)
}
