import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { adminOrderUrl } from '#web/addresses.ts'
import { BulkBar } from '#web/admin/orders/bulk-bar.tsx'
import { BulkOutcomes } from '#web/admin/orders/bulk-order-outcomes.tsx'
import { OrderActions } from '#web/admin/orders/order-actions.tsx'
import { RemovedRowMessage } from '#web/admin/removed-row-message.tsx'
import { AdminList } from '#web/lists/list.tsx'

interface OrderListProps {
  list: { rows: OrderRow[]; next: string | null }
  /** The text without orders; null if the search found something else. */
  empty: string | null
}

/** The list of orders. The outcome of a bulk action is above it, also for orders that have left the list. */
export function OrderList({ list, empty }: OrderListProps) {
  const [outcomes, setOutcomes] = useState<OrderOutcome[]>([])
  return (
    <div className="od-found" tabIndex={-1}>
      <BulkOutcomes outcomes={outcomes} />
      <AdminList list={list} what="orders" empty={empty} retainRemoved>
        {(orders, gone) => <Rows {...{ orders, gone }} onDone={setOutcomes} />}
      </AdminList>
    </div>
  )
}

/** The rows with customer details, status and action buttons (spec §2), and a bar for bulk actions. */
function Rows({ orders, gone, onDone }: { orders: OrderRow[]; gone: ReadonlySet<string>; onDone: (outcomes: OrderOutcome[]) => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <BulkBar orders={orders.filter(({ id }) => !gone.has(id))} chosen={chosen} onChoose={setChosen} onDone={onDone} />
      <div className="rows">
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isGone={gone.has(order.id)}
            isChosen={chosen.has(order.id)}
            onChoose={(isChosen) => choose(order.id, isChosen)}
          />
        ))}
      </div>
    </>
  )
}

interface RowProps {
  order: OrderRow
  isGone: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function Row({ order, isGone, isChosen, onChoose }: RowProps) {
  const { id, short_code, created_at, customer_name, customer_phone, delivery_address, status, total_amount, affiliate, mpesa_receipt_number } = order
  const row = useRef<HTMLElement>(null)
  useFocusOnRemovedRow(row)
  return (
    <article className={isGone ? 'row od moved' : 'row od'} ref={row} aria-label={`Order ${short_code}`}>
      <div className="od-h">
        <label className="od-pick">
          <input
            type="checkbox"
            data-tap=""
            suppressHydrationWarning
            disabled={isGone}
            checked={isChosen && !isGone}
            onChange={(event) => onChoose(event.target.checked)}
            aria-label={`Choose order ${short_code}`}
          />
        </label>
        <div>
          <Link className="lnk num" to={adminOrderUrl(id)}>
            {short_code}
          </Link>
          <p>
            <Moment at={created_at} />
          </p>
        </div>
      </div>
      <div>
        <b>{customer_name}</b>
        <p>
          <span className="num">{formatPhone(customer_phone)}</span>, {delivery_address}
        </p>
        {affiliate && (
          <p className="od-by">
            Referred by {affiliate.full_name || 'an affiliate'}, {affiliate.affiliate_code}
          </p>
        )}
      </div>
      <div>
        {!isGone && <OrderBadge status={status} />}
        <p className="num od-t">
          <b>{formatShillings(total_amount)}</b>
          {mpesa_receipt_number && <> {mpesa_receipt_number}</>}
        </p>
      </div>
      {isGone ? <RemovedRowMessage>Changed. It no longer matches this list.</RemovedRowMessage> : <OrderActions order={order} />}
    </article>
  )
}

/** If a changed row leaves the filtered list while it has the focus, the focus moves to the list. */
function useFocusOnRemovedRow(row: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = row.current
    const list = element?.closest<HTMLElement>('.od-found')
    return () => {
      if (element?.contains(document.activeElement)) list?.focus({ preventScroll: true })
    }
  }, [row])
}
