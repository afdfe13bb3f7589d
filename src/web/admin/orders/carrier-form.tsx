import { Fragment, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type OrderStatus, orderActions } from '#domain/order.ts'
import { assigning, bulkButtons, orderButtons } from '#domain/order-acts.ts'
import { formatPhone } from '#domain/phone.ts'
import { Field, PhoneField, SelectField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ofOrders } from '#web/admin/orders/bulk-forms.tsx'
import type { loader } from '#web/admin/orders/orders-page.tsx'

interface CarrierFormProps {
  orders: { id: string; short_code: string; status: OrderStatus }[]
  onDone?: (toast: ActionToast) => void
}

/** Whether an order can be given to a rider or a courier: it is ready, or on its way. */
export function mayCarry(status: OrderStatus): boolean {
  return status === 'shipped' || (orderActions.ship.from as readonly OrderStatus[]).includes(status)
}

/** Gives orders to a rider of today, a new one or a courier; those that are ready are shipped with it. */
export function CarrierForm({ orders, onDone }: CarrierFormProps) {
  const page = useRouteLoaderData<typeof loader>('admin/orders/orders-page')
  const riders = page?.riders.filter(({ taken_back_at }) => taken_back_at === null) ?? []
  const earlier = page?.known.filter(({ rides_today }) => !rides_today) ?? []
  const [who, setWho] = useState(riders[0]?.id ?? 'new')
  const again = earlier.find(({ id }) => id === who)
  const { assign } = orders.length === 1 ? orderButtons : bulkButtons
  const { ready, onTheWay } = assigning
  const isReady = orders.some(({ status }) => status !== 'shipped')
  return (
    <ActForm act={{ ...assign, ...(isReady ? ready : onTheWay) }} intent="assign" {...ofOrders(orders)} onDone={onDone}>
      {({ errorOf }) => (
        <>
          <SelectField
            label="Who"
            name={again ? 'again' : 'rider_day_id'}
            value={who}
            onChange={({ target }) => setWho(target.value)}
            error={errorOf('rider_day_id')}
          >
            {riders.map(({ id, name, stops }) => (
              <option key={id} value={id}>
                {name} ({stops})
              </option>
            ))}
            {earlier.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}, who rode before
              </option>
            ))}
            <option value="new">A new rider</option>
            <option value="">A courier</option>
          </SelectField>
          {again && <input type="hidden" name="rider_day_id" value="new" />}
          {(who === 'new' || again) && (
            <Fragment key={who}>
              <Field label="Name" name="name" required maxLength={80} defaultValue={again?.name} error={errorOf('name')} />
              <PhoneField label="Phone" name="phone" required defaultValue={again && formatPhone(again.phone)} error={errorOf('phone')} />
            </Fragment>
          )}
          {who === '' && (
            <>
              <Field label="Courier" name="courier" required maxLength={40} error={errorOf('courier')} />
              <Field label="Parcel number" optional name="parcel_number" maxLength={40} error={errorOf('parcel_number')} />
            </>
          )}
        </>
      )}
    </ActForm>
  )
}
