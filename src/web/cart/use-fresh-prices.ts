import { useCallback, useEffect, useState } from 'react'
import type { Offer } from '#domain/cart.ts'
import { cartOffersUrl } from '#web/addresses.ts'
import { useOnline } from '#web/browser/connection.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { applyOffers, maxLines } from '#web/cart/offers.ts'

/**
 * Updates the cart with the current prices and stock when `active` becomes true and when the connection returns. `notes` are sentences about what changed;
 * `refresh` asks again.
 */
export function useFreshPrices(active: boolean): { notes: string[]; checking: boolean; refresh: () => Promise<void> } {
  const { read, replace } = useCart()
  const [notes, setNotes] = useState<string[]>([])
  const [checking, setChecking] = useState(false)
  const online = useOnline()

  const refresh = useCallback(async () => {
    const requested = read().slice(0, maxLines)
    setNotes([])
    if (requested.length === 0) return
    setChecking(true)
    try {
      const answer = await fetch(cartOffersUrl(requested))
      if (!answer.ok) return
      const { offers } = (await answer.json()) as { offers: Offer[] }
      const fresh = applyOffers(read(), requested, offers)
      replace(fresh.cart)
      setNotes(fresh.notes)
    } catch {
      // The cart stays as it is. The server checks the prices again when the order is placed.
    } finally {
      setChecking(false)
    }
  }, [read, replace])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the cart is no reason to ask again, opening it is
  useEffect(() => {
    if (active && online) void refresh()
  }, [active, online])

  return { notes, checking, refresh }
}
