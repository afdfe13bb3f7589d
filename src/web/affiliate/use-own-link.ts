import { referralLink } from '#domain/referral-link.ts'
import { useAuth } from '#web/account/use-auth.ts'
import { useShop } from '#web/shop-facts.ts'

/**
 * Makes links to this shop that carry the code of the affiliate who looks at the page; null for everybody else. Known in the browser only: the page
 * itself is the same for everybody (docs/decisions/0004).
 */
export function useOwnLink(): ((address: string) => string | null) | null {
  const session = useAuth()
  const { origin } = useShop()
  const code = session?.is_affiliate ? session.affiliate_code : null
  return code ? (address) => referralLink(origin, address, code) : null
}
