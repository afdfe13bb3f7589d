import { data, isRouteErrorResponse, redirect, useRouteError } from 'react-router'
import { parseShortLink } from '#domain/order-code.ts'
import { isProblem, problemStatus, stateProblems } from '#domain/problem.ts'
import { openedLinksSetCookie, openShortLink } from '#features/orders/short-links.ts'
import { orderUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { OrderNotFound } from '#web/order/missing-order.tsx'
import { loaderHeaders, pageMeta } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/short-link-page.ts'

const privateHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

/** The short link of an SMS: stores access in a cookie and redirects to the order's page, without the key in the address. */
export async function loader({ params: { link }, request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  try {
    const id = await openShortLink(ctx, link)
    const opened = parseShortLink(link)
    return redirect(orderUrl(id), {
      headers: { ...privateHeaders, ...(opened && { 'Set-Cookie': openedLinksSetCookie(ctx, request.headers, opened) }) },
    })
  } catch (error) {
    if (!isProblem(error) || (error.code !== 'order_not_found' && error.code !== 'too_many')) throw error
    const { retryAfter } = error.details
    throw data(null, { status: problemStatus(error), headers: { ...privateHeaders, ...(retryAfter && { 'Retry-After': String(retryAfter) }) } })
  }
}

/** The address holds a secret, which other sites must not get as the referrer. */
export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  const { title } = stateProblems.order_not_found
  return pageMeta(matches, { title, description: title, path: null })
}

/** Never rendered: the loader redirects or throws. */
export default function ShortLinkPage() {
  return null
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <OrderNotFound /> : <ErrorPage />
}
