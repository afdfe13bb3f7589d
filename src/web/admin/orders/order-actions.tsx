import { useEffect, useRef } from 'react'
import { actionsFrom, hasLeftShop, type OrderAction, type OrderStatus, orderActions } from '#domain/order.ts'
import { cancelDialog, cancelText, orderButtons } from '#domain/order-acts.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { PromptForm } from '#web/admin/orders/bulk-forms.tsx'
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
  return next === 'confirm' ? <ActForm {...changing(order, next)} /> : <StepForm order={order} action={next} />
}

function changing({ id, short_code }: ActionableOrder, action: OrderAction) {
  return { act: orderButtons[action], intent: 'change', hidden: { id, status: orderActions[action].to }, of: short_code }
}

/** Milliseconds during which a changed button ignores clicks: the second click of a double click was meant for the button before. */
const ignoreMs = 800

/** The next step of the order. One button serves all steps, so that it keeps the focus. */
function StepForm({ order, action }: { order: ActionableOrder; action: 'ship' | 'deliver' }) {
  const { status } = order
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
      <ActForm {...changing(order, action)} />
    </div>
  )
}

/** Cancels an order with a reason and, if it was shipped, whether its pairs are back. Always shown (spec §4): for a cancelled order it changes nothing and says so. */
function CancelForm({ order }: { order: ActionableOrder }) {
  const { act, ...form } = changing(order, 'cancel')
  if (order.status === orderActions.cancel.to) return <ActForm act={act} {...form} />
  return (
    <ActForm act={{ ...act, ...cancelDialog }} {...form} first={<p>{cancelText(order)}</p>}>
      {({ field, typed }) => (
        <>
          <TextField {...field('reason')} label="Reason" rows={2} maxLength={500} />
          {hasLeftShop(order.status) && (
            <label className="check-filter">
              <input type="checkbox" name="restock" defaultChecked={typed.restock === 'on'} />
              <span>The pairs are back: put them on the shelf</span>
            </label>
          )}
        </>
      )}
    </ActForm>
  )
}
