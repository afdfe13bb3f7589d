import { Link } from 'react-router'
import { formatCount } from '#domain/counting.ts'
import { openWorkOf, waitingBySection } from '#domain/open-work.ts'
import { may, type StaffRole } from '#domain/roles.ts'
import type { OpenWorkCounts } from '#features/orders/count-open-work.ts'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RailIcon } from '#web/admin/rail-icons.tsx'
import { useSection } from '#web/admin/section-menu.tsx'
import { type SectionName, sectionUseCases } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-range.ts'
import { Logo } from '#web/layout/logo.tsx'
import { SignOutButton } from '#web/layout/session-links.tsx'

/** The sections under their short names; the first four are also tabs at the foot of a phone. */
const shortNames: [SectionName, string][] = [
  ['orders', 'Orders'],
  ['products', 'Products'],
  ['payouts', 'Payouts'],
  ['figures', 'Figures'],
  ['categories', 'Categories'],
  ['customers', 'Customers'],
  ['commissions', 'Commissions'],
  ['affiliates', 'Affiliates'],
  ['users', 'Users'],
  ['delivery', 'Delivery'],
  ['promotions', 'Promotions'],
  ['ads', 'Ads'],
  ['help', 'Help'],
  ['settings', 'Settings'],
  ['mpesa', 'M-Pesa'],
  ['data', 'Data'],
  ['notifications', 'Notifications'],
  ['status', 'Status'],
  ['audit', 'Audit'],
]

interface RailProps {
  role: StaffRole | null
  counts: OpenWorkCounts | null
  troubles: number
}

/** From 1100 px a rail at the left, below that five tabs at the foot. Only the sections of the reader's role. Yellow counts wait for them; `troubles` are the parts of the shop that are not well. */
export function Rail({ role, counts, troubles }: RailProps) {
  const current = useSection()
  const entry = ([name, label]: [SectionName, string]) => (
    <SectionLink
      key={name}
      name={name}
      label={label}
      isCurrent={name === current}
      waiting={name === 'status' ? troubles : counts ? ((waitingBySection(openWorkOf({ role }, counts)) as Record<string, number>)[name] ?? 0) : 0}
    />
  )
  const mine = shortNames.filter(([name]) => may({ role }, sectionUseCases[name]))
  const others = mine.slice(4)
  const ways = (
    <>
      <Link to={dashboardUrl}>Dashboard</Link>
      <Link to={homeUrl}>See the shop</Link>
      <SignOutButton />
    </>
  )
  return (
    <>
      <nav className="rail" aria-label="Admin Panel">
        <Logo />
        <ul>
          {mine.map((each) => (
            <li key={each[0]}>{entry(each)}</li>
          ))}
        </ul>
        <div className="rail-foot">{ways}</div>
      </nav>
      <nav className="tab-bar" aria-label="Admin Panel">
        {mine.slice(0, 4).map(entry)}
        <Dropdown
          className={others.some(([name]) => name === current) ? 'tab-more here' : 'tab-more'}
          current={
            <>
              <RailIcon name="more" />
              <span>More</span>
            </>
          }
        >
          {others.map(entry)}
          <div className="rail-foot">{ways}</div>
        </Dropdown>
      </nav>
    </>
  )
}

function SectionLink({ name, label, isCurrent, waiting }: { name: SectionName; label: string; isCurrent: boolean; waiting: number }) {
  const range = useRange()
  // The orders open where the work is; the section's own address has all of them.
  const query = name === 'orders' ? { ...range, view: 'pack' } : range
  return (
    <Link to={adminSectionUrl(name, query)} aria-current={isCurrent ? 'page' : undefined}>
      <RailIcon name={name} />
      <span>{label}</span>
      {waiting > 0 && (
        <b className="waiting tabular">
          {formatCount(waiting)}
          <span className="visually-hidden">{name === 'status' ? ' not well' : ' waiting'}</span>
        </b>
      )}
    </Link>
  )
}
