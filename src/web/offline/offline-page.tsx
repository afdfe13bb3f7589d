import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownPath } from '#domain/own-path.ts'
import { cacheKeyOf, pageOfData } from '#domain/page-url.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/empty-state.tsx'
import { homeUrl, productUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { isViewedCache } from '#web/offline/caches.ts'
import { readViewed } from '#web/offline/viewed-products.ts'
import { OtherShoes } from '#web/product/other-shoes.tsx'
import { loaderHeaders, pageMeta, publicPage } from '#web/public-page.ts'
import type { Route } from './+types/offline-page.ts'

/** Milliseconds that the browser must be online before the page continues: a weak connection comes and goes, and the visitor may have tapped another link. */
const stableMs = 1_000

/** The page that the service worker shows for pages that are not cached. It is the same for all visitors, so that every device can cache it. */
export function loader() {
  return publicPage(null)
}

export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'You are offline', description: 'What you saw last, and your cart.', path: null })
}

export default function OfflinePage() {
  const inBrowser = useInBrowser()
  return (
    <>
      <FullPageMessage title="You are offline">
        <p>This page needs a connection. Your cart is kept on this device, and nothing is lost.</p>
        {inBrowser && <OfflineActions />}
      </FullPageMessage>
      {inBrowser && <RecentlyViewed />}
    </>
  )
}

function OfflineActions() {
  const [query] = useSearchParams()
  const to = ownPath(query.get('to')) ?? homeUrl
  const { totalItems, openPanel } = useCart()
  const cachedPages = useCachedPages()
  const navigate = useNavigate()

  // The page's data is cached from a client navigation, so the router can show it.
  useEffect(() => {
    if (query.has('to') && !query.has('gone') && cachedPages?.includes(pageAt(to))) void navigate(to, { replace: true })
  }, [cachedPages, query, to, navigate])

  // Continues to the requested page once the connection is back.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onOnline = () => {
      clearTimeout(timer)
      timer = setTimeout(() => navigator.onLine && location.replace(to), stableMs)
    }
    addEventListener('online', onOnline)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', onOnline)
    }
  }, [to])

  return (
    <div className="acts">
      <a className={buttonClass({})} href={to}>
        Try again
      </a>
      <Button look="ghost" onClick={openPanel}>
        {totalItems === 0 ? 'Open cart' : `Open cart (${totalItems} ${totalItems === 1 ? 'item' : 'items'})`}
      </Button>
    </div>
  )
}

function RecentlyViewed() {
  const cachedPages = useCachedPages()
  const shoes = readViewed().filter(({ id }) => cachedPages?.includes(productUrl(id)))
  return <OtherShoes id="seen" title="Seen last" shoes={shoes} wrap eager />
}

/** The paths of the cached pages; null until they are read. */
function useCachedPages(): string[] | null {
  const [pages, setPages] = useState<string[] | null>(null)
  useEffect(() => {
    void readCachedPages().then(setPages, () => setPages([]))
  }, [])
  return pages
}

async function readCachedPages(): Promise<string[]> {
  const names = (await caches.keys()).filter(isViewedCache)
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => pageAt(url))
}

/** The public path of a page, from its own address or that of its data. */
function pageAt(address: string): string {
  const url = new URL(address, location.origin)
  url.searchParams.delete('_routes')
  return cacheKeyOf({ pathname: pageOfData(url.pathname) ?? url.pathname, searchParams: url.searchParams })
}
