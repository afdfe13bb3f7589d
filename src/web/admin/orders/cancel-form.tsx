import { hasLeftShop, orderActions } from '#domain/order.ts'
import { TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ActionableOrder } from '#web/admin/orders/order-actions.tsx'

/** Cancels an order with a reason and, if it was shipped, whether its pairs are back. Always shown (spec §4): for a cancelled order it changes nothing and says so. */
export function CancelForm({ order: { id, short_code, status, paid_at } }: { order: ActionableOrder }) {
  const isOut = hasLeftShop(status)
  const { label, to } = orderActions.cancel
  if (status === to)
    return <AdminForm intent="change" hidden={{ id, status: to }} submit={label} name={`${label} order ${short_code}`} look="bad" small />
  return (
    <ConfirmForm
      label={label}
      buttonName={`${label} order ${short_code}`}
      labelLook="bad"
      title={`Cancel order ${short_code}?`}
      text={[
        isOut ? 'Say below whether its pairs are back.' : 'Its pairs go back on the shelf.',
        paid_at ? 'What was paid goes on the refund list.' : 'If money comes for it after all, it goes on the refund list.',
      ].join(' ')}
      intent="change"
      hidden={{ id, status: to }}
      submit="Cancel order"
      look="bad"
      cancelLabel="Keep order"
    >
      {({ errorOf, typed }) => (
        <>
          <TextField label="Reason" name="reason" rows={2} maxLength={500} defaultValue={typed.reason} error={errorOf('reason')} />
          {isOut && (
            <label className="check-filter">
              <input type="checkbox" name="restock" defaultChecked={typed.restock === 'on'} />
              <span>The pairs are back: put them on the shelf</span>
            </label>
          )}
        </>
      )}
    </ConfirmForm>
  )
}
