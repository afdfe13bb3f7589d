import { Link } from 'react-router'
import { orderActs } from '#domain/order-acts.ts'
import type { AgreeableDelivery } from '#features/delivery/agree-delivery.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'

/** Names the delivery option that the shop has agreed with the buyer; until then the order cannot be shipped. */
export function AgreeDeliveryForm({ order: { id }, agreeable }: { order: AdminOrder; agreeable: AgreeableDelivery }) {
  return (
    <section aria-labelledby="agree-delivery">
      <h3 id="agree-delivery">Delivery to agree</h3>
      <p>The buyer chose no delivery option and paid no fee. Agree with them how it comes, then name the option.</p>
      <ActForm act={orderActs['agree-delivery']} intent="agree-delivery" hidden={{ id }}>
        {({ errorOf, typed }) => (
          <>
            <Field label="Town, estate or stage" name="place" required defaultValue={typed.place ?? agreeable.place} error={errorOf('place')} />
            <SelectField
              label="Delivery option"
              name="delivery_option_id"
              required
              hint={
                <>
                  One without a fee: the order costs the same.{' '}
                  {agreeable.options.length === 0 && (
                    <>
                      There is none yet. Make a free option in <Link to={adminSectionUrl('delivery')}>Delivery</Link> first; switched off, it is not
                      offered to shoppers.
                    </>
                  )}
                </>
              }
              defaultValue={typed.delivery_option_id ?? ''}
              error={errorOf('delivery_option_id')}
            >
              <option value="">Select</option>
              {agreeable.options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.zone}: {option.name}
                </option>
              ))}
            </SelectField>
            <Field
              label="Which stage or office?"
              name="delivery_point"
              optional
              hint="For a parcel to one."
              defaultValue={typed.delivery_point ?? ''}
              error={errorOf('delivery_point')}
            />
          </>
        )}
      </ActForm>
    </section>
  )
}
