import { readPeriod } from '#domain/figures.ts'
import { formatShillings } from '#domain/money.ts'
import { type DeliveryFigure, type DeliveryTotal, getDeliveryFigures } from '#features/staff/get-delivery-figures.ts'
import { type Column, Table } from '#ui/kit/table.tsx'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { periodLabel, SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import type { Route } from './+types/promises-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const period = readPeriod(args.url.searchParams)
  return { period, ...(await getDeliveryFigures(asAdmin(args), period)) }
}

export default function PromisesPage({ loaderData: { period, rows, total } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Delivery" />
      <p className="intro">
        {periodLabel(period)}, by the day the order was placed. An order is on time when it is delivered by the last day it was promised for, and one
        to collect when it is ready by then. A parcel with a courier is “not known” until you mark it delivered.
      </p>
      {rows.length === 0 ? (
        <p className="empty-note">No paid order with promised days in this period.</p>
      ) : (
        <>
          <p>
            <b>{total.on_time_percent === null ? 'No promise is due yet.' : `${total.on_time_percent} % on time`}</b>
          </p>
          <Table
            className="people"
            rows={[...rows, { zone: '', option: 'All together', ...total }]}
            keyOf={({ zone, option }) => JSON.stringify([zone, option])}
            columns={columns}
          />
        </>
      )}
    </SectionCard>
  )
}

const count = (head: string, of: 'delivered' | 'late' | 'not_known'): Column<DeliveryFigure> => ({
  head,
  cell: (row) => row[of].toLocaleString('en-KE'),
  right: true,
  num: true,
})
const columns: Column<DeliveryFigure>[] = [
  {
    head: 'Option',
    cell: ({ zone, option }) => (
      <span className="person">
        <b>{option}</b>
        {zone && <small>{zone}</small>}
      </span>
    ),
  },
  count('Delivered', 'delivered'),
  { head: 'On time', cell: (row) => shareText(row) ?? '–', right: true, num: true },
  count('Late', 'late'),
  count('Not known', 'not_known'),
  { head: 'Mean days', cell: ({ mean_days }) => mean_days?.toFixed(1) ?? '–', right: true, num: true },
  { head: 'Fees', cell: ({ fees }) => formatShillings(fees), right: true, num: true },
]

/** `92 % (46 of 50)`; null where no order is known to be on time or late. */
function shareText({ on_time, late, on_time_percent }: DeliveryTotal): string | null {
  return on_time_percent === null ? null : `${on_time_percent} % (${on_time.toLocaleString('en-KE')} of ${(on_time + late).toLocaleString('en-KE')})`
}
