import { useEffect, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatCount } from '#domain/limits.ts'
import { type WorkQueue, workQueues } from '#domain/open-work.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import { may } from '#domain/roles.ts'
import type { OpenWorkCounts } from '#features/orders/list-work.ts'
import type { KnownRider } from '#features/orders/riders/rider-days.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import type { loader } from '#web/admin/admin-layout.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { Options } from '#web/admin/shared-fields.tsx'
import { AdminToolbar, AffiliateFilter, type FilterAffiliate } from '#web/admin/toolbar.tsx'
import { useMay, useRange } from '#web/admin/use-panel.ts'
import { panelId } from '#web/shop-facts.ts'

interface QueueLinksProps {
  view: OrderViewName
  asked: OrderFilter | null
  counts: OpenWorkCounts
  /** All orders in the range of days. */
  total: number | null
}

/** What to do in Order Management, with counts; a search looks through all orders, and a filter of delivery stays. */
export function QueueLinks({ view, asked, counts, total }: QueueLinksProps) {
  const { zone, option, rider } = asked ?? {}
  const query = { ...useRange(), zone, option, rider }
  const role = useRouteLoaderData<typeof loader>(panelId)?.role ?? null
  const nav = useRef<HTMLElement>(null)
  // On a phone they are wider than the window: the current one is brought into the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another current link
  useEffect(() => {
    const box = nav.current?.getBoundingClientRect()
    const link = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (nav.current && box && link) nav.current.scrollLeft += link.left + link.width / 2 - box.left - box.width / 2
  }, [view])
  const waiting: Record<OrderViewName, number | null> = { ...counts, review: counts.reviews, all: total }
  return (
    <nav className="queues" aria-label="What to do" ref={nav}>
      {viewsOf({ role }).map((name) => (
        <Link key={name} to={adminSectionUrl('orders', { ...query, view: name })} aria-current={name === view ? 'page' : undefined}>
          {orderViews[name]}
          {waiting[name] !== null && <b className="tabular">{formatCount(waiting[name])}</b>}
        </Link>
      ))}
    </nav>
  )
}

/** The views of the section, in the order of its links. */
export const orderViews = {
  pack: workQueues.pack.label,
  send: workQueues.send.label,
  way: workQueues.way.label,
  late: workQueues.late.label,
  refunds: 'Refund due',
  review: 'Problems',
  all: 'All',
} as const
export type OrderViewName = keyof typeof orderViews

/** The views of a reader: who packs and ships has those without money. */
function viewsOf(who: Parameters<typeof may>[0]): OrderViewName[] {
  return (Object.keys(orderViews) as OrderViewName[]).filter((view) => (view !== 'refunds' && view !== 'review') || may(who, 'take_payments'))
}

/** Without a view in the address: all orders; what is to pack for who packs, unless they look for an order. */
export function readView(query: URLSearchParams, who: Parameters<typeof may>[0]): OrderViewName {
  const isLooking = ['search', 'status', 'from', 'to'].some((name) => query.get(name))
  return viewsOf(who).find((view) => view === query.get('view')) ?? (isLooking || may(who, 'see_orders') ? 'all' : 'pack')
}

export function isQueue(view: OrderViewName): view is WorkQueue {
  return Object.hasOwn(workQueues, view)
}

/** Statuses with the same label are one choice, represented by the first. */
const choices = [...new Map((Object.keys(orderStatuses) as OrderStatus[]).reverse().map((status) => [orderStatuses[status].label, status]))].reverse()

export interface OrderFilter {
  /** The referring affiliate. */
  affiliate?: FilterAffiliate | null
  search?: string | undefined
  status?: OrderStatus | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
  option?: string | undefined
  /** A day of theirs. */
  rider?: string | undefined
}

interface OrderToolbarProps {
  filter: OrderFilter
  names: { zones: string[]; options: string[] }
  riders: KnownRider[]
}

export function OrderToolbar({ filter: { search, status, from, to, zone, option, rider, affiliate = null }, names, riders }: OrderToolbarProps) {
  const seesAll = useMay()('see_orders')
  const isNarrowed = Boolean(search || status || from || to || zone || option || rider || affiliate)
  return (
    <AdminToolbar
      only={<AffiliateFilter affiliate={affiliate} />}
      search={{ label: 'Find an order', placeholder: `Order, phone, name, address, ${seesAll ? 'sum, receipt' : 'product'}`, value: search }}
      isNarrowed={isNarrowed}
    >
      {seesAll && <Choice label="Status" name="status" every="Every status" chosen={status} of={choices.map(([label, value]) => [value, label])} />}
      <Choice label="Zone" name="zone" every="Every zone" chosen={zone} of={names.zones.map((name) => [name, name])} />
      <Choice label="Delivery option" name="option" every="Every option" chosen={option} of={names.options.map((name) => [name, name])} />
      <Choice
        label="Rider"
        name="rider"
        every="Every rider"
        chosen={rider}
        unlisted="The selected rider"
        of={riders.map(({ id, name }) => [id, name])}
      />
      <Field label="From" type="date" name="from" defaultValue={from} />
      <Field label="To" type="date" name="to" defaultValue={to} />
    </AdminToolbar>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** The words for no choice. */
  every: string
  chosen: string | undefined
  /** The label of a chosen value that is in no list any more; without one, the value itself. */
  unlisted?: string
  /** Values with their labels. */
  of: [string, string][]
}

/** A filter with a value for all, which always shows what is chosen; none where there is nothing to choose from. */
function Choice({ label, name, every, chosen, unlisted, of }: ChoiceProps) {
  const values = new Map([...(chosen ? [[chosen, unlisted ?? chosen] as const] : []), ...of])
  if (values.size === 0) return null
  return (
    <SelectField label={label} name={name} defaultValue={chosen ?? ''}>
      <option value="">{every}</option>
      <Options of={[...values]} />
    </SelectField>
  )
}
