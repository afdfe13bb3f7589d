import { listOffers } from '#features/catalogue/get-product.ts'
import { readLines } from '#web/cart/fresh-prices.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/cart-offers.ts'

/** The current price and stock for the lines of a cart: `?line=<id>~<size>`, at most 50. Responds with `{ offers }`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const lines = readLines(new URL(request.url).searchParams)
  return Response.json({ offers: await listOffers(ctx, lines) }, { headers: { 'Cache-Control': 'no-store' } })
}
