import { data, isRouteErrorResponse, useRouteError } from 'react-router'
import { type Context, withOrderKey } from '#core/context.ts'
import { isProblem, Problem, stateProblems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { buyAgain, cancelAndRestoreCart, claimOrder } from '#features/orders/buyer-orders.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { getOrderPage, type OrderPageData } from '#features/orders/get-order.ts'
import { findOrderDeletionTime } from '#features/orders/payments/payment-lists.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerOf, refusalResponse } from '#web/forms/refusal.ts'
import { clearedTitle, OrderCleared, OrderNotFound } from '#web/order/missing-order.tsx'
import { type OrderPageState, reloadOrder } from '#web/order/order-page-state.ts'
import { OrderScreen } from '#web/order/order-screen.tsx'
import { paymentStage, stages } from '#web/order/payment-stage.ts'
import { shopContext } from '#web/shop-context.ts'
import { layoutId } from '#web/shop-facts.ts'
import type { Route } from './+types/order-page.ts'
import './order.css'

export async function loader({ params, request, context }: Route.LoaderArgs): Promise<OrderPageState> {
  const { ctx } = context.get(shopContext)
  const key = keyIn(request)
  const buyer = withOrderKey(ctx, key ?? ctx.actor.orderKey)
  const { order, mayClaim, link } = await orderOr404(buyer, params.id)
  return { order, key, link, at: Date.now(), offline: false, mayKeep: mayClaim, signedIn: ctx.actor.userId !== null }
}

/** Keeps the page if the request fails. */
export function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs): Promise<OrderPageState> {
  return reloadOrder(params.id, keyIn(request), serverLoader)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { ctx } = context.get(shopContext)
  const own = withOrderKey(ctx, keyIn(request) ?? ctx.actor.orderKey)
  const form = await request.formData().catch(() => new FormData())
  try {
    switch (form.get('intent')) {
      case 'put-back':
        return { again: await cancelAndRestoreCart(own, params.id) }
      case 'buy-again':
        return { again: await buyAgain(own, params.id) }
      case 'claim':
        await claimOrder(own, params.id)
        return { kept: true }
      case 'other-number':
        await requestPayment(own, params.id, { phone: form.get('phone') })
        return { sent: true }
      case 'change-number':
        await requestPayment(own, params.id, { phone: form.get('phone'), wrong_number: true })
        return { sent: true }
      case 'retry':
        await requestPayment(own, params.id, {})
        return { sent: true }
      default:
        throw new Problem('malformed')
    }
  } catch (error) {
    return refusalResponse(error)
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction)
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const title = loaderData ? stages[paymentStage(loaderData.order, loaderData.at)].title : titleOf(error)
  const layout = matches.find((match) => match?.id === layoutId)?.loaderData as { shop: ShopFacts } | undefined
  return [{ title: `${title} | ${layout?.shop.name ?? 'Viatu'}` }, { name: 'robots', content: 'noindex' }]
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  // The key resets the state for another order.
  return <OrderScreen page={loaderData} key={loaderData.order.id} />
}

function titleOf(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 410) return clearedTitle
  return status === 404 ? stateProblems.order_not_found.title : 'Something went wrong'
}

/** The key in the address, or null. Without one, the cookie of a short link gives access too. */
function keyIn(request: Request): string | null {
  return new URL(request.url).searchParams.get('key')
}

async function orderOr404(ctx: Context, id: string): Promise<OrderPageData> {
  try {
    return await getOrderPage(ctx, id)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'order_not_found') throw error
    const cleared = await findOrderDeletionTime(ctx, id)
    if (cleared) throw data(cleared, { status: 410, headers: { 'Cache-Control': 'no-store' } })
    throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return <ErrorPage />
  if (error.status === 410) return <OrderCleared at={error.data} />
  return error.status === 404 ? <OrderNotFound /> : <ErrorPage />
}
