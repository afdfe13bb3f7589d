import { referralLink } from '#domain/referral-link.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'

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
