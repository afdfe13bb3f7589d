import { actionsFrom, type OrderAction, orderActions } from '#domain/order.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ActedOn } from '#web/admin/orders/order-actions.tsx'

interface BulkBarProps {
  orders: ActedOn[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** What became of each. */
  onDone: (outcomes: OrderOutcome[]) => void
}

const inBulk = {
  confirm: 'M-Pesa has told of no payment for them. They are taken as paid on your word, and can be delivered.',
  ship: 'They leave the shop. Each buyer sees it on the page of the order.',
} as const satisfies Partial<Record<OrderAction, string>>

/** Confirms or ships what is chosen. */
export function BulkBar({ orders, chosen, onChoose, onDone }: BulkBarProps) {
  const shown = orders.filter(({ id }) => chosen.has(id))
  const isAll = orders.length > 0 && shown.length === orders.length
  const done = ({ facts }: ActionToast) => {
    onChoose(new Set())
    onDone((facts as { outcomes: OrderOutcome[] }).outcomes)
  }
  return (
    <section className="od-bulk" aria-label="Several orders at once">
      <label className="od-check">
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
        <span>{shown.length > 0 ? `${shown.length} chosen` : 'Choose all shown'}</span>
      </label>
      <div className="acts">
        {(Object.keys(inBulk) as (keyof typeof inBulk)[]).map((action) => (
          <BulkForm key={action} action={action} orders={shown} onDone={done} />
        ))}
      </div>
    </section>
  )
}

function BulkForm({ action, orders, onDone }: { action: keyof typeof inBulk; orders: ActedOn[]; onDone: (toast: ActionToast) => void }) {
  const { label, to } = orderActions[action]
  const meant = orders.filter(({ status }) => actionsFrom(status).includes(action)).slice(0, 100)
  const others = orders.length - meant.length
  const words = `${meant.length} ${meant.length === 1 ? 'order' : 'orders'}`
  return (
    <ConfirmForm
      label={meant.length > 0 ? `${label} (${meant.length})` : label}
      labelled={`${label}: ${words} chosen`}
      labelDisabled={meant.length === 0}
      title={`${label}: ${words}?`}
      text={
        <>
          <p>{inBulk[action]}</p>
          <p className="num">{meant.map(({ short_code }) => short_code).join(', ')}</p>
          {others > 0 && <p>{others} more that you chose stand elsewhere and stay as they are.</p>}
        </>
      }
      intent="many"
      hidden={{ ids: meant.map(({ id }) => id).join(' '), status: to }}
      submit={label}
      onDone={onDone}
    />
  )
}
