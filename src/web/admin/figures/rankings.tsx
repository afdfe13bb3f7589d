import { Link } from 'react-router'
import { pairName } from '#domain/catalogue.ts'
import { lowStock } from '#domain/figures.ts'
import { formatShillings } from '#domain/money.ts'
import { statusLabel } from '#domain/order.ts'
import type { Charts } from '#features/store-admin/get-charts.ts'
import type { Rankings as Ranked } from '#features/store-admin/name-rankings.ts'
import { RankingChart } from '#ui/kit/chart.tsx'
import { type Column, Table } from '#ui/kit/table.tsx'
import { formatCount, rankingSentence } from '#ui/shop/chart-words.ts'
import { Figure } from '#web/admin/figures/figure.tsx'
import { adminProductUrl } from '#web/admin/panel-addresses.ts'

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
