import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { boughtName } from '#domain/open-work.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatTimeAgo } from '#domain/session.ts'
import type { OrderOutcome } from '#features/orders/change-status.ts'
import type { listChoosable, WorkRow } from '#features/orders/list-work.ts'
import { Picture } from '#ui/kit/picture.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { BulkBar, BulkOutcomes } from '#web/admin/orders/bulk-bar.tsx'
import { NextAct, OrderMenu } from '#web/admin/orders/order-actions.tsx'
import { CarrierLine, LateBadge } from '#web/admin/orders/order-delivery.tsx'
import type { OrderViewName } from '#web/admin/orders/order-filters.tsx'
import { adminOrderUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RemovedRowMessage } from '#web/admin/row-messages.tsx'
import { useMay } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'

interface OrderListProps {
  list: { rows: WorkRow[]; next: string | null }
  /** The orders of the list that can be chosen at once; null where all of them are shown. */
  choosable: Choosable | null
  view: OrderViewName
  /** The present in ISO 8601, by the server, for the age of the rows. */
  now: string
  /** The text without orders; null if the search found something else. */
  empty: string | null
}

/** The list of orders. The outcome of a bulk action is above it, also for orders that have left the list. */
export function OrderList({ list, choosable, view, now, empty }: OrderListProps) {
  const [outcomes, setOutcomes] = useState<OrderOutcome[]>([])
  return (
    <div className="order-list" data-view={view} tabIndex={-1}>
      <BulkOutcomes outcomes={outcomes} />
      <AdminList list={list} path={adminSectionUrl('orders')} what="orders" empty={empty} retainRemoved>
        {(orders, gone) => <Rows {...{ orders, choosable, gone, now }} onDone={setOutcomes} />}
      </AdminList>
    </div>
  )
}

type Choosable = Awaited<ReturnType<typeof listChoosable>>

interface RowsProps {
  orders: WorkRow[]
  choosable: Choosable | null
  gone: ReadonlySet<string>
  now: string
  onDone: (outcomes: OrderOutcome[]) => void
}

/** The rows with what was bought, customer details, status and next action (spec §2), and a bar for bulk actions. */
function Rows({ orders, choosable, gone, now, onDone }: RowsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayAct = useMay()
  const all = [...new Map([...orders, ...(choosable?.orders ?? [])].map((order) => [order.id, order])).values()]
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <BulkBar
        orders={all.filter(({ id }) => !gone.has(id))}
        hasMore={choosable?.hasMore ?? false}
        chosen={chosen}
        onChoose={setChosen}
        onDone={onDone}
      />
      <div className="order-heads order-grid" aria-hidden="true">
        {['', 'What', 'For', 'Status', mayAct('see_orders') ? 'Total' : '', ''].map((head, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
          <span key={column}>{head}</span>
        ))}
      </div>
      {orders.map((order) => (
        <Row
          key={order.id}
          order={order}
          now={now}
          isGone={gone.has(order.id)}
          isChosen={chosen.has(order.id)}
          onChoose={(isChosen) => choose(order.id, isChosen)}
        />
      ))}
    </>
  )
}

interface RowProps {
  order: WorkRow
  now: string
  isGone: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function Row({ order, now, isGone, isChosen, onChoose }: RowProps) {
  const { id, short_code, customer_name, customer_phone, delivery_address, delivery_kind, status, total_amount, bought } = order
  const row = useRef<HTMLElement>(null)
  const { search } = useLocation()
  const { id: openId } = useParams()
  const isOpen = openId === id
  useFocusOnRemovedRow(row)
  useFocusOnClose(row, isOpen, openId === undefined)
  return (
    <article
      className={`order-row order-grid${isGone ? ' record-moved' : ''}${isOpen ? ' open' : ''}`}
      ref={row}
      data-row
      aria-label={`Order ${short_code}`}
    >
      <label className="order-pick">
        <input
          type="checkbox"
          data-tap=""
          suppressHydrationWarning
          disabled={isGone}
          checked={isChosen && !isGone}
          onChange={(event) => onChoose(event.target.checked)}
          aria-label={`Select order ${short_code}`}
        />
      </label>
      <Link className="order-what" to={adminOrderUrl(id) + search} aria-current={isOpen ? 'true' : undefined} preventScrollReset>
        <Picture src={bought?.image_url ?? null} alt="" sizes="56px" />
        <span>
          <b>
            {bought && (
              <>
                <span className="size-plate tabular">{bought.size}</span>{' '}
              </>
            )}
            {bought ? boughtName(bought) : 'No pairs'}
          </b>
          <small>
            {bought && bought.pairs > 1 && `${bought.pairs} pairs · `}
            {age(order, now)}
            <span className="order-code tabular"> · {short_code}</span>
          </small>
          {status === 'shipped' && <CarrierLine delivery={order.delivery} />}
        </span>
      </Link>
      <div className="order-who">
        <b>
          {customer_name}
          <span className="tabular"> {formatPhone(customer_phone)}</span>
        </b>
        <small title={delivery_address}>{delivery_address}</small>
      </div>
      {isGone ? (
        <RemovedRowMessage>Changed. It no longer matches this list.</RemovedRowMessage>
      ) : (
        <>
          <div className="order-status">
            <OrderBadge status={status} kind={delivery_kind} /> <LateBadge order={order} />
          </div>
          <b className="order-total tabular">{total_amount !== null && formatShillings(total_amount)}</b>
          <div className="order-act">
            <NextAct order={order} />
            <OrderMenu order={order} />
          </div>
        </>
      )}
    </article>
  )
}

/** `paid 22 minutes ago`, which is how long somebody has waited for their shoes. */
function age({ paid_at, created_at }: WorkRow, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(paid_at ?? created_at)) / 1000
  return `${paid_at ? 'paid' : 'placed'} ${formatTimeAgo(seconds)}`
}

/** Closing an order leads back to its row: from there J and K go on, and on a phone the list is where it was. */
function useFocusOnClose(row: RefObject<HTMLElement | null>, isOpen: boolean, isNoneOpen: boolean) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && isNoneOpen) row.current?.querySelector('a')?.focus()
    wasOpen.current = isOpen
  }, [row, isOpen, isNoneOpen])
}

/** If a changed row leaves the filtered list while it has the focus, the focus moves to the list. */
function useFocusOnRemovedRow(row: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = row.current
    const list = element?.closest<HTMLElement>('.order-list')
    return () => {
      if (element?.contains(document.activeElement)) list?.focus({ preventScroll: true })
    }
  }, [row])
}
