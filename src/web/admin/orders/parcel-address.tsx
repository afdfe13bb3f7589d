import { formatPhone } from '#domain/phone.ts'
import type { RiderStop } from '#features/orders/riders/rider-stops.ts'

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
