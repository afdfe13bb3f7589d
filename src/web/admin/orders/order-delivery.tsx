import { Fragment, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { mostWrongCodes } from '#domain/delivery-handover.ts'
import { dayText } from '#domain/nairobi-time.ts'
import { type OrderStatus, orderActions } from '#domain/order.ts'
import { assigning, bulkButtons, orderActs, orderButtons } from '#domain/order-acts.ts'
import { formatPhone } from '#domain/phone.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import type { DeliveryRow } from '#features/orders/riders/list-deliveries.ts'
import type { RiderStop } from '#features/orders/riders/rider-stops.ts'
import type { AgreeableDelivery } from '#features/orders/riders/write-delivery.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Field, PhoneField, SelectField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { ofOrders } from '#web/admin/orders/order-actions.tsx'
import type { loader } from '#web/admin/orders/orders-page.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'

/** Who brings the order, and how the rider fared; nothing where neither courier nor rider is named. */
export function Delivery({ delivery }: { delivery: DeliveryRow | null }) {
  if (!delivery || !(delivery.courier || delivery.rider)) return null
  const { courier, parcel_number, rider, wrong_tries, on_the_way_at, handed_over_at, failed_at, failed_reason } = delivery
  return (
    <section aria-labelledby="delivery">
      <h3 id="delivery">Delivery</h3>
      <address>
        <b>{courier ?? rider?.name ?? 'A rider'}</b>
        {parcel_number && <span className="tabular">Parcel {parcel_number}</span>}
        {rider?.phone && (
          <a className="tabular" href={`tel:+${rider.phone}`}>
            {formatPhone(rider.phone)}
          </a>
        )}
        {on_the_way_at && (
          <span>
            On the way since <Moment at={on_the_way_at} />
          </span>
        )}
        {handed_over_at && (
          <span>
            Handed over with the code, <Moment at={handed_over_at} />
          </span>
        )}
        {failed_at && (
          <span>
            <Badge tone="bad">Not handed over</Badge> {failed_reason}, <Moment at={failed_at} />
          </span>
        )}
        {wrong_tries > 0 && (
          <span>
            {wrong_tries} of {mostWrongCodes} codes were wrong
          </span>
        )}
      </address>
    </section>
  )
}

/** The same in a row of the list. */
export function CarrierLine({ delivery }: { delivery: DeliveryRow | null }) {
  if (!delivery || !(delivery.courier || delivery.rider) || delivery.handed_over_at) return null
  const { courier, rider, on_the_way_at, failed_at, failed_reason } = delivery
  if (failed_at) return <Badge tone="bad">{failed_reason ?? 'Not handed over'}</Badge>
  return (
    <small>
      {courier ?? rider?.name}
      {on_the_way_at && ', on the way'}
    </small>
  )
}

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

/** `Late: Wed 25 Nov` of an order that has not come by the last promised day. */
export function LateBadge({ order }: { order: Pick<OrderRow, 'late_at' | 'promised_to'> }) {
  return order.late_at !== null && order.promised_to !== null && <Badge tone="bad">Late: {dayText(order.promised_to)}</Badge>
}

/** Marks an order whose address names another place than the one that its fee was paid for; the buyer has confirmed it. */
export function OtherPlace({ name }: { name: string | null }) {
  return name && <Badge tone="amber">The address names {name}</Badge>
}

/** Where a parcel goes and who takes it, on paper. */
export function ParcelAddress({ to: { name, phone, address, receiver_name, receiver_phone } }: { to: NonNullable<RiderStop['to']> }) {
  return (
    <address>
      <b>{name}</b>
      <span className="tabular">{formatPhone(phone)}</span>
      <span className="where">{address}</span>
      {receiver_name && (
        <span className="tabular">
          Received by {receiver_name}, {formatPhone(receiver_phone ?? '')}
        </span>
      )}
    </address>
  )
}
