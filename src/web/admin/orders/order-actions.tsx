import { useEffect, useRef } from 'react'
import { actionsFrom, type OrderStatus, orderActions } from '#domain/order.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { CancelForm } from '#web/admin/orders/cancel-form.tsx'
import { PromptForm } from '#web/admin/orders/prompt-form.tsx'
import { useMay } from '#web/admin/use-may.ts'

export interface ActionableOrder {
  id: string
  short_code: string
  status: OrderStatus
  paid_at: string | null
}

/** The buttons for an order's status (spec §4), and to send the prompt of an unpaid one again; Cancel is always there for who may cancel. */
export function OrderActions({ order }: { order: ActionableOrder }) {
  const mayAct = useMay()
  return (
    <div className="acts">
      <NextAct order={order} />
      <PromptForm orders={[order]} />
      {mayAct(orderActions.cancel.needs) && <CancelForm order={order} />}
    </div>
  )
}

/** The same in a menu, for a row that has room for one button. */
export function OrderMenu({ order }: { order: ActionableOrder }) {
  const mayAct = useMay()
  if (!mayAct(orderActions.cancel.needs)) return null
  return (
    <Dropdown className="order-menu" current={<span className="visually-hidden">What can be done with order {order.short_code}</span>}>
      <OrderActions order={order} />
    </Dropdown>
  )
}

/** The one button that moves the order on; nothing where no one has to. */
export function NextAct({ order }: { order: ActionableOrder }) {
  const mayAct = useMay()
  const next = actionsFrom(order.status).find((action) => action !== 'cancel' && mayAct(orderActions[action].needs))
  if (!next || next === 'cancel') return null
  return next === 'confirm' ? <ConfirmUnpaidForm order={order} /> : <StepForm order={order} action={next} />
}

/** Milliseconds during which a changed button ignores clicks: the second click of a double click was meant for the button before. */
const ignoreMs = 800

/** The next step of the order. One button serves all steps, so that it keeps the focus. */
function StepForm({ order: { id, short_code, status }, action }: { order: ActionableOrder; action: 'ship' | 'deliver' }) {
  const { label, to } = orderActions[action]
  const changedAt = useRef(0)
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of status is what it answers to
  useEffect(() => {
    if (!first.current) changedAt.current = performance.now()
    first.current = false
  }, [status])
  return (
    <div
      className="order-step"
      onClickCapture={(event) => {
        if (performance.now() - changedAt.current < ignoreMs && changedAt.current > 0) event.preventDefault()
      }}
    >
      <AdminForm intent="change" hidden={{ id, status: to }} submit={label} name={`${label}, order ${short_code}`} small />
    </div>
  )
}

/** Confirms an order without a payment; the dialog warns about that. */
function ConfirmUnpaidForm({ order: { id, short_code } }: { order: ActionableOrder }) {
  const { label, to } = orderActions.confirm
  return (
    <ConfirmForm
      label={label}
      buttonName={`${label} ${short_code}`}
      labelLook="ink"
      title={`Confirm order ${short_code}?`}
      text="M-Pesa has reported no payment. The order counts as paid on your word, and can be delivered."
      intent="change"
      hidden={{ id, status: to }}
      submit={label}
    />
  )
}
