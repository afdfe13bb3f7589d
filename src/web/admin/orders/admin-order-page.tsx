import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { mayPack } from '#domain/open-work.ts'
import { hasLeftShop, isDelivered, mayLeaveShop } from '#domain/order.ts'
import { may } from '#domain/roles.ts'
import { type AdminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { getParcel, type Parcel } from '#features/orders/list-work.ts'
import { type AgreeableDelivery, listAgreeable } from '#features/orders/riders/write-delivery.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Steps } from '#ui/kit/steps.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { orderUrl } from '#web/addresses.ts'
import { PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { Buyer, ParcelFacts } from '#web/admin/orders/buyer-and-parcel.tsx'
import { OrderActions, PackForm } from '#web/admin/orders/order-actions.tsx'
import { AgreeDeliveryForm, CarrierForm, Delivery, LateBadge, mayCarry } from '#web/admin/orders/order-delivery.tsx'
import { Notices, OrderNote, OrderTimeline } from '#web/admin/orders/order-history.tsx'
import { actOnOrders, orderOrRedirect } from '#web/admin/orders/order-requests.ts'
import { Payments } from '#web/admin/orders/payments.tsx'
import { Refunds } from '#web/admin/orders/refunds.tsx'
import { adminSectionUrl, auditOfUrl, packingSlipUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { panelMeta } from '#web/admin/sections.ts'
import { useOrderUpdates } from '#web/order/watch-order.ts'
import type { Route } from './+types/admin-order-page.ts'
import './orders.css'

type Loaded = { order: AdminOrder; agreeable: AgreeableDelivery | null } | { parcel: Parcel }

/** One order, beside the list or as its own page; it reloads when the order changes. */
export async function loader(args: Route.LoaderArgs): Promise<Loaded> {
  const ctx = asAdmin(args)
  const { id } = args.params
  // Who packs and ships gets what stands on the parcel: what they may not see is not in the answer either.
  if (!may(ctx.actor, 'see_orders')) return { parcel: await orderOrRedirect(ctx, id, getParcel(ctx, id)) }
  const order = await orderOrRedirect(ctx, id, getAdminOrder(ctx, id))
  const isOpen = order.delivery_to_agree && mayLeaveShop(order.status) && may(ctx.actor, 'change_orders')
  return { order, agreeable: isOpen ? await listAgreeable(ctx, order.delivery_address, order.total_amount) : null }
}

export function action(args: Route.ActionArgs) {
  return actOnOrders(args)
}

export const shouldRevalidate = revalidateAfterPost

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return panelMeta(matches, loaderData ? `Order ${shownIn(loaderData).short_code}` : 'Order')
}

const shownIn = (loaded: Loaded) => ('order' in loaded ? loaded.order : loaded.parcel)

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { id, short_code } = shownIn(loaderData)
  const pane = useRef<HTMLElement>(null)
  useFocusFromRow(pane, id)
  return (
    <aside className="pane" aria-label={`Order ${short_code}`} key={id} ref={pane} tabIndex={-1}>
      <PostedOutcome />
      {'order' in loaderData ? <WholeOrder {...loaderData} /> : <ParcelOnly parcel={loaderData.parcel} />}
    </aside>
  )
}

function ParcelOnly({ parcel }: { parcel: Parcel }) {
  return (
    <>
      <Head order={parcel} />
      <Acts order={parcel} />
      <ParcelFacts parcel={parcel} />
    </>
  )
}

function WholeOrder({ order, agreeable }: { order: AdminOrder; agreeable: AgreeableDelivery | null }) {
  useOrderUpdates(order.id, null, 'payment')
  const { discarded, cancel_reason, payment_assumed } = order
  return (
    <>
      <Head order={order}>
        {discarded && (
          <Notice tone="amber">
            M-Pesa refused its prompt, or the buyer withdrew it before paying: it is in no list. Money that comes for it is not lost.
          </Notice>
        )}
        {payment_assumed && <Notice tone="amber">It was confirmed on an admin's word: M-Pesa has reported no payment yet.</Notice>}
        {cancel_reason && <p>Cancelled: {cancel_reason}</p>}
      </Head>
      {!discarded && <Acts order={order} />}
      {!discarded && agreeable && <AgreeDeliveryForm key={order.id} order={order} agreeable={agreeable} />}
      <div className="pane-body">
        <div className="pane-left">
          <section className="summary" aria-label="What was ordered">
            <OrderLines
              lines={order.order_items}
              delivery={order.delivery_option ? { name: order.delivery_option, fee: order.delivery_fee } : null}
              total={order.total_amount}
            />
          </section>
          <Buyer order={order} />
          <Delivery delivery={order.delivery} />
          <Stops order={order} />
          <Payments order={order} />
          <Refunds order={order} />
        </div>
        <div className="pane-right">
          <OrderNote key={order.id} order={order} />
          <Notices order={order} />
          <OrderTimeline order={order} />
          <p className="pane-links">
            <Link className="link" to={orderUrl(order.id)}>
              What the buyer sees
            </Link>{' '}
            <Link className="link" to={auditOfUrl('orders', order.id)}>
              Audit log of this order
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}

/** An order that was opened from its row is read from its beginning; the panel's keys know the open row. */
function useFocusFromRow(pane: RefObject<HTMLElement | null>, id: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is opened in the same place
  useEffect(() => {
    if (!document.activeElement?.closest('[data-row]')) return
    pane.current?.focus({ preventScroll: true })
    // Without the list beside it the page is shorter, and may be scrolled past the order's head.
    if (pane.current && pane.current.getBoundingClientRect().top < 0) pane.current.scrollIntoView()
  }, [id])
}

/** The same stops that the buyer sees, while the order is on its way. */
function Stops({ order: { status, paid_at } }: { order: AdminOrder }) {
  const current = isDelivered(status) ? 4 : hasLeftShop(status) ? 3 : paid_at !== null ? 2 : 1
  if (status === 'cancelled' || status === 'buyer_not_paid') return null
  return <Steps steps={['Ordered', 'Paid', 'On its way', 'Delivered']} current={current} label="Where it is" />
}

/** What can be done stands before what there is to read: on the first screen, and next for the keyboard. */
function Acts({ order }: { order: AdminOrder | Parcel }) {
  return (
    <div className="pane-acts">
      {mayPack(order.status) && <PackForm orders={[order]} isPacked={order.packed_at !== null} />}
      <ButtonLink look="ghost" small to={packingSlipUrl(order.id)}>
        <Icon name="print" small /> Packing slip
      </ButtonLink>
      {mayCarry(order.status) && <CarrierForm orders={[order]} />}
      <OrderActions order={{ paid_at: null, ...order }} />
    </div>
  )
}

function Head({ order, children }: { order: AdminOrder | Parcel; children?: ReactNode }) {
  const { id, short_code, status, delivery_kind, created_at, packed_at } = order
  const { search } = useLocation()
  return (
    <header className="pane-head">
      <Link className="icon-button pane-close" data-close to={adminSectionUrl('orders') + search} aria-label="Back to the orders" preventScrollReset>
        <Icon name="close" />
      </Link>
      <h2>
        <span className="tabular">Order {short_code}</span>
        <OrderBadge status={status} kind={delivery_kind} /> <LateBadge order={order} />
      </h2>
      <p>
        Placed <Moment at={created_at} />
        {packed_at && (
          <>
            , packed <Moment at={packed_at} />
          </>
        )}
        <span className="order-id">
          <span className="visually-hidden">Whole id: </span>
          {id}
        </span>
      </p>
      {children}
    </header>
  )
}
