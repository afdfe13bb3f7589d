import { NavLink } from 'react-router'

export interface Tab {
  to: string
  label: string
  /** Other addresses below this one belong to it as well. */
  andBelow?: boolean
}

/** Each tab is a page of its own, so they are links: they can be kept, opened beside, and need no scripts. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label, andBelow }) => (
        <NavLink key={to} to={to} end={!andBelow}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
