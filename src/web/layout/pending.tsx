import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { GridSkeleton } from '#ui/shop/product-grid.tsx'
import { dashboardUrl, homeUrl, productsUrl } from '#web/addresses.ts'

/** Milliseconds before a placeholder is shown, so that fast navigations do not flicker. */
const delayMs = 150

/** The target of a navigation that takes longer than 150 ms, or null. */
export function useSlowNavigation(): Location | null {
  const { state, location } = useNavigation()
  const [slow, setSlow] = useState(false)
  const waiting = state === 'loading'
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow ? location : null
}

/** The path of a slow navigation that replaces the whole page; null if only a tab or section below a shared layout changes. */
export function usePendingPage(): string | null {
  const { pathname } = useLocation()
  const to = useSlowNavigation()?.pathname
  return to === undefined || to === pathname || haveSharedLayout(to, pathname) ? null : to
}

/** The path of a slow navigation between tabs of the dashboard or sections of the admin panel, or null. */
export function usePendingTab(): string | null {
  const { pathname } = useLocation()
  const to = useSlowNavigation()?.pathname
  return to === undefined || to === pathname || !haveSharedLayout(to, pathname) ? null : to
}

const sharedLayouts = [/^\/(dashboard|affiliate)(\/|$)/, /^\/admin(\/|$)/]

function haveSharedLayout(one: string, other: string): boolean {
  return sharedLayouts.some((frame) => frame.test(one) && frame.test(other))
}

/** The placeholder of a page that is loading. */
export function PendingPage({ pathname }: { pathname: string }) {
  if (pathname.startsWith('/product/')) return <PendingProduct />
  const isList = pathname === homeUrl || pathname === productsUrl || pathname.startsWith('/category')
  return <div className="container pending">{isList ? <GridSkeleton /> : <PendingWords pathname={pathname} />}</div>
}

export function PendingWords({ pathname }: { pathname: string }) {
  return <p role="status">{pathname === dashboardUrl ? 'Loading profile...' : 'Loading...'}</p>
}

function PendingProduct() {
  return (
    <div className="container pending" role="status">
      <p>Loading...</p>
      <div className="pending-product skeleton" aria-hidden="true">
        <span className="product-picture" />
        <div>
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}
