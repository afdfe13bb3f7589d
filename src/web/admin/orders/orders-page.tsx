import { Outlet, useRouteLoaderData } from 'react-router'
import { listDeliveryNames } from '#features/delivery/zones.ts'
import { listKnownRiders, listRiderDays } from '#features/orders/riders/rider-days.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import type { loader as panelLoader } from '#web/admin/admin-layout.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { actOnOrders } from '#web/admin/orders/act-on-orders.ts'
import { ClearedPayments } from '#web/admin/orders/cleared-payments.tsx'
import { loadOrders } from '#web/admin/orders/load-orders.ts'
import { NewOrders } from '#web/admin/orders/new-orders.tsx'
import { OrderList } from '#web/admin/orders/order-list.tsx'
import { OrderToolbar } from '#web/admin/orders/order-toolbar.tsx'
import { QueueLinks } from '#web/admin/orders/queue-links.tsx'
import { RefundTable } from '#web/admin/orders/refund-table.tsx'
import { ReviewTable } from '#web/admin/orders/review-table.tsx'
import { orderViews } from '#web/admin/orders/views.ts'
import { ridersUrl } from '#web/admin/panel-addresses.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminList } from '#web/lists/list.tsx'
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
