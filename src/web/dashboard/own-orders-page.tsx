import { Link } from 'react-router'
import type { Context } from '#core/context.ts'
import { formatShillings } from '#domain/money.ts'
import { isUnpaid } from '#domain/order.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty-state.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ordersUrl, orderUrl, productsUrl } from '#web/addresses.ts'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { fromCursor, readCursor } from '#web/lists/load-page.ts'
import { BuyAgainButton, useCartBack } from '#web/order/cart-back.tsx'
import { pageMeta } from '#web/public-page.ts'
import { signedIn } from '#web/session/signed-in.ts'
import type { Route } from './+types/own-orders-page.ts'

/** Own orders, newest first (spec §2 Dashboard). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = signedIn(args)
  const cursor = readCursor(args.url.searchParams)
  return { list: await ordersFrom(ctx, cursor), isLater: cursor !== undefined }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'My Orders', description: 'Order History', path: ordersUrl(), unlisted: true })
}

const pageSize = 12

/** Only the user's own orders, for admins too. */
function ordersFrom(ctx: Context & { userId: string }, cursor: string | undefined): Promise<{ orders: OrderOfList[]; next: string | null }> {
  return fromCursor(cursor, async (from) => {
    const { data, next } = await listOrders(ctx, { user_id: ctx.userId, cursor: from, limit: pageSize })
    return {
      orders: data.map(({ id, short_code, created_at, total_amount, status, delivery_kind }) => ({
        ...{ id, short_code, created_at, total_amount, status, delivery_kind },
      })),
      next,
    }
  })
}

export default function OrdersTab({ loaderData: { list, isLater } }: Route.ComponentProps) {
  const loaded = useLoadMore(list, ordersUrl)
  const orders = loaded.pages.flatMap((page) => page.orders)
  if (orders.length === 0) return <NoOrders />
  return (
    <section className="dashboard-section" aria-labelledby="order-history">
      <h2 id="order-history">Order History</h2>
      <OrderTable orders={orders} />
      <LoadMore
        list={loaded}
        shown={`${orders.length} orders shown`}
        what="orders"
        back={isLater && { to: ordersUrl(), label: 'Back to the newest orders' }}
      />
    </section>
  )
}

function NoOrders() {
  return (
    <Empty title="No orders yet" text="What you order while you are signed in is kept here.">
      <ButtonLink to={productsUrl}>All Products</ButtonLink>
    </Empty>
  )
}

type OrderOfList = Pick<OrderRow, 'id' | 'short_code' | 'created_at' | 'total_amount' | 'status' | 'delivery_kind'>

function OrderTable({ orders }: { orders: OrderOfList[] }) {
  return (
    <Table
      className="orders-table"
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (order) => <Code {...order} /> },
        { head: 'Date', cell: ({ created_at }) => <Moment at={created_at} dayOnly /> },
        { head: 'Status', cell: ({ status, delivery_kind }) => <OrderBadge status={status} kind={delivery_kind} /> },
        { head: 'Total', cell: ({ total_amount }) => formatShillings(total_amount), right: true, num: true },
        { head: 'What you can do', cell: (order) => <OrderActions {...order} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}

function Code({ id, short_code }: OrderOfList) {
  return (
    <Link className="link tabular" to={orderUrl(id)}>
      {short_code}
    </Link>
  )
}

/** An unpaid order gets a link to its page, where it can be paid or cancelled. */
function OrderActions({ id, short_code, status }: OrderOfList) {
  const buyAgain = useCartBack('buy-again', id, null)
  if (!isUnpaid(status)) return <BuyAgainButton buyAgain={buyAgain} small of={short_code} />
  return (
    <ButtonLink look="ghost" small to={orderUrl(id)} aria-label={`Open order ${short_code}`}>
      Open
    </ButtonLink>
  )
}
