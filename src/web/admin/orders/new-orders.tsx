import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#domain/counting.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { adminSectionUrl, allOrderEventsUrl, newOrdersUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { watchOrder } from '#web/order/watch-order.ts'

/** A link that shows how many orders were paid since the list was loaded; the list itself does not change under the admin's pointer. */
export function NewOrders({ since }: { since: string }) {
  const count = useNewOrders(since)
  const range = useRange()
  return (
    <p role="status" className="fresh-orders">
      {count > 0 && (
        <Link className="fresh-orders-button" to={adminSectionUrl('orders', range)}>
          <Icon name="again" small />
          <b className="tabular">
            {formatCount(count)} new paid {count === 1 ? 'order' : 'orders'}
          </b>
          <span>Show</span>
        </Link>
      )}
    </p>
  )
}

/** Updated by the event stream and every few seconds while the tab is visible. */
function useNewOrders(since: string): number {
  const [latest, setLatest] = useState({ since, count: 0 })
  useEffect(() => {
    const reload = async () => {
      // A redirect means that the session has ended, which the admin's next action will show.
      const answer = await fetch(newOrdersUrl(since), { redirect: 'error' })
      if (answer.ok) setLatest({ since, count: ((await answer.json()) as { count: number }).count })
    }
    return watchOrder({ url: allOrderEventsUrl, pace: 'payment', reload }, window)
  }, [since])
  return latest.since === since ? latest.count : 0
}
