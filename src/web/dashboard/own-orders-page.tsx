import type { Context } from '#core/context.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty.tsx'
import { ordersUrl, productsUrl } from '#web/addresses.ts'
import { type OrderOfList, OrderTable } from '#web/dashboard/order-table.tsx'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { fromCursor, readCursor } from '#web/lists/load-page.ts'
import { pageMeta } from '#web/page.ts'
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
