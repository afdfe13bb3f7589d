import type { MenuEntry } from '#domain/catalogue.ts'
import { isShareable, readOwn } from '#domain/referral.ts'

/** Why there is no link to an address, and what to do about it; null when there is one. */
export function linkRefusal(origin: string, address: string, menu: MenuEntry[]): string | null {
  if (!address.trim()) return 'Enter the address of a page first, such as /products or /category/sneakers.'
  const url = readOwn(origin, address)
  if (!url) return 'Paste the address of a page of this shop.'
  if (isShareable(url.pathname, menu)) return null
  return 'Only the home page, lists of shoes and shoes can be shared. Open one of them, copy its address and paste it here.'
}
