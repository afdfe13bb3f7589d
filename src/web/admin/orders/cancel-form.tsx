import { hasLeftShop, orderActions } from '#domain/order.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ActedOn } from '#web/admin/orders/order-actions.tsx'

/** Asks why, and once the pairs have left the shop, whether they are back. Always shown (spec §4); a cancelled order has nothing left to cancel. */
export function CancelForm({ order: { id, short_code, status, paid_at } }: { order: ActedOn }) {
  const isOut = hasLeftShop(status)
  const { label, to } = orderActions.cancel
  return (
    <ConfirmForm
      label={label}
      labelled={`${label} order ${short_code}`}
      labelLook="bad"
      labelDisabled={status === to}
      title={`Cancel order ${short_code}?`}
      text={[
        isOut ? 'Say below whether its pairs are back.' : 'Its pairs go back on the shelf.',
        paid_at ? 'What was paid goes on the refund list.' : 'Should money come for it after all, it goes on the refund list.',
      ].join(' ')}
      intent="change"
      hidden={{ id, status: to }}
      submit="Cancel order"
      look="bad"
      wayOut="Keep order"
    >
      {({ errorOf, typed }) => (
        <>
          <TextField label="Reason" name="reason" rows={2} maxLength={500} defaultValue={typed.reason} error={errorOf('reason')} />
          {isOut && (
            <label className="od-check">
              <input type="checkbox" name="restock" defaultChecked={typed.restock === 'on'} />
              <span>The pairs are back: put them on the shelf</span>
            </label>
          )}
        </>
      )}
    </ConfirmForm>
  )
}
