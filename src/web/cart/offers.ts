import { type Cart, type CartLine, isSameLine, type Offer, refresh } from '#domain/cart.ts'

export type LineName = Pick<CartLine, 'id' | 'size'>

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
