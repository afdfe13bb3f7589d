import { isUnpaid, type OrderStatus } from '#domain/order.ts'
import { maxPrompts } from '#domain/payment.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { useMay } from '#web/admin/use-may.ts'

interface PromptFormProps {
  orders: { id: string; short_code: string; status: OrderStatus }[]
  onDone?: (toast: ActionToast) => void
}

/** Sends the prompts of unpaid orders again; nothing where none of them is unpaid. Several buyers are asked only after a question. */
export function PromptForm({ orders, onDone }: PromptFormProps) {
  const mayAct = useMay()
  const unpaid = orders.filter(({ status }) => isUnpaid(status)).slice(0, maxPrompts)
  const [first] = unpaid
  if (!first || !mayAct('take_payments')) return null
  const label = 'Send the prompt again'
  const form = { intent: 'prompt', hidden: { ids: unpaid.map(({ id }) => id).join(' ') }, submit: label, busy: 'Asking M-Pesa...' }
  if (!onDone) return <AdminForm {...form} name={`${label}, order ${first.short_code}`} look="ghost" small />
  return (
    <ConfirmForm
      {...form}
      label={`${label} (${unpaid.length})`}
      title={`${label}: ${unpaid.length} ${unpaid.length === 1 ? 'order' : 'orders'}?`}
      text={
        <>
          <p>The phone of each buyer asks for the M-Pesa PIN once more. Where a prompt is still open, nothing is sent.</p>
          <p className="tabular">{unpaid.map(({ short_code }) => short_code).join(', ')}</p>
        </>
      }
      onDone={onDone}
    />
  )
}
