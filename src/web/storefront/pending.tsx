import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { GridSkeleton } from '#ui/shop/product-grid.tsx'
import { dashboardUrl, homeUrl, productsUrl } from '#web/addresses.ts'

/** Short waits show nothing, so that nothing flickers. */
const patience = 150

/** Where a navigation is going that has been under way for more than 150 ms, or null. */
export function useSlowNavigation(): Location | null {
  const { state, location } = useNavigation()
  const [slow, setSlow] = useState(false)
  const waiting = state === 'loading'
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow ? location : null
}

/** The address of a page that is on its way and comes in place of this whole one, or null. What has a frame of its own changes below it. */
export function usePendingPage(): string | null {
  const { pathname } = useLocation()
  const to = useSlowNavigation()?.pathname
  return to === undefined || to === pathname || sameFrame(to, pathname) ? null : to
}

/** The same for a tab of the dashboard, or a section of the admin panel. */
export function usePendingTab(): string | null {
  const { pathname } = useLocation()
  const to = useSlowNavigation()?.pathname
  return to === undefined || to === pathname || !sameFrame(to, pathname) ? null : to
}

const frames = [/^\/(dashboard|affiliate)(\/|$)/, /^\/admin(\/|$)/]

function sameFrame(one: string, other: string): boolean {
  return frames.some((frame) => frame.test(one) && frame.test(other))
}

/** What stands in for the page that is on its way. */
export function PendingPage({ pathname }: { pathname: string }) {
  if (pathname.startsWith('/product/')) return <PendingProduct />
  const isList = pathname === homeUrl || pathname === productsUrl || pathname.startsWith('/category')
  return <div className="wrap pending">{isList ? <GridSkeleton /> : <PendingWords pathname={pathname} />}</div>
}

export function PendingWords({ pathname }: { pathname: string }) {
  return <p role="status">{pathname === dashboardUrl ? 'Loading profile...' : 'Loading...'}</p>
}

function PendingProduct() {
  return (
    <div className="wrap pending" role="status">
      <p>Loading...</p>
      <div className="pending-product skel" aria-hidden="true">
        <span className="pic" />
        <div>
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}
