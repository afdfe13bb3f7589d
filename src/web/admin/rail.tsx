import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#domain/limits.ts'
import { openWorkOf, waitingBySection } from '#domain/open-work.ts'
import { may, type StaffRole } from '#domain/roles.ts'
import type { OpenWorkCounts } from '#features/orders/list-work.ts'
import { IconFrame } from '#ui/kit/icon.tsx'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { type SectionName, sections, sectionUseCases } from '#web/admin/sections.ts'
import { useRange, useSection } from '#web/admin/use-panel.ts'
import { Logo } from '#web/layout/logo.tsx'
import { SignOutButton } from '#web/layout/session-links.tsx'

/** The group of each section, and their order in the rail and in the menu of a phone. */
const groupOf: Record<SectionName, 'Sell' | 'Deliver' | 'Partners' | 'Speak' | 'Shop'> = {
  ...{ orders: 'Sell', customers: 'Sell', products: 'Sell', categories: 'Sell', figures: 'Sell' },
  delivery: 'Deliver',
  ...{ affiliates: 'Partners', commissions: 'Partners', payouts: 'Partners' },
  ...{ promotions: 'Speak', ads: 'Speak', help: 'Speak' },
  ...{ settings: 'Shop', mpesa: 'Shop', users: 'Shop', notifications: 'Shop', status: 'Shop', data: 'Shop', audit: 'Shop' },
}
const inRail = Object.keys(groupOf) as SectionName[]
const groups = new Set(Object.values(groupOf))

/** The daily work first: the first four of a role are tabs at the foot of a phone. */
const byUse = new Set<SectionName>(['orders', 'products', 'payouts', 'figures', ...inRail])

interface RailProps {
  role: StaffRole | null
  counts: OpenWorkCounts | null
  troubles: number
}

/** From 1100 px a rail at the left, below that five tabs at the foot. Only the sections of the reader's role. Yellow counts wait for them; `troubles` are the parts of the shop that are not well. */
export function Rail({ role, counts, troubles }: RailProps) {
  const current = useSection()
  const entry = (name: SectionName) => (
    <SectionLink
      key={name}
      name={name}
      isCurrent={name === current}
      waiting={name === 'status' ? troubles : counts ? ((waitingBySection(openWorkOf({ role }, counts)) as Record<string, number>)[name] ?? 0) : 0}
    />
  )
  const mine = [...byUse].filter((name) => may({ role }, sectionUseCases[name]))
  const tabs = mine.slice(0, 4)
  const others = mine.slice(4)
  const groupsOf = (shown: SectionName[]) =>
    [...groups].map((title) => {
      const entries = inRail.filter((name) => groupOf[name] === title && shown.includes(name)).map(entry)
      return (
        entries.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields
          <div key={title} role="group" aria-label={title} className="section-group">
            <b aria-hidden>{title}</b>
            {entries}
          </div>
        )
      )
    })
  const ways = (
    <>
      <Link to={dashboardUrl}>My account</Link>
      <Link to={homeUrl}>See the shop</Link>
      <SignOutButton />
    </>
  )
  return (
    <>
      <nav className="rail" aria-label="Admin Panel">
        <Logo />
        {groupsOf(mine)}
        <div className="rail-foot">{ways}</div>
      </nav>
      <nav className="tab-bar" aria-label="Admin Panel">
        {tabs.map(entry)}
        <Dropdown
          className={current && others.includes(current) ? 'tab-more here' : 'tab-more'}
          current={
            <>
              <RailIcon name="more" />
              <span>More</span>
            </>
          }
        >
          {groupsOf(others)}
          <div className="rail-foot">{ways}</div>
        </Dropdown>
      </nav>
    </>
  )
}

function SectionLink({ name, isCurrent, waiting }: { name: SectionName; isCurrent: boolean; waiting: number }) {
  const range = useRange()
  // The orders open where the work is; the section's own address has all of them.
  const query = name === 'orders' ? { ...range, view: 'pack' } : range
  return (
    <Link to={adminSectionUrl(name, query)} aria-current={isCurrent ? 'page' : undefined}>
      <RailIcon name={name} />
      <SectionTitle name={name} />
      {waiting > 0 && (
        <b className="waiting tabular">
          {formatCount(waiting)}
          <span className="visually-hidden">{name === 'status' ? ' not well' : ' waiting'}</span>
        </b>
      )}
    </Link>
  )
}

