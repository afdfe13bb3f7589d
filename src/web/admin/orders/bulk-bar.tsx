import { useEffect, useRef } from 'react'
import { mayPack } from '#domain/open-work.ts'
import { shortCode } from '#domain/order-code.ts'
import type { OrderOutcome } from '#features/orders/change-status.ts'
import type { ChosenOrder } from '#features/orders/list-work.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { MoveForm, maxOrders, PackForm, PromptForm } from '#web/admin/orders/order-actions.tsx'
import { CarrierForm, mayCarry } from '#web/admin/orders/order-delivery.tsx'
import { packingSlipsUrl } from '#web/admin/panel-addresses.ts'
import { focusAndScroll } from '#web/forms/form-errors.tsx'

interface BulkBarProps {
  orders: ChosenOrder[]
  /** The list holds more than can be chosen at once. */
  hasMore: boolean
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Called with the outcome of each order. */
  onDone: (outcomes: OrderOutcome[]) => void
}

/** Prints slips of the selected orders, marks them as packed, sends their prompts again, confirms or ships them. */
export function BulkBar({ orders, hasMore, chosen, onChoose, onDone }: BulkBarProps) {
  const shown = orders.filter(({ id }) => chosen.has(id))
  const isAll = orders.length > 0 && shown.length === orders.length
  const done = ({ facts }: ActionToast) => {
    onChoose(new Set())
    onDone((facts as { outcomes: OrderOutcome[] }).outcomes)
  }
  const packable = shown.filter(({ status }) => mayPack(status)).slice(0, maxOrders)
  const carried = shown.filter(({ status }) => mayCarry(status)).slice(0, maxOrders)
  const unpacked = packable.filter(({ packed_at }) => packed_at === null)
  return (
    <section className="order-bulk" data-chosen={shown.length > 0 || undefined} aria-label="Several orders at once">
      <label className="check-filter">
        <input
          type="checkbox"
          data-tap=""
          suppressHydrationWarning
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && shown.length > 0
          }}
          onChange={({ target }) => onChoose(new Set(target.checked ? orders.map(({ id }) => id) : []))}
        />
        <span>{shown.length > 0 ? `${shown.length} selected` : `Select ${hasMore ? 'the first' : 'all'} ${orders.length}`}</span>
      </label>
      {shown.length > 0 && (hasMore || shown.length > maxOrders) && (
        <small>An act takes {maxOrders} orders at most: do these, then select the next.</small>
      )}
      {shown.length === 0 && (
        <p className="key-help" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>X</kbd> selects, <kbd>A</kbd> acts, <kbd>Enter</kbd> opens
        </p>
      )}
      {shown.length > 0 && (
        <div className="acts" data-acts>
          <ButtonLink look="ghost" small to={packingSlipsUrl(shown.slice(0, maxOrders).map(({ id }) => id))}>
            <Icon name="print" small /> Slips
          </ButtonLink>
          {packable.length > 0 && <PackForm orders={unpacked.length > 0 ? unpacked : packable} isPacked={unpacked.length === 0} onDone={done} />}
          <PromptForm orders={shown} onDone={done} />
          {carried.length > 0 && <CarrierForm orders={carried} onDone={done} />}
          <MoveForm action="confirm" orders={shown} onDone={done} />
          <MoveForm action="ship" orders={shown} onDone={done} />
        </div>
      )}
    </section>
  )
}

/** The outcome of a bulk action: which orders could not be changed, and why. */
export function BulkOutcomes({ outcomes }: { outcomes: OrderOutcome[] }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcomes.length > 0) focusAndScroll(notice.current)
  }, [outcomes])
  if (outcomes.length === 0) return null
  const refused = outcomes.filter(({ error }) => error !== null)
  return (
    <div className="bulk-outcomes" ref={notice} tabIndex={-1}>
      <Notice tone={refused.length > 0 ? 'amber' : 'lake'}>
        <p>
          {outcomes.length - refused.length} of {outcomes.length} {outcomes.length === 1 ? 'order' : 'orders'} updated.
        </p>
        {refused.length > 0 && (
          <ul>
            {refused.map(({ id, error }) => (
              <li key={id}>
                <b className="tabular">{shortCode(id)}</b> {error}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
