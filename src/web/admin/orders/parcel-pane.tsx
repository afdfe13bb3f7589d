import { sizeText } from '#domain/catalogue.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import { optionAndPlace, toAgree } from '#domain/delivery-words.ts'
import { formatPhone } from '#domain/phone.ts'
import type { Parcel } from '#features/orders/get-parcel.ts'
import { Picture } from '#ui/kit/picture.tsx'
import { Delivery } from '#web/admin/orders/carrier.tsx'
import { OtherPlace } from '#web/admin/orders/other-place.tsx'

/** What is in a parcel and where it goes, for who packs and ships; no price is in it. */
export function ParcelFacts({ parcel }: { parcel: Parcel }) {
  return (
    <div className="pane-body">
      <div className="pane-left">
        <section className="summary" aria-label="What was ordered">
          <ul>
            {parcel.lines.map(({ id, name, size, quantity, image_url }) => (
              <li className="order-line" key={id}>
                {image_url ? <Picture src={image_url} alt="" sizes="76px" eager /> : <span className="order-line-blank">No Image</span>}
                <span>
                  <b>{name}</b>
                  <small className="tabular">
                    <span>
                      {quantity} {quantity === 1 ? 'pair' : 'pairs'}
                    </span>{' '}
                    <span>{sizeText(size)}</span>
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <To parcel={parcel} />
        <Delivery delivery={parcel.delivery} />
      </div>
    </div>
  )
}

function To({ parcel }: { parcel: Parcel }) {
  const { customer_name, customer_phone, delivery_address, delivery_option, delivery_zone, receiver_name, receiver_phone } = parcel
  return (
    <section aria-labelledby="buyer">
      <h3 id="buyer">Buyer</h3>
      <address>
        <b>{customer_name}</b>
        <Phone number={customer_phone} />
        <span className="where">{delivery_address}</span>
        {parcel.delivery_to_agree && <span>{toAgree.label}</span>}
        {delivery_option && (
          <>
            <span>
              {optionAndPlace(parcel)} ({delivery_zone})
            </span>
            <b>{promiseText(parcel)}</b>
            <OtherPlace name={parcel.address_place} />
          </>
        )}
        {receiver_name && (
          <span>
            Received by {receiver_name} <Phone number={receiver_phone ?? ''} />
          </span>
        )}
      </address>
    </section>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <a className="tabular" href={`tel:+${number}`}>
      {formatPhone(number)}
    </a>
  )
}
