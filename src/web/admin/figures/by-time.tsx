import { formatShillings } from '#domain/money.ts'
import type { Charts } from '#features/store-admin/get-charts.ts'
import { TimeChart } from '#ui/kit/chart.tsx'
import { Table } from '#ui/kit/table.tsx'
import { formatCount, percent, sentenceOf, stepName, stepTick, successRate } from '#ui/shop/chart-words.ts'
import { Figure } from '#web/admin/figures/figure.tsx'

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
