import { Link } from 'react-router'
import { formatDate } from '#domain/nairobi-time.ts'
import { listRiderDays } from '#features/orders/riders/rider-days.ts'
import { listStops, type RiderStop } from '#features/orders/riders/rider-stops.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ParcelAddress } from '#web/admin/orders/order-delivery.tsx'
import { ridersUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { readId } from '#web/lists/load-page.ts'
import { pageMeta } from '#web/public-page.ts'
import type { Route } from './+types/run-sheet-page.ts'
import './packing-slip.css'

/** The stops of one of today's riders on paper, for a phone whose battery is empty: zone by zone, without codes and amounts. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const id = readId(args.url.searchParams, 'rider')
  const rider = (await listRiderDays(ctx)).find((each) => each.id === id)
  return { name: rider?.name ?? null, stops: rider ? await listStops(ctx, rider.id) : [], at: new Date().toISOString() }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: `Run sheet ${loaderData?.name ?? ''}`, description: 'Admin Panel', path: null })
}

export default function RunSheet({ loaderData: { name, stops, at } }: Route.ComponentProps) {
  const open = stops.filter(({ to }) => to !== null)
  return (
    <>
      <div className="slip-acts">
        <h1>{name ? `Run sheet of ${name}` : 'This rider does not ride today'}</h1>
        <div className="acts">
          <Button onClick={() => window.print()} disabled={open.length === 0}>
            <Icon name="print" /> Print
          </Button>
          <Link className="link" to={ridersUrl}>
            Back to the riders
          </Link>
        </div>
      </div>
      {name && (
        <article className="slip run-sheet" aria-label={`Run sheet of ${name}`}>
          <header>
            <b className="slip-shop">{name}</b>
            <p>
              {formatDate(at)}, {open.length} {open.length === 1 ? 'stop' : 'stops'}
            </p>
          </header>
          <ol>
            {open.map((stop) => (
              <SheetRow key={stop.id} stop={stop} />
            ))}
          </ol>
        </article>
      )}
    </>
  )
}

function SheetRow({ stop: { short_code, zone, place, to } }: { stop: RiderStop }) {
  if (!to) return null
  return (
    <li>
      <span className="tabular">
        <b>{short_code}</b> {[zone, place].filter(Boolean).join(', ')}
      </span>
      <ParcelAddress to={to} />
    </li>
  )
}
