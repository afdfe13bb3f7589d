import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'

interface PackFormProps {
  orders: { id: string; short_code: string }[]
  /** They are packed: the button takes it back. */
  isPacked: boolean
  onDone?: (toast: ActionToast) => void
}

/** Marks orders as packed, or takes it back. */
export function PackForm({ orders, isPacked, onDone }: PackFormProps) {
  const label = isPacked ? 'Not packed' : 'Packed'
  const [only] = orders.length === 1 ? orders : []
  return (
    <AdminForm
      intent="pack"
      hidden={{ ids: orders.map(({ id }) => id).join(' '), packed: isPacked ? '' : '1' }}
      submit={only ? label : `${label} (${orders.length})`}
      name={only ? `${label}, order ${only.short_code}` : `${label}: ${orders.length} orders`}
      look="ghost"
      small
      {...(onDone && { onDone })}
    />
  )
}
