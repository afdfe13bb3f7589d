import { Link } from 'react-router'
import { formatCount, maxCounted } from '#domain/counting.ts'
import type { OpenWorkCounts } from '#features/orders/count-open-work.ts'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RailIcon } from '#web/admin/rail-icons.tsx'
import { useSection } from '#web/admin/section-menu.tsx'
import type { SectionName } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-range.ts'
import { Logo } from '#web/layout/logo.tsx'
import { SignOutButton } from '#web/layout/session-links.tsx'

/** The sections under their short names; the first four are also tabs at the foot of a phone. */
const shortNames: [SectionName, string][] = [
  ['orders', 'Orders'],
  ['products', 'Products'],
  ['payouts', 'Payouts'],
  ['figures', 'Figures'],
  ['commissions', 'Commissions'],
  ['affiliates', 'Affiliates'],
  ['users', 'Users'],
  ['delivery', 'Delivery'],
  ['promotions', 'Promotions'],
  ['ads', 'Ads'],
  ['help', 'Help'],
  ['data', 'Data'],
  ['status', 'Status'],
  ['audit', 'Audit'],
]

/** From 1100 px a rail at the left, below that five tabs at the foot. Yellow counts wait for an admin; `troubles` are the parts of the shop that are not well. */
export function Rail({ shopName, counts, troubles }: { shopName: string; counts: OpenWorkCounts | null; troubles: number }) {
  const current = useSection()
  const entry = ([name, label]: [SectionName, string]) => (
    <SectionLink
      key={name}
      name={name}
      label={label}
      isCurrent={name === current}
      waiting={name === 'status' ? troubles : counts ? waitingIn(name, counts) : 0}
    />
  )
  const others = shortNames.slice(4)
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
        <Logo name={shopName} />
        <ul>
          {shortNames.map((each) => (
            <li key={each[0]}>{entry(each)}</li>
          ))}
        </ul>
        <div className="rail-foot">{ways}</div>
      </nav>
      <nav className="tab-bar" aria-label="Admin Panel">
        {shortNames.slice(0, 4).map(entry)}
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

/** How much of a section waits for an admin. */
function waitingIn(name: SectionName, { pack, send, refunds, reviews, commissions, payouts }: OpenWorkCounts): number {
  return { orders: Math.min(pack + send + refunds + reviews, maxCounted + 1), commissions, payouts }[name as string] ?? 0
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
