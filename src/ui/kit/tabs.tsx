import { Link, useLocation } from 'react-router'

export interface Tab {
  to: string
  label: string
  /** Paths that belong to it as well, with all that lies below them; where two tabs would have an address, the longer path has it. */
  below?: string[]
}

/** Each tab is a page of its own, so they are links: they can be kept, opened beside, and need no scripts. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const { pathname } = useLocation()
  const here = tabs.reduce<Tab | undefined>((best, tab) => (nearness(tab, pathname) > (best ? nearness(best, pathname) : 0) ? tab : best), undefined)
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === here ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Letters of the path by which a tab has an address; 0 where it has it not. */
function nearness({ to, below = [] }: Tab, pathname: string): number {
  const own = to.split('?')[0] === pathname ? [pathname] : []
  const above = below.filter((path) => `${pathname}/`.startsWith(`${path}/`))
  return Math.max(0, ...[...own, ...above].map(({ length }) => length))
}
