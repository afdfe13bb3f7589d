import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { commissionBadge, systemReasons } from '#domain/commission.ts'
import { formatShillings } from '#domain/money.ts'
import { parseUrl } from '#domain/page-url.ts'
import { payoutStatuses } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { type Column, Table } from '#ui/kit/table.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ownListUrl } from '#web/addresses.ts'
import type { ListName, ListPart, Rows } from '#web/affiliate/affiliate-loaders.ts'

/** The texts of empty lists (spec §2, Dashboard). */
export const emptyWords: Record<ListName, string> = {
  orders: 'No referral orders yet',
  commissions: 'No commissions yet',
  clicks: 'No clicks yet',
  payouts: 'No payouts yet',
}

interface ListSectionProps<Name extends ListName> {
  name: Name
  title: string
  /** Beside the title. */
  aside?: ReactNode
  list: ListPart<Rows[Name]>
  /** Puts a long list into a box that scrolls. */
  inBox?: boolean
}

/** The newest rows of a list, with a link to all of them. */
export function ListSection<Name extends ListName>({ name, title, aside, list: { rows, next }, inBox }: ListSectionProps<Name>) {
  const table = <ListTable name={name} rows={rows} />
  return (
    <section className="dashboard-section" aria-labelledby={name}>
      <h2 id={name}>
        {title} {aside && <small>{aside}</small>}
      </h2>
      {rows.length === 0 && <p className="empty-note">{emptyWords[name]}</p>}
      {rows.length > 0 && (inBox ? <ScrollBox label={title}>{table}</ScrollBox> : table)}
      {next && (
        <p className="see-all">
          <Link className="link" to={ownListUrl(name)}>
            Show all<span className="visually-hidden"> of {title}</span>
          </Link>
        </p>
      )}
    </section>
  )
}

/** A scrolling box, focusable so that the keyboard can scroll it. */
function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    // biome-ignore lint/a11y/useSemanticElements: a section inside the section would be one landmark too many
    <div className="scroll-box" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

/** The columns of each list (spec §2, Dashboard). */
const columns: { [Name in ListName]: Column<Rows[Name]>[] } = {
  orders: [
    { head: 'Customer', cell: ({ customer_name }) => customer_name },
    { head: 'Order', cell: ({ short_code }) => <span className="tabular">{short_code}</span> },
    { head: 'Date', cell: ({ created_at }) => <Moment at={created_at} dayOnly /> },
    { head: 'Total', cell: ({ total_amount }) => formatShillings(total_amount), right: true, num: true },
    { head: 'Commission', cell: ({ commission_amount }) => <b>{formatShillings(commission_amount)}</b>, right: true, num: true },
    { head: 'Status', cell: ({ status }) => <OrderBadge status={status} />, right: true, num: true },
  ],
  commissions: [
    { head: 'Order', cell: ({ order }) => <span className="tabular">{order.short_code}</span> },
    { head: 'Customer', cell: ({ order }) => order.customer_name },
    { head: 'Date', cell: ({ created_at }) => <Moment at={created_at} dayOnly /> },
    { head: 'Order total', cell: ({ order }) => formatShillings(order.total_amount), right: true, num: true },
    { head: 'Commission', cell: ({ commission_amount }) => <b>{formatShillings(commission_amount)}</b>, right: true, num: true },
    { head: 'Status', cell: (row) => <CommissionState {...row} />, right: true, num: true },
  ],
  clicks: [
    { head: 'When', cell: ({ clicked_at }) => <Moment at={clicked_at} /> },
    { head: 'From', cell: ({ referrer_url }) => parseUrl(referrer_url ?? '')?.host || 'Direct' },
    { head: 'Page', cell: ({ product_name }) => product_name ?? 'The shop' },
    {
      head: 'Converted',
      cell: ({ converted }) => <Badge tone={converted ? 'leaf' : 'grey'}>{converted ? 'Yes' : 'No'}</Badge>,
      right: true,
      num: true,
    },
  ],
  payouts: [
    { head: 'Date', cell: ({ requested_at }) => <Moment at={requested_at} dayOnly /> },
    { head: 'To', cell: ({ mpesa_phone_number: phone }) => <span className="tabular">{phone ? formatPhone(phone) : 'Not given yet'}</span> },
    { head: 'Status', cell: (row) => <PayoutState {...row} /> },
    { head: 'Amount', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
  ],
}

export function ListTable<Name extends ListName>({ name, rows }: { name: Name; rows: Rows[Name][] }) {
  return <Table<Rows[Name]> rows={rows} keyOf={({ id }) => id} columns={columns[name]} />
}

function CommissionState({ status, reason, clawed_back }: Rows['commissions']) {
  const { label, tone, waiting } = commissionBadge({ status, clawed_back })
  const note = clawed_back ? systemReasons.cancelled : status === 'rejected' ? reason : null
  return (
    <State note={note}>
      <Badge tone={tone} waiting={waiting}>
        {label}
      </Badge>
    </State>
  )
}

function PayoutState({ status, label, receipt, failure_reason }: Rows['payouts']) {
  const { tone, waiting } = payoutStatuses[status]
  return (
    <State note={failure_reason ?? (receipt && `M-Pesa ${receipt}`)}>
      <Badge tone={tone} waiting={waiting}>
        {label}
      </Badge>
    </State>
  )
}

function State({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <span className="state-cell">
      {children}
      {note && <small>{note}</small>}
    </span>
  )
}

/** The clawbacks in KSh: commissions of cancelled orders that were paid out. Null if there are none. */
export function TakenBack({ amount }: { amount: number }) {
  if (amount === 0) return null
  return (
    <Notice tone="amber">
      <b>Taken back: {formatShillings(amount)}.</b> Orders were cancelled after their commission had been paid out or promised to a payout. Your total
      no longer holds it, and your next commissions make up for it.
    </Notice>
  )
}
