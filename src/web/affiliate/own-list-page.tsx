import { data } from 'react-router'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { affiliateUrl, ownListUrl, walletUrl } from '#web/addresses.ts'
import { emptyWords, ListTable } from '#web/affiliate/affiliate-lists.tsx'
import { asAffiliate, type ListName, loadList } from '#web/affiliate/affiliate-loaders.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { readCursor } from '#web/lists/load-page.ts'
import { pageMeta } from '#web/public-page.ts'
import type { Route } from './+types/own-list-page.ts'
import './affiliate.css'

const pageSize = 24

/** A page for one of the affiliate's lists, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAffiliate(args)
  const { list: name } = args.params
  if (!isList(name)) throw data('Page Not Found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const cursor = readCursor(args.url.searchParams)
  return { name, list: await loadList(ctx, name, { cursor, limit: pageSize }), isLater: cursor !== undefined }
}

const words: Record<ListName, { title: string; from: { to: string; label: string }; what: string }> = {
  orders: { title: 'Referral Orders', from: { to: affiliateUrl, label: 'Affiliate' }, what: 'orders' },
  commissions: { title: 'Commission History', from: { to: affiliateUrl, label: 'Affiliate' }, what: 'commissions' },
  clicks: { title: 'Clicks', from: { to: walletUrl, label: 'Wallet' }, what: 'clicks' },
  payouts: { title: 'Payout History', from: { to: walletUrl, label: 'Wallet' }, what: 'payouts' },
}

export function meta({ matches, params: { list } }: Route.MetaArgs) {
  const title = isList(list) ? words[list].title : 'Page Not Found'
  return pageMeta(matches, { title, description: title, path: ownListUrl(list), unlisted: true })
}

export default function ListPage({ loaderData: { name, list, isLater } }: Route.ComponentProps) {
  const { title, from, what } = words[name]
  const loaded = useLoadMore(list, (cursor) => ownListUrl(name, cursor))
  const rows = loaded.pages.flatMap((page) => page.rows as never[])
  return (
    <section className="dashboard-section" aria-labelledby={name}>
      <Breadcrumb trail={[from]} here={title} />
      <h2 id={name}>{title}</h2>
      {rows.length > 0 ? <ListTable name={name} rows={rows} /> : <p className="empty-note">{emptyWords[name]}</p>}
      <LoadMore
        list={loaded}
        shown={`${rows.length} ${what} shown`}
        what={what}
        back={isLater && { to: ownListUrl(name), label: `Back to the newest ${what}` }}
      />
    </section>
  )
}

function isList(list: string): list is ListName {
  return Object.hasOwn(words, list)
}

export function ErrorBoundary() {
  return <ErrorPage />
}
