import { useEffect, useState } from 'react'
import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { readDay } from '#domain/figures.ts'
import { formatCount } from '#domain/limits.ts'
import { type OrderStatus, orderStatuses, statusesLike } from '#domain/order.ts'
import { may } from '#domain/roles.ts'
import { listDeliveryNames } from '#features/delivery/zones.ts'
import { countOpenWork, listChoosable, listWork } from '#features/orders/list-work.ts'
import { findPaymentsOfDeletedOrders, listRefunds, listReviews } from '#features/orders/payments/payment-lists.ts'
import { listKnownRiders, listRiderDays } from '#features/orders/riders/rider-days.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import type { loader as panelLoader } from '#web/admin/admin-layout.tsx'
import { isQueue, type OrderFilter, OrderToolbar, orderViews, QueueLinks, readView } from '#web/admin/orders/order-filters.tsx'
import { OrderList } from '#web/admin/orders/order-list.tsx'
import { actOnOrders } from '#web/admin/orders/order-requests.ts'
import { ClearedPayments, ReviewTable } from '#web/admin/orders/payments.tsx'
import { RefundTable } from '#web/admin/orders/refunds.tsx'
import { adminSectionUrl, allOrderEventsUrl, newOrdersUrl, ridersUrl } from '#web/admin/panel-addresses.ts'
import { type AdminContext, asAdmin, findFilterAffiliate } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readId, readSearch } from '#web/lists/load-page.ts'
import { watchOrder } from '#web/order/watch-order.ts'
import { panelId } from '#web/shop-facts.ts'
import type { Route } from './+types/orders-page.ts'
import './orders.css'

/** Order Management (spec §2): queues, and the list of one; an order opens beside it, or instead of it where the window is narrow. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [orders, riders, known, names] = await Promise.all([
    loadOrders(ctx, args.url.searchParams),
    listRiderDays(ctx),
    listKnownRiders(ctx),
    listDeliveryNames(ctx),
  ])
  return { ...orders, riders, known, names }
}

export function action(args: Route.ActionArgs) {
  return actOnOrders(args)
}

export const shouldRevalidate = revalidateAfterPost

/** Loads the list of Order Management for a query. */
async function loadOrders(ctx: AdminContext, query: URLSearchParams) {
  const view = readView(query, ctx.actor)
  // Counted first: an order that is paid while the list loads is then reported as new instead of missed.
  const counts = await countOpenWork(ctx)
  if (view === 'refunds') {
    const list = await loadPage(query, ({ cursor, limit }) => listRefunds(ctx, { ...(cursor && { cursor }), ...(limit && { limit }) }))
    return { view, list, counts, asked: null }
  }
  if (view === 'review') return { view, list: await loadPage(query, (page) => listReviews(ctx, page)), counts, asked: null }
  const seesAll = may(ctx.actor, 'see_orders')
  const affiliate = seesAll ? await findFilterAffiliate(ctx, readId(query, 'affiliate')) : null
  const asked = { ...readOrderFilter(query), affiliate }
  const queue = isQueue(view) ? view : undefined
  const status = asked.status && statusesLike(asked.status)
  const filter = { ...asked, affiliate_id: affiliate?.id, status, queue }
  const [list, cleared] = await Promise.all([
    loadPage(query, (page) => listWork(ctx, { ...filter, ...page })),
    asked.search && seesAll ? findPaymentsOfDeletedOrders(ctx, asked.search) : [],
  ])
  // What one page holds is all there is to choose.
  const choosable = list.next || query.has('cursor') ? await listChoosable(ctx, filter) : null
  return { view, asked, list, choosable, cleared, counts }
}

/** Reads the filters. Invalid ones are dropped: a bad link shows all orders. Days in the wrong order are swapped. */
function readOrderFilter(query: URLSearchParams): OrderFilter {
  const status = query.get('status') ?? ''
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)) ?? undefined)
  const days = from && to && from > to ? { from: to, to: from } : { from, to }
  const delivery = { zone: readSearch(query, 'zone'), option: readSearch(query, 'option'), rider: readId(query, 'rider') }
  return { search: readSearch(query), ...delivery, status: Object.hasOwn(orderStatuses, status) ? (status as OrderStatus) : undefined, ...days }
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, counts } = loaderData
  const figures = useRouteLoaderData<typeof panelLoader>(panelId)?.figures
  return (
    <SectionCard
      action={
        <ButtonLink look="ghost" small to={ridersUrl}>
          Riders
        </ButtonLink>
      }
      toolbar={<OrderToolbar filter={loaderData.asked ?? {}} names={loaderData.names} riders={loaderData.known} />}
      queues={<QueueLinks view={view} asked={loaderData.asked} counts={counts} total={figures?.orders ?? null} />}
      isBare
    >
      <div className="work">
        <section className="work-list" aria-label={orderViews[view]}>
          <PostedOutcome />
          <NewOrders since={counts.as_of} />
          <View {...loaderData} />
        </section>
        <Outlet />
      </div>
    </SectionCard>
  )
}

const emptyTexts = {
  pack: 'Nothing to pack',
  send: 'Nothing to send',
  way: 'Nothing is on the way',
  late: 'Nothing is late',
  all: 'No orders found',
} as const

function View(data: Awaited<ReturnType<typeof loadOrders>>) {
  switch (data.view) {
    case 'refunds':
      return (
        <div className="sheet">
          <AdminList list={data.list} what="refunds" empty="No money has to go back">
            {(refunds) => <RefundTable refunds={refunds} />}
          </AdminList>
        </div>
      )
    case 'review':
      return (
        <div className="sheet">
          <AdminList list={data.list} what="payments" empty="No payment has a problem">
            {(reviews) => <ReviewTable reviews={reviews} />}
          </AdminList>
        </div>
      )
    default:
      return (
        <>
          <ClearedPayments payments={data.cleared} />
          <OrderList
            list={data.list}
            choosable={data.choosable}
            view={data.view}
            now={data.counts.as_of}
            empty={data.cleared.length > 0 ? null : emptyTexts[data.view]}
          />
        </>
      )
  }
}

/** A link that shows how many orders were paid since the list was loaded; the list itself does not change under the admin's pointer. */
function NewOrders({ since }: { since: string }) {
  const count = useNewOrders(since)
  const range = useRange()
  return (
    <p role="status" className="fresh-orders">
      {count > 0 && (
        <Link className="fresh-orders-button" to={adminSectionUrl('orders', range)}>
          <Icon name="again" small />
          <b className="tabular">
            {formatCount(count)} new paid {count === 1 ? 'order' : 'orders'}
          </b>
          <span>Show</span>
        </Link>
      )}
    </p>
  )
}

/** Updated by the event stream and every few seconds while the tab is visible. */
function useNewOrders(since: string): number {
  const [latest, setLatest] = useState({ since, count: 0 })
  useEffect(() => {
    const reload = async () => {
      // A redirect means that the session has ended, which the admin's next action will show.
      const answer = await fetch(newOrdersUrl(since), { redirect: 'error' })
      if (answer.ok) setLatest({ since, count: ((await answer.json()) as { count: number }).count })
    }
    return watchOrder({ url: allOrderEventsUrl, pace: 'payment', reload }, window)
  }, [since])
  return latest.since === since ? latest.count : 0
}
