import { useEffect, useRef } from 'react'
import { shortCode } from '#domain/placed-order.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { focusInSight } from '#web/focus-in-sight.ts'

/** What became of several orders: which stayed as they were, and why; of the others the rows tell, if they are still in the list. */
export function BulkOutcomes({ outcomes }: { outcomes: OrderOutcome[] }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcomes.length > 0) focusInSight(notice.current)
  }, [outcomes])
  if (outcomes.length === 0) return null
  const refused = outcomes.filter(({ error }) => error !== null)
  return (
    <div className="od-outcomes" ref={notice} tabIndex={-1}>
      <Notice tone={refused.length > 0 ? 'amber' : 'lake'}>
        <p>
          {outcomes.length - refused.length} of {outcomes.length} {outcomes.length === 1 ? 'order' : 'orders'} updated.
        </p>
        {refused.length > 0 && (
          <ul>
            {refused.map(({ id, error }) => (
              <li key={id}>
                <b className="num">{shortCode(id)}</b> {error}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
