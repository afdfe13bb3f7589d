import { codeRule } from '#domain/delivery-handover.ts'
import type { ParcelView } from '#domain/order-view.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'

/** Who brings the order, and what its buyer tells the rider. A page in an old cache has no `parcel`. */
export function Parcel({ parcel }: { parcel: ParcelView | null | undefined }) {
  if (!parcel?.code && !parcel?.courier) return null
  const { courier, parcel_number, code, on_the_way_at } = parcel
  return (
    <Notice tone="lake">
      {code && (
        <>
          <b>
            Delivery code <span className="tabular">{code}</span>
          </b>
          <p role="status">
            {on_the_way_at ? (
              <>
                The rider has been on the way to you since <Moment at={on_the_way_at} />.
              </>
            ) : (
              'A rider brings your order.'
            )}{' '}
            {codeRule('this code')}
          </p>
        </>
      )}
      {courier && (
        <>
          <b>{courier} carries your parcel</b>
          {parcel_number && (
            <p>
              Its number is <span className="tabular">{parcel_number}</span>.
            </p>
          )}
        </>
      )}
    </Notice>
  )
}
