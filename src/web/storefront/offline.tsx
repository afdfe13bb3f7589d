import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownPath } from '#domain/own-path.ts'
import { cacheKeyOf, pageOfData } from '#domain/public-page.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Wall } from '#ui/kit/wall.tsx'
import { homeUrl, productUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useInBrowser } from '#web/in-browser.ts'
import { isSeen } from '#web/offline/kept.ts'
import { readSeen } from '#web/offline/seen.ts'
import { loaderHeaders, pageMeta, publicPage } from '#web/page.ts'
import { OtherShoes } from '#web/storefront/other-shoes.tsx'
import type { Route } from './+types/offline.ts'

/** So long a connection is back before it is trusted: on a bad road it comes and goes, and whoever has tapped a shoe meanwhile is on their way to that. */
const settledMs = 1_000

/** What the worker shows for a page that it never kept; the same bytes for everybody, so that every device can have it beforehand. */
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
      <Wall title="You are offline">
        <p>This page needs a connection. Your cart is kept on this device, and nothing is lost.</p>
        {inBrowser && <OfflineActions />}
      </Wall>
      {inBrowser && <Seen />}
    </>
  )
}

function OfflineActions() {
  const [query] = useSearchParams()
  const to = ownPath(query.get('to')) ?? homeUrl
  const { totalItems, openPanel } = useCart()
  const kept = useKeptPages()
  const navigate = useNavigate()

  // It was seen by a navigation: its data is there, and this page can show it.
  useEffect(() => {
    if (query.has('to') && !query.has('gone') && kept?.includes(pageAt(to))) void navigate(to, { replace: true })
  }, [kept, query, to, navigate])

  // The connection is back: on to where somebody wanted to go.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const back = () => {
      clearTimeout(timer)
      timer = setTimeout(() => navigator.onLine && location.replace(to), settledMs)
    }
    addEventListener('online', back)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', back)
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

function Seen() {
  const kept = useKeptPages()
  const shoes = readSeen().filter(({ id }) => kept?.includes(productUrl(id)))
  return <OtherShoes id="seen" title="Seen last" shoes={shoes} wrap eager />
}

/** The pages that this device can show; null until it has been asked. */
function useKeptPages(): string[] | null {
  const [pages, setPages] = useState<string[] | null>(null)
  useEffect(() => {
    void keptPages().then(setPages, () => setPages([]))
  }, [])
  return pages
}

async function keptPages(): Promise<string[]> {
  const names = (await caches.keys()).filter(isSeen)
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => pageAt(url))
}

/** The page itself, whether the address is its own or that of its data. */
function pageAt(address: string): string {
  const url = new URL(address, location.origin)
  url.searchParams.delete('_routes')
  return cacheKeyOf({ pathname: pageOfData(url.pathname) ?? url.pathname, searchParams: url.searchParams })
}