/** The title of a section. A tab at the foot of a phone has room for its first word: its sheet hides the rest from the eye. */
function SectionTitle({ name }: { name: SectionName }) {
  const [first, ...rest] = sections[name].split(' ')
  return (
    <span>
      {first}
      {rest.length > 0 && <span className="title-rest"> {rest.join(' ')}</span>}
    </span>
  )
}

const box = <path d="M3 7l8-4 8 4v8l-8 4-8-4zM3 7l8 4 8-4M11 11v8" />

/** Icons of the sections and of what stands beside them, drawn as ui/kit/icon.tsx draws its own; here, because only the panel needs them. */
const strokes: Record<SectionName | 'more' | 'days', ReactNode> = {
  products: <path d="M11 3h7v7l-8 9-7-7zM14.500 7.500h.01" />,
  categories: <path d="M3 4h7v6H3zM12 4h7v6h-7zM3 12h7v6H3zM12 12h7v6h-7z" />,
  orders: box,
  users: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M2.500 18c.5-3.500 2.700-5 5.500-5s5 1.500 5.500 5M14 5.500a3 3 0 010 5.500M16 13.500c2 .6 3.200 2 3.500 4.500" />
    </>
  ),
  customers: <path d="M3 8l8-5 8 5v10H3zM11 9a2 2 0 110 4 2 2 0 010-4zM7 18c.3-2.200 1.800-3.200 4-3.200s3.700 1 4 3.200" />,
  affiliates: <path d="M9 13l4-4M7 11l-2.500 2.500a3.500 3.500 0 005 5L12 16M15 11l2.500-2.500a3.500 3.500 0 00-5-5L10 6" />,
  commissions: <path d="M5 17L17 5M7 9a2 2 0 110-4 2 2 0 010 4zM15 17a2 2 0 110-4 2 2 0 010 4z" />,
  payouts: <path d="M3 6.500h14a2 2 0 012 2v8H5a2 2 0 01-2-2zM3 6.500L14 3v3.500M15 12h.01" />,
  delivery: (
    <path d="M2 5h11v10H2zM13 8h4l3 3.500V15h-7M5.500 17.500a1.500 1.500 0 110-3 1.500 1.500 0 010 3zM16 17.500a1.500 1.500 0 110-3 1.500 1.500 0 010 3z" />
  ),
  promotions: <path d="M3 9v4l10 4V5zM13 7c2 0 4 1.500 4 4s-2 4-4 4M6 13.500L7 18h3" />,
  ads: <path d="M3 5h16v10H3zM7 19h8M11 15v4" />,
  help: <path d="M3 11a8 8 0 1016 0 8 8 0 10-16 0M8.500 9a2.500 2.500 0 115 0c0 1.500-2.500 1.800-2.500 3.500M11 15.500v.1" />,
  data: <path d="M4 6c0-3 14-3 14 0v10c0 3-14 3-14 0zM4 6c0 3 14 3 14 0M4 11c0 3 14 3 14 0" />,
  settings: <path d="M3 6h9M16 6h3M14 4v4M3 11h3M10 11h9M8 9v4M3 16h9M16 16h3M14 14v4" />,
  mpesa: <path d="M6 2.500h10v17H6zM9.500 16.500h3M9 6h4M9 9h4" />,
  figures: <path d="M3 19h16M6 16v-6M11 16V5M16 16V8" />,
  notifications: <path d="M5 16h12l-1.500-2.500V9.500a4.500 4.500 0 00-9 0v4zM9.500 18.500a1.500 1.500 0 003 0M11 3v2" />,
  status: <path d="M2 12h4l2.500-6 4 11 2.500-5h5" />,
  audit: <path d="M5 3h9l3 3v13H5zM8 9h6M8 12h6M8 15h4" />,
  more: <path d="M4 6h14M4 11h14M4 16h14" />,
  days: <path d="M4 5h14v13H4zM4 9.500h14M8 3v4M14 3v4" />,
}

export function RailIcon({ name }: { name: keyof typeof strokes }) {
  return <IconFrame>{strokes[name]}</IconFrame>
}
