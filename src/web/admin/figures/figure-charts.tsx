import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pairName } from '#domain/catalogue.ts'
import { lowStock } from '#domain/figures.ts'
import { formatShillings } from '#domain/money.ts'
import { statusLabel } from '#domain/order.ts'
import type { Rankings as Ranked } from '#features/staff/rankings.ts'
import type { Charts } from '#features/staff/store-figures.ts'
import { RankingChart, TimeChart } from '#ui/kit/chart.tsx'
import { type Column, Table } from '#ui/kit/table.tsx'
import { formatCount, percent, rankingSentence, sentenceOf, stepName, stepTick, successRate } from '#ui/shop/chart-words.ts'
import { adminProductUrl } from '#web/admin/panel-addresses.ts'

const series = [
  { of: 'revenue', title: 'Revenue', aside: 'paid or confirmed, by the day the order was placed', colour: 'var(--ink)', format: formatShillings },
  { of: 'orders', title: 'Orders', aside: 'placed', colour: 'var(--jac)', format: formatCount },
] as const

/** Revenue, orders and the payment success rate by day, week or month. */
export function ByTime({ step, points }: Pick<Charts, 'step' | 'points'>) {
  const named = points.map((point) => ({ ...point, label: stepName(step, point.day), tick: stepTick(step, point.day) }))
  const newestFirst = [...named].reverse()
  const keyOf = ({ day }: { day: string }) => day
  const stepColumn = { head: step.replace(/^./, (letter) => letter.toUpperCase()), cell: ({ label }: { label: string }) => label }
  return (
    <>
      {series.map(({ of, title, aside, colour, format }) => {
        const data = named.map(({ day, label, tick, [of]: value }) => ({ key: day, label, tick, value }))
        const name = `${title} by ${step}`
        return (
          <Figure
            key={of}
            title={name}
            aside={aside}
            chart={
              data.some(({ value }) => value > 0) && (
                <TimeChart points={data} colour={colour} format={format} sentence={sentenceOf(name, data, format)} />
              )
            }
            table={
              <Table
                rows={newestFirst}
                keyOf={keyOf}
                columns={[stepColumn, { head: title, cell: (row) => format(row[of]), right: true, num: true }]}
              />
            }
          />
        )
      })}
      <PaymentSuccess named={named} columns={{ stepColumn, keyOf }} />
    </>
  )
}

type NamedPoint = Charts['points'][number] & { label: string; tick: string }

function PaymentSuccess({
  named,
  columns: { stepColumn, keyOf },
}: {
  named: NamedPoint[]
  columns: { stepColumn: { head: string; cell: (row: NamedPoint) => string }; keyOf: (row: NamedPoint) => string }
}) {
  const totals = { paid: named.reduce((sum, { paid }) => sum + paid, 0), failed: named.reduce((sum, { failed }) => sum + failed, 0) }
  const rate = successRate(totals)
  const words = rate === null ? 'nothing in this period' : `${percent(rate)} of ${formatCount(totals.paid + totals.failed)} prompts were paid`
  const data = named.map((point) => ({ key: point.day, label: point.label, tick: point.tick, value: successRate(point) }))
  return (
    <Figure
      title="Payment success"
      aside={words}
      chart={
        rate !== null && <TimeChart points={data} colour="var(--lake)" format={percent} sentence={`Payment success: ${words}.`} line top={100} />
      }
      table={
        <Table
          rows={named.filter((point) => successRate(point) !== null).reverse()}
          keyOf={keyOf}
          columns={[
            stepColumn,
            { head: 'Paid', cell: ({ paid }) => formatCount(paid), right: true, num: true },
            { head: 'Failed', cell: ({ failed }) => formatCount(failed), right: true, num: true },
            { head: 'Success', cell: (point) => percent(successRate(point) ?? 0), right: true, num: true },
          ]}
        />
      }
    />
  )
}

const product = ({ id, name }: { id: string; name: string }) => (
  <Link className="link" to={adminProductUrl(id)}>
    {name}
  </Link>
)
const stockText = (left: number) => (left === 0 ? 'sold out' : `${left} left`)
const byId = ({ id }: { id: string }) => id

