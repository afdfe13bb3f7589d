import { actionsFrom, type OrderAction, orderActions } from '#domain/order.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ActionableOrder } from '#web/admin/orders/order-actions.tsx'

interface BulkBarProps {
  orders: ActionableOrder[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Called with the outcome of each order. */
  onDone: (outcomes: OrderOutcome[]) => void
}

const bulkTexts = {
  confirm: 'M-Pesa has reported no payment for them. They count as paid on your word, and can be delivered.',
  ship: 'They leave the shop. Each buyer sees it on the page of the order.',
} as const satisfies Partial<Record<OrderAction, string>>

/** Confirms or ships the selected orders. */
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
        {(Object.keys(bulkTexts) as (keyof typeof bulkTexts)[]).map((action) => (
          <BulkForm key={action} action={action} orders={shown} onDone={done} />
        ))}
      </div>
    </section>
  )
}

function BulkForm({ action, orders, onDone }: { action: keyof typeof bulkTexts; orders: ActionableOrder[]; onDone: (toast: ActionToast) => void }) {
  const { label, to } = orderActions[action]
  const matching = orders.filter(({ status }) => actionsFrom(status).includes(action)).slice(0, 100)
  const others = orders.length - matching.length
  const words = `${matching.length} ${matching.length === 1 ? 'order' : 'orders'}`
  return (
    <ConfirmForm
      label={matching.length > 0 ? `${label} (${matching.length})` : label}
      buttonName={`${label}: ${words} chosen`}
      labelDisabled={matching.length === 0}
      title={`${label}: ${words}?`}
      text={
        <>
          <p>{bulkTexts[action]}</p>
          <p className="num">{matching.map(({ short_code }) => short_code).join(', ')}</p>
          {others > 0 && <p>{others} more that you chose have another status and stay as they are.</p>}
        </>
      }
      intent="many"
      hidden={{ ids: matching.map(({ id }) => id).join(' '), status: to }}
      submit={label}
      onDone={onDone}
    />
  )
}
