import { Link } from 'react-router'
import { type AdminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { adminSectionUrl, auditOfUrl, orderUrl, packingSlipUrl } from '#web/addresses.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { Buyer } from '#web/admin/orders/buyer.tsx'
import { OrderNote } from '#web/admin/orders/note-form.tsx'
import { Notices } from '#web/admin/orders/notices.tsx'
import { OrderActions } from '#web/admin/orders/order-actions.tsx'
import { orderActs } from '#web/admin/orders/order-acts.ts'
import { orderOrRedirect } from '#web/admin/orders/order-or-redirect.ts'
import { OrderTimeline } from '#web/admin/orders/order-timeline.tsx'
import { Payments } from '#web/admin/orders/payments.tsx'
import { Refunds } from '#web/admin/orders/refunds.tsx'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { useOrderUpdates } from '#web/order/use-order-updates.ts'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import type { Route } from './+types/admin-order-page.ts'
import './orders.css'

/** The page of one order; it reloads when the order changes. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return privatePage({ order: await orderOrRedirect(ctx, args.params.id, getAdminOrder(ctx, args.params.id)) })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, orderActs)
}

export const clientAction = actWithToast
export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterPost

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: loaderData ? `Order ${loaderData.order.short_code}` : 'Order', description: 'Admin Panel', path: null })
}

export default function OrderPage({ loaderData: { order } }: Route.ComponentProps) {
  useOrderUpdates(order.id, null, true)
  return (
    <SectionCard>
      <PostedOutcome />
      <div className="od-one">
        <Head order={order} />
        <div className="od-one-b">
          <div className="od-one-l">
            <section className="sum" aria-label="What was ordered">
              <OrderLines lines={order.order_items} total={order.total_amount} />
            </section>
            <Payments order={order} />
            <Refunds order={order} />
          </div>
          <div className="od-one-r">
            <Buyer order={order} />
            <OrderNote key={order.id} order={order} />
            <Notices order={order} />
            <OrderTimeline order={order} />
          </div>
        </div>
      </div>
    </SectionCard>
  )
}

function Head({ order }: { order: AdminOrder }) {
  const { id, short_code, status, created_at, discarded, cancel_reason, payment_assumed } = order
  const range = useRange()
  return (
    <header className="od-one-h">
      <Link className="lnk" to={adminSectionUrl('orders', range)}>
        Order Management
      </Link>
      <h3>
        <span className="num">Order {short_code}</span>
        <OrderBadge status={status} />
      </h3>
      <p>
        Placed <Moment at={created_at} />. Whole id: <span className="num">{id}</span>
      </p>
      {discarded && (
        <Notice tone="amber">
          M-Pesa refused its prompt, or the buyer withdrew it before paying: it is in no list. Money that comes for it is not lost.
        </Notice>
      )}
      {payment_assumed && <Notice tone="amber">It was confirmed on an admin's word: M-Pesa has reported no payment yet.</Notice>}
      {cancel_reason && <p>Cancelled: {cancel_reason}</p>}
      {!discarded && (
        <OrderActions order={order}>
          <ButtonLink look="ghost" small to={packingSlipUrl(id)}>
            <Icon name="print" small /> Packing slip
          </ButtonLink>
        </OrderActions>
      )}
      <p className="od-one-w">
        <Link className="lnk" to={orderUrl(id)}>
          What the buyer sees
        </Link>{' '}
        <Link className="lnk" to={auditOfUrl('orders', id)}>
          Audit log of this order
        </Link>
      </p>
    </header>
  )
}
