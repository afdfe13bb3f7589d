import { data, type HeadersFunction, isRouteErrorResponse, useRouteError } from 'react-router'
import { riderLinkPath } from '#domain/delivery-handover.ts'
import { isProblem, problemStatus, problems } from '#domain/problem.ts'
import { failStop, getRiderDay, handOver, startStop } from '#features/orders/riders/rider-stops.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { runAction } from '#web/forms/run-action.ts'
import { StopCard } from '#web/rider/stop-card.tsx'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/rider-page.ts'
import './rider.css'

/** What a page says whose link leads nowhere. */
type Over = typeof problems.rider_link_over & { shop: { name: string; phone: string } }

/** A rider's stops of today, behind the link of an SMS; not in the storefront's layout, because a rider is no shopper. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  try {
    const { name, stops } = await getRiderDay(ctx, token)
    return data({ name, stops, shop: { name: shop.name, phone: shop.phone } })
  } catch (error) {
    if (!isProblem(error) || (error.code !== 'rider_link_over' && error.code !== 'too_many')) throw error
    throw data(
      { ...(error.code === 'too_many' ? {} : problems.rider_link_over), shop: { name: shop.name, phone: shop.phone } },
      { status: problemStatus(error) },
    )
  }
}

export function action({ params: { token }, request, context }: Route.ActionArgs) {
  return runAction(
    request,
    context.get(shopContext).ctx,
    {
      start: (ctx, sent) => startStop(ctx, token, sent),
      'hand-over': (ctx, sent) => handOver(ctx, token, sent),
      fail: (ctx, sent) => failStop(ctx, token, sent),
    },
    { secrets: /code/ },
  )
}

/** `same-origin` hides the address from other sites; with `no-referrer` the forms would be sent without an Origin header. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

/** After a wrong code too: the fifth one takes the field away. */
export const shouldRevalidate = () => true

export function meta({ loaderData, error }: Route.MetaArgs) {
  const { shop } = loaderData ?? (isRouteErrorResponse(error) ? (error.data as Pick<Over, 'shop'>) : { shop: { name: 'Viatu' } })
  return [{ title: `${loaderData ? `Stops of ${loaderData.name}` : 'Stops of a rider'} | ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function RiderPage({ loaderData: { name, stops, shop }, params: { token } }: Route.ComponentProps) {
  const open = stops.filter(({ to }) => to !== null).length
  return (
    <main className="rider">
      <header>
        <p>{shop.name}</p>
        <h1>{name}, your stops of today</h1>
        <p role="status">{stops.length === 0 ? 'The shop has given you no stops yet.' : `${open} of ${stops.length} to do.`}</p>
        <CallShop phone={shop.phone} />
      </header>
      {stops.map((stop, at) => (
        <StopCard
          key={stop.id}
          stop={stop}
          shopName={shop.name}
          link={riderLinkPath(token)}
          newZone={at === 0 || stop.zone !== stops[at - 1]?.zone}
        />
      ))}
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const over = isRouteErrorResponse(error) && error.status === 404 ? (error.data as Over) : null
  return (
    <main className="rider">
      {over ? (
        <header>
          <h1>{over.title}</h1>
          <p>{over.message}</p>
          <CallShop phone={over.shop.phone} />
        </header>
      ) : (
        <ErrorPage />
      )}
    </main>
  )
}

function CallShop({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="link" href={`tel:${phone.replaceAll(' ', '')}`}>
      Call the shop
    </a>
  )
}
