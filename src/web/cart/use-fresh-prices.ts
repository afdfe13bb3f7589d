import { useCallback, useEffect, useState } from 'react'
import type { Offer } from '#domain/cart.ts'
import { cartOffersUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { bringInLine, mostLines } from '#web/cart/offers.ts'
import { useOnline } from '#web/offline/connection.ts'

/**
 * Asks the shelf about the cart whenever `active` becomes true, and when a lost connection is back meanwhile, and brings the cart in line with the answer.
 * `notes` are plain sentences about what changed; `look` asks again.
 */
export function useFreshPrices(active: boolean): { notes: string[]; checking: boolean; look: () => Promise<void> } {
  const { read, replace } = useCart()
  const [notes, setNotes] = useState<string[]>([])
  const [checking, setChecking] = useState(false)
  const online = useOnline()

  const look = useCallback(async () => {
    const asked = read().slice(0, mostLines)
    setNotes([])
    if (asked.length === 0) return
    setChecking(true)
    try {
      const answer = await fetch(cartOffersUrl(asked))
      if (!answer.ok) return
      const { offers } = (await answer.json()) as { offers: Offer[] }
      const fresh = bringInLine(read(), asked, offers)
      replace(fresh.cart)
      setNotes(fresh.notes)
    } catch {
      // Without an answer the cart stays as it is; placing the order asks the shelf again.
    } finally {
      setChecking(false)
    }
  }, [read, replace])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the cart is no reason to ask again, opening it is
  useEffect(() => {
    if (active && online) void look()
  }, [active, online])

  return { notes, checking, look }
}
