import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#domain/counting.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { adminSectionUrl, allOrderEventsUrl, newOrdersUrl } from '#web/addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { watchOrder } from '#web/order/watch-order.ts'

/** Says that orders were paid since the list was read, and brings them when asked: rows never move under a finger by themselves. */
export function NewOrders({ since }: { since: string }) {
  const count = useNewOrders(since)
  const range = useRange()
  return (
    <p role="status" className="od-fresh">
      {count > 0 && (
        <Link className="od-fresh-b" to={adminSectionUrl('orders', range)}>
          <Icon name="again" small />
          <b className="num">
            {formatCount(count)} new paid {count === 1 ? 'order' : 'orders'}
          </b>
          <span>Show</span>
        </Link>
      )}
    </p>
  )
}

/** Heard by the shop's own stream, and asked for every few seconds besides, as long as the tab is seen. */
function useNewOrders(since: string): number {
  const [told, setTold] = useState({ since, count: 0 })
  useEffect(() => {
    const look = async () => {
      // Whoever is signed out meanwhile is told so by what they do next, not by a question of ours.
      const answer = await fetch(newOrdersUrl(since), { redirect: 'error' })
      if (answer.ok) setTold({ since, count: ((await answer.json()) as { count: number }).count })
    }
    return watchOrder({ url: allOrderEventsUrl, live: true, look }, window)
  }, [since])
  return told.since === since ? told.count : 0
}