/** Rankings of statuses, shoes, sizes and affiliates. */
export function Rankings({ statuses, bestSellers, runningLow, affiliates }: Pick<Charts, 'statuses'> & Ranked) {
  return (
    <>
      <RankedFigure
        title="Orders by status"
        rows={statuses}
        keyOf={({ status }) => status}
        labelOf={({ status }) => (status === 'pending' ? 'Awaiting Payment (no prompt yet)' : statusLabel(status))}
        numberOf={({ orders }) => orders}
        colour="var(--ink)"
        columns={[
          { head: 'Status', cell: ({ status }) => (status === 'pending' ? 'Awaiting Payment (no prompt yet)' : statusLabel(status)) },
          { head: 'Orders', cell: ({ orders }) => formatCount(orders), right: true, num: true },
        ]}
      />
      <RankedFigure
        title="Best sellers"
        aside="pairs sold"
        rows={bestSellers}
        keyOf={byId}
        labelOf={({ name }) => name}
        numberOf={({ pairs }) => pairs}
        colour="var(--lake)"
        columns={[
          { head: 'Product', cell: product },
          { head: 'Pairs', cell: ({ pairs }) => formatCount(pairs), right: true, num: true },
          { head: 'Revenue', cell: ({ revenue }) => formatShillings(revenue), right: true, num: true },
        ]}
      />
      <RankedFigure
        title="Sizes running low"
        aside={`${lowStock} pairs or fewer left of what sold in these days`}
        sentence={`Sizes running low: ${runningLow.map(({ name, size, stock }) => `${pairName({ name, size })}, ${stockText(stock)}`).join('; ') || 'none'}.`}
        rows={runningLow}
        keyOf={({ id, size }) => `${id} ${size}`}
        labelOf={pairName}
        numberOf={({ stock }) => stock}
        format={stockText}
        colour="var(--oxide)"
        columns={[
          { head: 'Product', cell: product },
          { head: 'Size', cell: ({ size }) => size, right: true, num: true },
          { head: 'Left', cell: ({ stock }) => (stock === 0 ? 'sold out' : formatCount(stock)), right: true, num: true },
          { head: 'Sold', cell: ({ pairs }) => formatCount(pairs), right: true, num: true },
        ]}
      />
      <RankedFigure
        title="Top affiliates"
        aside="commissions of paid orders, without rejected ones and what was taken back"
        rows={affiliates}
        keyOf={byId}
        labelOf={({ full_name, affiliate_code }) => full_name || affiliate_code || 'Deleted account'}
        numberOf={({ commission }) => commission}
        format={formatShillings}
        colour="var(--jac)"
        columns={[
          { head: 'Affiliate', cell: ({ full_name }) => full_name || 'Deleted account' },
          { head: 'Code', cell: ({ affiliate_code }) => affiliate_code ?? '' },
          { head: 'Sales', cell: ({ sales }) => formatCount(sales), right: true, num: true },
          { head: 'Commission', cell: ({ commission }) => formatShillings(commission), right: true, num: true },
        ]}
      />
    </>
  )
}

interface RankedFigureProps<Row> {
  title: string
  aside?: string
  sentence?: string
  rows: Row[]
  keyOf: (row: Row) => string
  labelOf: (row: Row) => string
  numberOf: (row: Row) => number
  format?: (value: number) => string
  colour: string
  columns: Column<Row>[]
}

function RankedFigure<Row>({
  title,
  aside,
  sentence,
  rows,
  keyOf,
  labelOf,
  numberOf,
  format = formatCount,
  colour,
  columns,
}: RankedFigureProps<Row>) {
  const points = rows.map((row) => ({ key: keyOf(row), label: labelOf(row), value: numberOf(row) }))
  return (
    <Figure
      title={title}
      aside={aside}
      chart={points.length > 0 && <RankingChart {...{ points, colour, format }} sentence={sentence ?? rankingSentence(title, points, format)} />}
      table={<Table rows={rows} keyOf={keyOf} columns={columns} />}
    />
  )
}

interface FigureProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** Null if there is no data. */
  chart: ReactNode
  /** The chart's data as a table. */
  table: ReactNode
}

/** A chart and its data as a table. */
function Figure({ title, aside, chart, table }: FigureProps) {
  const id = `figure-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section className="sheet figure" aria-labelledby={id}>
      <h2 id={id}>
        {title} {aside && <small>{aside}</small>}
      </h2>
      {chart ? (
        <>
          {chart}
          <details className="chart-numbers">
            <summary className="link">The numbers as a table</summary>
            {table}
          </details>
        </>
      ) : (
        <p className="empty-note">Nothing in this period.</p>
      )}
    </section>
  )
}
