import { formatDateTime } from '#domain/nairobi-time.ts'
import { orderActs } from '#domain/order-acts.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'

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
