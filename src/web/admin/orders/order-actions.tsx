import { useEffect, useRef } from 'react'
import { actionsFrom, hasLeftShop, isUnpaid, type OrderAction, type OrderStatus, orderActions } from '#domain/order.ts'
import { bulkButtons, cancelDialog, cancelText, orderButtons } from '#domain/order-acts.ts'
import { maxPrompts } from '#domain/payment.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { useMay } from '#web/admin/use-panel.ts'

interface ActionableOrder {
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

interface BulkFormProps {
  orders: { id: string; short_code: string; status: OrderStatus }[]
  onDone?: (toast: ActionToast) => void
}

/** As many as one request takes. */
export const maxOrders = 100

/** What a form of these orders sends, and what its words leave open: of one its code, unless `isCounted`. */
export function ofOrders(orders: { id: string; short_code: string }[], isCounted = orders.length !== 1) {
  const count = String(orders.length)
  return {
    hidden: { ids: orders.map(({ id }) => id).join(' ') },
    of: isCounted ? `${count} ${count === '1' ? 'order' : 'orders'}` : orders[0]?.short_code,
    values: { count },
  }
}

const Codes = ({ orders }: Pick<BulkFormProps, 'orders'>) => <p className="tabular">{orders.map(({ short_code }) => short_code).join(', ')}</p>

/** Marks orders as packed; `isPacked`: takes it back. */
export function PackForm({ orders, isPacked, onDone }: BulkFormProps & { isPacked: boolean }) {
  const buttons = orders.length === 1 ? orderButtons : bulkButtons
  const { hidden, ...words } = ofOrders(orders)
  const sent = { ...hidden, packed: isPacked ? '' : '1' }
  return <ActForm act={isPacked ? buttons.unpacked : buttons.packed} intent="pack" {...words} hidden={sent} onDone={onDone} />
}

/** Sends the prompts of unpaid orders again; nothing where none of them is unpaid. Several buyers are asked only after a question. */
export function PromptForm({ orders, onDone }: BulkFormProps) {
  const mayAct = useMay()
  const unpaid = orders.filter(({ status }) => isUnpaid(status)).slice(0, maxPrompts)
  if (unpaid.length === 0 || !mayAct('take_payments')) return null
  if (!onDone) return <ActForm act={orderButtons.prompt} intent="prompt" {...ofOrders(unpaid)} />
  return <ActForm act={bulkButtons.prompt} intent="prompt" {...ofOrders(unpaid, true)} last={<Codes orders={unpaid} />} onDone={onDone} />
}

/** An action of spec §4 on those of the selected orders that allow it; nothing where none does. */
export function MoveForm({ action, orders, onDone }: BulkFormProps & { action: 'confirm' | 'ship' }) {
  const mayAct = useMay()
  const { to, needs } = orderActions[action]
  const matching = orders.filter(({ status }) => actionsFrom(status).includes(action)).slice(0, maxOrders)
  const others = orders.length - matching.length
  if (matching.length === 0 || !mayAct(needs)) return null
  const { hidden, ...words } = ofOrders(matching, true)
  return (
    <ActForm
      act={bulkButtons[action]}
      intent="many"
      {...words}
      hidden={{ ...hidden, status: to }}
      last={
        <>
          <Codes orders={matching} />
          {others > 0 && <p>{others} more that you chose have another status and stay as they are.</p>}
        </>
      }
      onDone={onDone}
    />
  )
}
