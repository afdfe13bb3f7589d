import { countNewlyPaid } from '#features/orders/list-work.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import type { Route } from './+types/new-orders-count.ts'

/** Not a page: the number of orders paid since an instant, for an open list. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const since = args.url.searchParams.get('since') ?? ''
  const count = isInstant(since) ? await countNewlyPaid(ctx, since) : 0
  return Response.json({ count }, { headers: { 'Cache-Control': 'no-store' } })
}

/** The format of `countOpenWork`; other texts are not passed to PostgreSQL. */
function isInstant(text: string): boolean {
  return /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/.test(text) && !Number.isNaN(Date.parse(text))
}
