import { noticeChannels, noticeKinds, noticeStates } from '#domain/buyer-notice.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { usePolling } from '#web/admin/use-polling.ts'

/** The notifications that the buyer got, and their channels. */
export function Notices({ order: { notices } }: { order: AdminOrder }) {
  usePolling(notices.some(({ state }) => state === 'due' || state === 'sending'))
  return (
    <section aria-labelledby="notices">
      <h3 id="notices">Told the buyer</h3>
      {notices.length === 0 && <p>Nothing yet.</p>}
      <ol className="order-story">
        {notices.map(({ kind, channel, state, at, reason }) => (
          <li key={`${kind} ${channel} ${at}`}>
            <b>
              {noticeKinds[kind].label}, {noticeChannels[channel]}
            </b>
            <Badge tone={noticeStates[state].tone}>{noticeStates[state].label}</Badge>
            <small>
              <Moment at={at} />
            </small>
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
