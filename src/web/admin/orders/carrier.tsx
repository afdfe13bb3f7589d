import { mostWrongCodes } from '#domain/delivery-handover.ts'
import { formatPhone } from '#domain/phone.ts'
import type { DeliveryRow } from '#features/orders/riders/list-deliveries.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'

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
