import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { noticeChannels, noticeKinds, noticeStates } from '#domain/notice.ts'
import type { OrderDesk } from '#features/orders/get-order-desk.ts'
import { Badge } from '#ui/kit/badge.tsx'

/** What the buyer was told of it, and by which way. */
export function Notices({ order: { notices } }: { order: OrderDesk }) {
  useLooks(notices.some(({ state }) => state === 'due' || state === 'sending'))
  return (
    <section aria-labelledby="notices">
      <h4 id="notices">Told the buyer</h4>
      {notices.length === 0 && <p className="od-none">Nothing yet.</p>}
      <ol className="od-story">
        {notices.map(({ kind, channel, state, at, reason }) => (
          <li key={`${kind} ${channel} ${at}`}>
            <b>
              {noticeKinds[kind].label}, {noticeChannels[channel]}
            </b>
            <Badge tone={noticeStates[state].tone}>{noticeStates[state].label}</Badge>
            <small>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </small>
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Milliseconds between two looks at what is still on its way. */
const pause = 5000

/** Looks again until everything has gone out. */
function useLooks(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, pause)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}
