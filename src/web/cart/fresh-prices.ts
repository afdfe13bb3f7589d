import { useCallback, useEffect, useState } from 'react'
import { type Cart, type CartLine, isSameLine, type Offer, refresh } from '#domain/cart.ts'
import { cartOffersUrl } from '#web/addresses.ts'
import { useOnline } from '#web/browser/browser-state.ts'
import { useCart } from '#web/cart/cart-context.tsx'

type LineName = Pick<CartLine, 'id' | 'size'>

/** The most lines that one request may ask about. */
export const maxLines = 50

/**
 * Updates the requested lines of the cart with the shop's current offers; lines that were added since the request stay as they are. `notes` are sentences about
 * what changed.
 */
export function applyOffers(current: Cart, requested: LineName[], offers: Offer[]): { cart: Cart; notes: string[] } {
  const isRequested = (line: LineName) => requested.some((each) => isSameLine(each, line))
  const { cart: fresh, notes } = refresh(current.filter(isRequested), offers)
  return { cart: current.flatMap((line) => (isRequested(line) ? fresh.filter((each) => isSameLine(each, line)) : [line])), notes }
}

/** Reads `line=<uuid>~<size>` parameters; malformed ones are left out. */
export function readLines(query: URLSearchParams): LineName[] {
  return query
    .getAll('line')
    .slice(0, maxLines)
    .flatMap((text) => {
      const match = lineShape.exec(text)
      return match?.[1] && match[2] ? [{ id: match[1], size: match[2] }] : []
    })
}

const lineShape = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})~([\p{L}\p{N} .,/+½-]{1,40})$/iu

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
