import { hasLeftShop, orderActions } from '#domain/order.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ActionableOrder } from '#web/admin/orders/order-actions.tsx'

/** Cancels an order with a reason and, if it was shipped, whether its pairs are back. Always shown (spec §4), but disabled for a cancelled order. */
export function CancelForm({ order: { id, short_code, status, paid_at } }: { order: ActionableOrder }) {
  const isOut = hasLeftShop(status)
  const { label, to } = orderActions.cancel
  return (
    <ConfirmForm
      label={label}
      buttonName={`${label} order ${short_code}`}
      labelLook="bad"
      labelDisabled={status === to}
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
