import type { ProductCard } from '#domain/catalogue.ts'
import { referralLink } from '#domain/referral.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { productUrl } from '#web/addresses.ts'
import { copy } from '#web/browser/copy.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'

/** The copy button on product cards, for affiliates (spec §2, Product card). */
export function CardLink({ product: { id, name } }: { product: ProductCard }) {
  const link = useOwnLink()?.(productUrl(id))
  if (!link) return null
  return (
    <button type="button" className="card-link" aria-label={`Copy Affiliate Link: ${name}`} onClick={() => void copy('link', link)}>
      <Icon name="copy" small /> Copy Affiliate Link
    </button>
  )
}

/**
 * Returns a function that makes links with the signed-in affiliate's code; null for all others. Only the browser knows the affiliate: the page itself is the
 * same for all visitors (docs/decisions/0004).
 */
export function useOwnLink(): ((address: string) => string | null) | null {
  const session = useAuth()
  const { origin } = useShop()
  const menu = useMenu()
  const code = session?.is_affiliate ? session.affiliate_code : null
  return code ? (address) => referralLink(origin, address, code, menu) : null
}
