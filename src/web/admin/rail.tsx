import { Link } from 'react-router'
import { formatCount } from '#domain/limits.ts'
import { openWorkOf, waitingBySection } from '#domain/open-work.ts'
import { may, type StaffRole } from '#domain/roles.ts'
import type { OpenWorkCounts } from '#features/orders/count-open-work.ts'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RailIcon } from '#web/admin/rail-icons.tsx'
import { useSection } from '#web/admin/section-menu.tsx'
import { type SectionName, sections, sectionUseCases } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-range.ts'
import { Logo } from '#web/layout/logo.tsx'
import { SignOutButton } from '#web/layout/session-links.tsx'

/** The sections in groups, as the rail and the menu of a phone show them. */
const groups: Record<string, SectionName[]> = {
  Sell: ['orders', 'customers', 'products', 'categories', 'figures'],
  Deliver: ['delivery'],
  Partners: ['affiliates', 'commissions', 'payouts'],
  Speak: ['promotions', 'ads', 'help'],
  Shop: ['settings', 'mpesa', 'users', 'notifications', 'status', 'data', 'audit'],
}

/** The daily work first: the first four of a role are tabs at the foot of a phone. */
const byUse = new Set<SectionName>(['orders', 'products', 'payouts', 'figures', ...Object.values(groups).flat()])

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
    Object.entries(groups).map(([title, names]) => {
      const entries = names.filter((name) => shown.includes(name)).map(entry)
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
