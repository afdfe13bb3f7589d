import { useLocation } from 'react-router'
import { Link } from '#ui/kit/link.tsx'

export interface Tab {
  to: string
  label: string
  /** Further paths that select this tab, with everything below them. If two tabs match an address, the longer path wins. */
  below?: string[]
}

/** Each tab is a page of its own, so tabs are links: they can be bookmarked, opened in a new tab, and work without scripts. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const { pathname } = useLocation()
  const current = tabs.reduce<Tab | undefined>(
    (best, tab) => (matchLength(tab, pathname) > (best ? matchLength(best, pathname) : 0) ? tab : best),
    undefined,
  )
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} ref={tab === current ? intoView : undefined} aria-current={tab === current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** On a phone the tabs may be wider than the screen; scrolled by hand, because `scrollIntoView` would move the page as well. */
function intoView(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement
  if (row && tab.offsetLeft + tab.offsetWidth > row.offsetLeft + row.clientWidth) row.scrollLeft = tab.offsetLeft - row.offsetLeft
}

/** The length of the longest path of the tab that matches `pathname`; 0 if none does. */
function matchLength({ to, below = [] }: Tab, pathname: string): number {
  const own = to.split('?')[0] === pathname ? [pathname] : []
  const above = below.filter((path) => `${pathname}/`.startsWith(`${path}/`))
  return Math.max(0, ...[...own, ...above].map(({ length }) => length))
}
