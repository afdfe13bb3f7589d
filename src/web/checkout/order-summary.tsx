import { type Cart, totalAmount } from '#domain/cart.ts'
import type { Referral } from '#domain/shop.ts'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { useCart } from '#web/cart/cart-context.tsx'

export function OrderSummary({ lines, referral, fixed }: { lines: Cart; referral: Referral | null; fixed: boolean }) {
  const { openPanel } = useCart()
  return (
    <aside className="sum" aria-labelledby="order-summary">
      <div className="sum-h">
        <h2 id="order-summary">Order Summary</h2>
        {!fixed && (
          <button type="button" className="lnk" onClick={openPanel}>
            Edit cart
          </button>
        )}
      </div>
      <OrderLines lines={lines} total={totalAmount(lines)} />
      {referral && (
        <p className="ref">
          <span>Referred by</span>
          <b>{referral.affiliate_code}</b>
        </p>
      )}
    </aside>
  )
}
