import { Link } from 'react-router'
import { orderActs } from '#domain/order-acts.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import type { AgreeableDelivery } from '#features/orders/riders/agree-delivery.ts'
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
        {({ field }) => (
          <>
            <Field {...field('place', agreeable.place)} label="Town, estate or stage" required />
            <SelectField
              {...field('delivery_option_id', '')}
              label="Delivery option"
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
            >
              <option value="">Select</option>
              {agreeable.options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.zone}: {option.name}
                </option>
              ))}
            </SelectField>
            <Field {...field('delivery_point', '')} label="Which stage or office?" optional hint="For a parcel to one." />
          </>
        )}
      </ActForm>
    </section>
  )
}
