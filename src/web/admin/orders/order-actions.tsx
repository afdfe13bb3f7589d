import { type ReactNode, useEffect, useRef } from 'react'
import { actionsFrom, type OrderStatus, orderActions } from '#domain/order.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { CancelForm } from '#web/admin/orders/cancel-form.tsx'

export interface ActedOn {
  id: string
  short_code: string
  status: OrderStatus
  paid_at: string | null
}

/** The buttons of spec §4 that an order's status opens; Cancel is always there. */
export function OrderActions({ order, children }: { order: ActedOn; children?: ReactNode }) {
  const next = actionsFrom(order.status).find((action) => action !== 'cancel')
  return (
    <div className="acts">
      {next === 'confirm' && <AssumeForm order={order} />}
      {next && next !== 'confirm' && <StepForm order={order} action={next} />}
      <CancelForm order={order} />
      {children}
    </div>
  )
}

/** Milliseconds for which a button that has just become another one takes no press: the second of a double click was meant for the one before. */
const restMs = 800

/** One step on its way. The same button becomes the next step, so that the focus stays where it was. */
function StepForm({ order: { id, short_code, status }, action }: { order: ActedOn; action: 'ship' | 'deliver' }) {
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
      className="od-step"
      onClickCapture={(event) => {
        if (performance.now() - changedAt.current < restMs && changedAt.current > 0) event.preventDefault()
      }}
    >
      <AdminForm intent="change" hidden={{ id, status: to }} submit={label} name={`${label}, order ${short_code}`} small />
    </div>
  )
}

/** Nobody has seen the money: that is asked first. */
function AssumeForm({ order: { id, short_code } }: { order: ActedOn }) {
  const { label, to } = orderActions.confirm
  return (
    <ConfirmForm
      label={label}
      labelled={`${label} ${short_code}`}
      labelLook="ink"
      title={`Confirm order ${short_code}?`}
      text="M-Pesa has told of no payment. The order is taken as paid on your word, and can be delivered."
      intent="change"
      hidden={{ id, status: to }}
      submit={label}
    />
  )
}
