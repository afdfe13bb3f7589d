import { actionsFrom, type OrderAction, orderActions } from '#domain/order.ts'
import { mayPack } from '#domain/work-queue.ts'
import type { OrderOutcome } from '#features/orders/change-orders.ts'
import type { ChosenOrder } from '#features/orders/list-work.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { CarrierForm, mayCarry } from '#web/admin/orders/carrier-form.tsx'
import { PackForm } from '#web/admin/orders/pack-form.tsx'
import { PromptForm } from '#web/admin/orders/prompt-form.tsx'
import { packingSlipsUrl } from '#web/admin/panel-addresses.ts'
import { useMay } from '#web/admin/use-may.ts'

interface BulkBarProps {
  orders: ChosenOrder[]
  /** The list holds more than can be chosen at once. */
  hasMore: boolean
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Called with the outcome of each order. */
  onDone: (outcomes: OrderOutcome[]) => void
}

const bulkTexts = {
  confirm: 'M-Pesa has reported no payment for them. They count as paid on your word, and can be delivered.',
  ship: 'They leave the shop. Each buyer sees it on the page of the order.',
} as const satisfies Partial<Record<OrderAction, string>>

/** As many as one request takes. */
const max = 100

/** Prints slips of the selected orders, marks them as packed, sends their prompts again, confirms or ships them. */
export function BulkBar({ orders, hasMore, chosen, onChoose, onDone }: BulkBarProps) {
  const shown = orders.filter(({ id }) => chosen.has(id))
  const isAll = orders.length > 0 && shown.length === orders.length
  const done = ({ facts }: ActionToast) => {
    onChoose(new Set())
    onDone((facts as { outcomes: OrderOutcome[] }).outcomes)
  }
  const packable = shown.filter(({ status }) => mayPack(status)).slice(0, max)
  const carried = shown.filter(({ status }) => mayCarry(status)).slice(0, max)
  const unpacked = packable.filter(({ packed_at }) => packed_at === null)
  return (
    <section className="order-bulk" data-chosen={shown.length > 0 || undefined} aria-label="Several orders at once">
      <label className="check-filter">
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
        <span>{shown.length > 0 ? `${shown.length} selected` : `Select ${hasMore ? 'the first' : 'all'} ${orders.length}`}</span>
      </label>
      {shown.length > 0 && (hasMore || shown.length > max) && <small>An act takes {max} orders at most: do these, then select the next.</small>}
      {shown.length === 0 && (
        <p className="key-help" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>X</kbd> selects, <kbd>A</kbd> acts, <kbd>Enter</kbd> opens
        </p>
      )}
      {shown.length > 0 && (
        <div className="acts" data-acts>
          <ButtonLink look="ghost" small to={packingSlipsUrl(shown.slice(0, max).map(({ id }) => id))}>
            <Icon name="print" small /> Slips
          </ButtonLink>
          {packable.length > 0 && <PackForm orders={unpacked.length > 0 ? unpacked : packable} isPacked={unpacked.length === 0} onDone={done} />}
          <PromptForm orders={shown} onDone={done} />
          {carried.length > 0 && <CarrierForm orders={carried} onDone={done} />}
          {(Object.keys(bulkTexts) as (keyof typeof bulkTexts)[]).map((action) => (
            <BulkForm key={action} action={action} orders={shown} onDone={done} />
          ))}
        </div>
      )}
    </section>
  )
}

/** An action of spec §4 on those of the selected orders that allow it; nothing where none does. */
function BulkForm({ action, orders, onDone }: { action: keyof typeof bulkTexts; orders: ChosenOrder[]; onDone: (toast: ActionToast) => void }) {
  const { label, to } = orderActions[action]
  const matching = orders.filter(({ status }) => actionsFrom(status).includes(action)).slice(0, max)
  const others = orders.length - matching.length
  const mayAct = useMay()
  const words = `${matching.length} ${matching.length === 1 ? 'order' : 'orders'}`
  if (matching.length === 0 || !mayAct(orderActions[action].needs)) return null
  return (
    <ConfirmForm
      label={`${label} (${matching.length})`}
      buttonName={`${label}: ${words} selected`}
      title={`${label}: ${words}?`}
      text={
        <>
          <p>{bulkTexts[action]}</p>
          <p className="tabular">{matching.map(({ short_code }) => short_code).join(', ')}</p>
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
