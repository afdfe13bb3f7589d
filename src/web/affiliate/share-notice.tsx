import { Link } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import { commissionOf } from '#domain/commission.ts'
import { formatMoney, formatShillings, fromShillings } from '#domain/money.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { affiliateUrl, productUrl } from '#web/addresses.ts'
import { Share } from '#web/affiliate/share.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { useShop } from '#web/shop-facts.ts'

/** What an affiliate earns with this pair, and their link to it. */
export function ShareNotice({ product: { id, name, unit_price }, link }: { product: ProductCard; link: string }) {
  const isPaused = useAuth()?.is_paused
  const shop = useShop()
  if (shop.commissionPercent === 0) return null
  if (isPaused)
    return (
      <Notice tone="amber" role="note" aria-label="Affiliate link">
        <b>Your affiliate links are resting.</b> They bring you no commission for now; your <Link to={affiliateUrl}>affiliate page</Link> says why.
      </Notice>
    )
  return (
    <Notice tone="jac" role="note" aria-label="Affiliate link">
      <b>Share this pair and earn {formatMoney(commissionOf(fromShillings(unit_price), shop.commissionPercent))}</b>: {shop.commissionPercent}% of the
      order when someone buys through your link.
      <Share
        label="Your affiliate link"
        address={productUrl(id)}
        link={link}
        caption={`${name} for ${formatShillings(unit_price)} at ${shop.name}:`}
      />
    </Notice>
  )
}
