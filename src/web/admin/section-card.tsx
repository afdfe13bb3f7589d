import type { ReactNode } from 'react'
import { Form, Link, useLocation, useRouteLoaderData } from 'react-router'
import { type Period, type PeriodName, periodQuery, periods, storeFigures } from '#domain/figures.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDay } from '#domain/nairobi-time.ts'
import type { OpenWorkCounts } from '#features/orders/list-work.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import type { loader } from '#web/admin/admin-layout.tsx'
import { useDeskKeys } from '#web/admin/desk-keys.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RailIcon } from '#web/admin/rail.tsx'
import { sectionNames, sections, sectionUseCases, showsFigures } from '#web/admin/sections.ts'
import { useMay, useRange, useSection } from '#web/admin/use-panel.ts'
import { panelId } from '#web/shop-facts.ts'

interface SectionCardProps {
  /** Search and filters of the section, in the bar. */
  toolbar?: ReactNode
  /** Its first action, such as Add Product. */
  action?: ReactNode
  /** What stands between the figures and the card. */
  queues?: ReactNode
  /** The children bring cards of their own. */
  isBare?: boolean
  children: ReactNode
}

/** A section of the panel: its bar (name, search, days, first action), the four figures where they help, and its card. */
export function SectionCard({ toolbar, action, queues, isBare, children }: SectionCardProps) {
  const section = useSection()
  const panel = useRouteLoaderData<typeof loader>(panelId)
  const hasFigures = showsFigures(section)
  const period = useMay()('see_figures') && hasFigures ? panel?.period : null
  useDeskKeys()
  return (
    <>
      <header className="workbench-bar">
        <SectionMenu />
        {toolbar}
        {period && <PeriodMenu period={period} />}
        {action}
      </header>
      {hasFigures && <FigureStrip />}
      {queues}
      {isBare ? (
        children
      ) : (
        <section className="sheet" aria-label={section ? sections[section] : 'Admin Panel'}>
          {children}
        </section>
      )}
    </>
  )
}

/** The title of the page, which is the dropdown of sections (spec §2); the range of days goes along. */
function SectionMenu() {
  const current = useSection()
  const mayOpen = useMay()
  const range = useRange()
  return (
    <Dropdown label="Section" current={<h1>{current ? sections[current] : 'Admin Panel'}</h1>} className="section-menu">
      <nav aria-label="Sections">
        <ul>
          {sectionNames
            .filter((name) => mayOpen(sectionUseCases[name]))
            .map((name) => (
              <li key={name}>
                <Link to={adminSectionUrl(name, range)} aria-current={name === current ? 'page' : undefined}>
                  {sections[name]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </Dropdown>
  )
}

/** Chooses the range of days of the figures and charts; other query parameters stay. */
function PeriodMenu({ period }: { period: Period }) {
  const { pathname, search } = useLocation()
  const otherParams = [...new URLSearchParams(search)].filter(([name]) => !name.startsWith('range') && name !== 'cursor')
  const customRange = period.name === 'own' ? period : { from: null, to: null }
  return (
    <Dropdown
      label="Days"
      current={
        <>
          <RailIcon name="days" />
          <span className="days-label">{periodLabel(period)}</span>
        </>
      }
      className="days-menu"
    >
      <ul>
        {Object.entries(periods).map(([name, { label }]) => (
          <li key={name}>
            <Link
              to={{ pathname, search: String(new URLSearchParams([...otherParams, ...Object.entries(periodQuery({ name: name as PeriodName }))])) }}
              aria-current={name === period.name ? 'true' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Form method="get" action={pathname} className="dropdown-form">
        {otherParams.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="range" value="own" />
        <Field label="From" type="date" name="range_from" defaultValue={customRange.from ?? ''} />
        <Field label="To" type="date" name="range_to" defaultValue={customRange.to ?? ''} />
        <Button type="submit" look="ghost">
          Show these days
        </Button>
      </Form>
    </Dropdown>
  )
}

/** `1 Nov 2026 to 20 Nov 2026`, or a period's own name. */
export function periodLabel(period: Period): string {
  if (period.name !== 'own') return periods[period.name].label
  const [from, to] = [period.from, period.to].map((day) => day && formatDay(day))
  return from && to ? `${from} to ${to}` : from ? `Since ${from}` : `Until ${to}`
}

interface FigureProps {
  figure: keyof typeof storeFigures
  value: string
  /** What to do about it, and where; null where nothing waits. */
  todo: string | null
  to: string
  /** What is in it, in place of what it counts. */
  also?: string | null
}

/** The four figures (spec §2), each with a second line: what to do about it, else what it counts. Each leads to its work. */
function FigureStrip() {
  const data = useRouteLoaderData<typeof loader>(panelId)
  const range = useRange()
  if (!data?.figures || !data.counts) return null
  const { figures, counts } = data
  const count = (value: number) => value.toLocaleString('en-KE')
  const orders = (query: Record<string, string>) => adminSectionUrl('orders', { ...range, ...query })
  const all: FigureProps[] = [
    { figure: 'orders', value: count(figures.orders), todo: toPackAndSend(counts), to: orders({ view: 'pack' }) },
    {
      figure: 'revenue',
      value: formatShillings(figures.revenue),
      todo: some(counts.refunds, 'refund due', 'refunds due'),
      also: figures.deliveryFees > 0 ? `${formatShillings(figures.deliveryFees)} of it for delivery` : null,
      to: counts.refunds > 0 ? orders({ view: 'refunds' }) : adminSectionUrl('figures', range),
    },
    {
      figure: 'pending',
      value: count(figures.pending),
      todo: some(counts.reviews, 'payment with a problem', 'payments with a problem'),
      to: counts.reviews > 0 ? orders({ view: 'review' }) : orders({ status: 'awaiting_payment' }),
    },
    {
      figure: 'commissions',
      value: formatShillings(figures.commissions),
      todo: some(counts.commissions, 'to approve', 'to approve'),
      to: adminSectionUrl('commissions', range),
    },
  ]
  return (
    <section className="figure-strip" aria-label="The shop in figures">
      {all.map((each) => (
        <Figure key={each.figure} {...each} />
      ))}
      {data.hasMadeUp && <p className="made-up">Made-up demo orders are counted.</p>}
    </section>
  )
}

function Figure({ figure, value, todo, to, also = null }: FigureProps) {
  const { label, hint } = storeFigures[figure]
  return (
    <Link to={to} title={hint}>
      <span>{label}</span>
      <b className="tabular">{value}</b>
      <small className={todo ? 'todo' : undefined}>{[todo, also].filter(Boolean).join('; ') || hint}</small>
    </Link>
  )
}

function toPackAndSend({ pack, send }: OpenWorkCounts): string | null {
  const parts = [some(pack, 'to pack', 'to pack'), some(send, 'to send', 'to send')].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

function some(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`
}
