import { useEffect, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatCount } from '#domain/counting.ts'
import type { OpenWorkCounts } from '#features/orders/count-open-work.ts'
import type { loader } from '#web/admin/admin-layout.tsx'
import type { OrderFilter } from '#web/admin/orders/load-orders.ts'
import { type OrderViewName, orderViews, viewsOf } from '#web/admin/orders/views.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { panelId } from '#web/shop-facts.ts'

interface QueueLinksProps {
  view: OrderViewName
  asked: OrderFilter | null
  counts: OpenWorkCounts
  /** All orders in the range of days. */
  total: number | null
}

/** What to do in Order Management, with counts; a search looks through all orders, and a filter of delivery stays. */
export function QueueLinks({ view, asked, counts, total }: QueueLinksProps) {
  const { zone, option, rider } = asked ?? {}
  const query = { ...useRange(), zone, option, rider }
  const role = useRouteLoaderData<typeof loader>(panelId)?.role ?? null
  const nav = useRef<HTMLElement>(null)
  // On a phone they are wider than the window: the current one is brought into the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another current link
  useEffect(() => {
    const box = nav.current?.getBoundingClientRect()
    const link = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (nav.current && box && link) nav.current.scrollLeft += link.left + link.width / 2 - box.left - box.width / 2
  }, [view])
  const waiting: Record<OrderViewName, number | null> = { ...counts, review: counts.reviews, all: total }
  return (
    <nav className="queues" aria-label="What to do" ref={nav}>
      {viewsOf({ role }).map((name) => (
        <Link key={name} to={adminSectionUrl('orders', { ...query, view: name })} aria-current={name === view ? 'page' : undefined}>
          {orderViews[name]}
          {waiting[name] !== null && <b className="tabular">{formatCount(waiting[name])}</b>}
        </Link>
      ))}
    </nav>
  )
}
