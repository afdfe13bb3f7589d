import { noticeChannels, noticeKinds, noticeStates } from '#domain/buyer-notice.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { orderActs } from '#domain/order-acts.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import { refundReasons } from '#web/admin/orders/refunds.tsx'
import { usePolling } from '#web/admin/use-panel.ts'

/** Notes for two statuses that have the same label. */
const sameBadge: Record<string, string> = { pending: 'Placed', awaiting_payment: 'The M-Pesa prompt was sent' }

/** The timeline of the order and its refunds, with who made each step. */
export function OrderTimeline({ order: { events, refunds, customer_name, delivery_kind } }: { order: AdminOrder }) {
  const steps = [
    ...events.map(({ from_status, to_status, note, at, by }) => ({
      head: <OrderBadge status={to_status} kind={delivery_kind} />,
      note: note ?? (Object.hasOwn(sameBadge, to_status) ? sameBadge[to_status] : null),
      at,
      by: by ? by.full_name || 'a deleted account' : from_status === null ? customer_name : 'the shop',
    })),
    ...refunds.flatMap(refundSteps),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <section aria-labelledby="story">
      <h3 id="story">Timeline</h3>
      <ol className="order-story">
        {steps.map(({ head, note, at, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of past steps never changes
          <li key={place}>
            {head}
            <small>
              <Moment at={at} />, {by}
            </small>
            <span>{note}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The steps of a refund: due, and done. */
function refundSteps({ amount, reason, receipt, created_at, processed_at, processed_by }: AdminOrder['refunds'][number]) {
  const money = formatShillings(amount)
  const due = { head: <Badge tone="amber">Money to pay back</Badge>, note: `${money}. ${refundReasons[reason]}`, at: created_at, by: 'the shop' }
  if (processed_at === null) return [due]
  const by = processed_by ? processed_by.full_name || 'a deleted account' : 'the shop'
  return [due, { head: <Badge tone="leaf">Money paid back</Badge>, note: `${money}${receipt ? `, receipt ${receipt}` : ''}`, at: processed_at, by }]
}

/** The admins' internal note on an order. If another admin has changed it, the newer version is shown above what was typed. */
export function OrderNote({ order: { id, notes } }: { order: AdminOrder }) {
  const [now, ...before] = notes
  return (
    <section aria-labelledby="note">
      <h3 id="note">Internal note</h3>
      {now && (
        <p>
          <small>
            {now.note ? 'Written' : 'Removed'} by {now.by?.full_name || 'somebody'}, {formatDateTime(now.at)}
          </small>
        </p>
      )}
      {now?.note && <p className="note-text">{now.note}</p>}
      <ActForm act={orderActs.note} intent="note" hidden={{ id, replaces: now ? String(now.id) : '' }}>
        {({ field }) => (
          <TextField
            {...field('note', now?.note)}
            label={now?.note ? 'Change the note' : 'Write a note'}
            hint="Only admins see it."
            rows={3}
            maxLength={2000}
          />
        )}
      </ActForm>
      {before.length > 0 && (
        <details>
          <summary className="link">
            {before.length} earlier {before.length === 1 ? 'version' : 'versions'}
          </summary>
          <ul className="old-notes">
            {before.map(({ id: version, note, at, by }) => (
              <li key={version}>
                <p>{note || 'Removed'}</p>
                <small>
                  {by?.full_name || 'Somebody'}, {formatDateTime(at)}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

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
