import { useEffect, useRef } from 'react'
import { shortCode } from '#domain/placed-order.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { focusAndScroll } from '#web/forms/field-errors.ts'

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
