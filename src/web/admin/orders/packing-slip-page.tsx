import { Link } from 'react-router'
import { oneSize } from '#domain/catalogue.ts'
import { optionAndPlace, toAgree } from '#domain/delivery-options.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { mayPack } from '#domain/open-work.ts'
import { getParcel, listPackingSlips, type PackingSlip } from '#features/orders/list-work.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { PackForm } from '#web/admin/orders/order-actions.tsx'
import { ParcelAddress } from '#web/admin/orders/order-delivery.tsx'
import { actOnOrders, orderOrRedirect } from '#web/admin/orders/order-requests.ts'
import { adminOrderUrl, adminSectionUrl, readSlipIds } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { pageMeta } from '#web/public-page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/packing-slip-page.ts'
import './packing-slip.css'

/** Packing slips on A5 or A6, one a sheet: of one order, or of the orders in `ids`. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const { id } = args.params as { id?: string }
  if (id) await orderOrRedirect(ctx, id, getParcel(ctx, id))
  return { slips: await listPackingSlips(ctx, id ? [id] : readSlipIds(args.url.searchParams)) }
}

export function action(args: Route.ActionArgs) {
  return actOnOrders(args)
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: titleOf(loaderData?.slips ?? []), description: 'Admin Panel', path: null })
}

function titleOf(slips: PackingSlip[]): string {
  return slips.length === 1 ? `Packing slip ${slips[0]?.short_code}` : `${slips.length} packing slips`
}

export default function PackingSlips({ loaderData: { slips } }: Route.ComponentProps) {
  const [only] = slips.length === 1 ? slips : []
  const packable = slips.filter(({ status }) => mayPack(status))
  const unpacked = packable.filter(({ packed_at }) => packed_at === null)
  return (
    <>
      <div className="slip-acts">
        <h1>{titleOf(slips)}</h1>
        <PostedOutcome />
        <div className="acts">
          <Button onClick={() => window.print()} disabled={slips.length === 0}>
            <Icon name="print" /> Print
          </Button>
          {packable.length > 0 && <PackForm orders={unpacked.length > 0 ? unpacked : packable} isPacked={unpacked.length === 0} />}
          <Link className="link" to={only ? adminOrderUrl(only.id) : adminSectionUrl('orders', { view: 'pack' })}>
            {only ? 'Back to the order' : 'Back to the orders'}
          </Link>
        </div>
      </div>
      {slips.map((slip) => (
        <Slip key={slip.id} slip={slip} />
      ))}
    </>
  )
}

function Slip({ slip }: { slip: PackingSlip }) {
  const {
    short_code,
    created_at,
    customer_name,
    customer_phone,
    delivery_address,
    delivery_option,
    delivery_zone,
    receiver_name,
    receiver_phone,
    lines,
  } = slip
  const shop = useShop()
  const pairs = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className="slip" aria-label={`Packing slip of order ${short_code}`}>
      <header>
        <b className="slip-shop">{shop.name}</b>
        <h2 className="tabular">{short_code}</h2>
        <p>Ordered {formatDate(created_at)}</p>
        {slip.delivery_to_agree && <p>{toAgree.label}</p>}
        {delivery_option && (
          <p>
            {optionAndPlace(slip)} ({delivery_zone})
          </p>
        )}
      </header>
      <ParcelAddress to={{ name: customer_name, phone: customer_phone, address: delivery_address, receiver_name, receiver_phone }} />
      <ul>
        {lines.map(({ id, name, size, quantity, image_url }) => (
          <li key={id}>
            <Picture src={image_url} alt="" sizes="96px" eager />
            <b>{name}</b>
            <span className="slip-size">
              {size !== oneSize && (
                <>
                  Size <b className="tabular">{size}</b>
                </>
              )}
            </span>
            <span className="tabular slip-quantity">× {quantity}</span>
          </li>
        ))}
      </ul>
      <p>
        {pairs} {pairs === 1 ? 'pair' : 'pairs'}. Questions? {[shop.phone, shop.email, shop.address].filter(Boolean).join(', ')}
      </p>
    </article>
  )
}
