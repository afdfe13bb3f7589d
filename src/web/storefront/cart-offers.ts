import { listOffers } from '#features/catalogue/list-offers.ts'
import { readLines } from '#web/cart/offers.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/cart-offers.ts'

/** What the shelf says about the lines of a cart: `?line=<id>~<size>`, up to 50 of them. Answers `{ offers }`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const lines = readLines(new URL(request.url).searchParams)
  return Response.json({ offers: await listOffers(ctx, lines) }, { headers: { 'Cache-Control': 'no-store' } })
}
