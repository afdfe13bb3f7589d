import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ClearedPayments } from '#web/admin/orders/cleared-payments.tsx'
import { loadOrders } from '#web/admin/orders/load-orders.ts'
import { NewOrders } from '#web/admin/orders/new-orders.tsx'
import { orderActs } from '#web/admin/orders/order-acts.ts'
import { OrderList } from '#web/admin/orders/order-list.tsx'
import { OrderToolbar } from '#web/admin/orders/order-toolbar.tsx'
import { RefundTable } from '#web/admin/orders/refund-table.tsx'
import { ReviewTable } from '#web/admin/orders/review-table.tsx'
import { ViewTabs } from '#web/admin/orders/view-tabs.tsx'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminList } from '#web/lists/list.tsx'
import { keepListOnError } from '#web/lists/load-more.tsx'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/orders-page.ts'
import './orders.css'

/** Order Management (spec §2), with tabs for refunds and for payments that need a review. */
export async function loader(args: Route.LoaderArgs) {
  return privatePage(await loadOrders(asAdmin(args), args.url.searchParams))
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, orderActs)
}

export const clientAction = actWithToast

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keepListOnError(request, serverLoader)
}

export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterPost
export const meta = sectionMeta('orders')

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, counts } = loaderData
  return (
    <SectionCard>
      <PostedOutcome />
      <ViewTabs view={view} counts={counts} />
      <NewOrders since={counts.as_of} />
      {loaderData.view === 'orders' && <OrderToolbar filter={loaderData.asked} />}
      <View {...loaderData} />
    </SectionCard>
  )
}

function View(data: Awaited<ReturnType<typeof loadOrders>>) {
  switch (data.view) {
    case 'refunds':
      return (
        <AdminList list={data.list} what="refunds" empty="No money has to go back">
          {(refunds) => <RefundTable refunds={refunds} />}
        </AdminList>
      )
    case 'review':
      return (
        <AdminList list={data.list} what="payments" empty="No payment needs a look">
          {(reviews) => <ReviewTable reviews={reviews} />}
        </AdminList>
      )
    default:
      return (
        <>
          <ClearedPayments payments={data.cleared} />
          <OrderList list={data.list} empty={data.cleared.length > 0 ? null : 'No orders found'} />
        </>
      )
  }
}
