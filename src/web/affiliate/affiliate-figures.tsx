import { formatShillings } from '#domain/money.ts'
import { formatDay } from '#domain/nairobi-time.ts'
import type { AffiliateSummary } from '#features/affiliates/affiliate-summary.ts'
import { TimeChart } from '#ui/kit/chart.tsx'
import { Table } from '#ui/kit/table.tsx'
import { formatCount, sentenceOf, stepTick } from '#ui/shop/chart-words.ts'

type Day = AffiliateSummary['days'][number]

const series = [
  { title: 'Clicks', of: 'clicks', colour: 'var(--ink)', format: formatCount },
  { title: 'Orders', of: 'orders', colour: 'var(--jac)', format: formatCount },
  { title: 'Commission', of: 'commission', colour: 'var(--lake)', format: formatShillings },
] as const

/** Clicks, orders and commission by day: a chart each, because their scales differ, and the numbers as a table. */
export function Figures({ days }: Pick<AffiliateSummary, 'days'>) {
  return (
    <section className="dashboard-section" aria-labelledby="by-day">
      <h2 id="by-day">
        By day <small>last {days.length} days</small>
      </h2>
      <div className="day-figures">
        {series.map(({ title, of, colour, format }) => {
          const points = days.map(({ day, [of]: value }) => ({ key: day, label: formatDay(day), tick: stepTick('day', day), value }))
          return (
            <figure key={of}>
              <figcaption>
                {title} <b className="tabular">{format(points.reduce((sum, { value }) => sum + value, 0))}</b>
              </figcaption>
              <TimeChart {...{ points, colour, format }} sentence={sentenceOf(`${title} by day`, points, format)} small />
            </figure>
          )
        })}
      </div>
      <details className="figure-numbers">
        <summary className="link">The numbers as a table</summary>
        <Table
          rows={[...days].reverse()}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day', cell: ({ day }) => formatDay(day), num: true },
            ...series.map(({ title, of, format }) => ({ head: title, cell: (each: Day) => format(each[of]), right: true, num: true })),
          ]}
        />
      </details>
    </section>
  )
}

/** How many clicks led to orders. */
export function Funnel({ clicks, orders }: AffiliateSummary['funnel']) {
  const steps = [
    { label: 'Clicks', count: clicks, share: null },
    { label: 'Orders', count: orders, share: shareOf(orders, clicks, 'of the clicks') },
  ]
  const largest = Math.max(clicks, orders)
  return (
    <section className="dashboard-section" aria-labelledby="funnel">
      <h2 id="funnel">From click to sale</h2>
      <ol className="funnel">
        {steps.map(({ label, count, share }) => (
          <li key={label}>
            <p>
              <span>
                <b>{label}</b> {share && <span>{share}</span>}
              </span>
              <b className="tabular">{formatCount(count)}</b>
            </p>
            <i className={count > 0 ? undefined : 'funnel-none'} style={{ width: `${largest > 0 && count > 0 ? (count / largest) * 100 : 100}%` }} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A percentage as text; null if there are more orders than clicks, because a code can be used without a click. */
function shareOf(part: number, whole: number, words: string): string | null {
  return whole > 0 && part <= whole ? `${Math.round((part / whole) * 100)}% ${words}` : null
}
