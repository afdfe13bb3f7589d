import { actionsFrom, isUnpaid, type OrderStatus, orderActions } from '#domain/order.ts'
import { bulkButtons, orderButtons } from '#domain/order-acts.ts'
import { maxPrompts } from '#domain/payment.ts'
import { ActForm } from '#web/admin/act-form.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { useMay } from '#web/admin/use-may.ts'

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
