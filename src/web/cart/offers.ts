import { type Cart, type CartLine, isSameLine, type Offer, refresh } from '#domain/cart.ts'

export type LineName = Pick<CartLine, 'id' | 'size'>

/** As many lines as one question to the shelf may hold. */
export const mostLines = 50

/** The cart as it is now with what the shelf answered about the lines that were asked for; lines that came later stay as they are. */
export function bringInLine(current: Cart, asked: LineName[], offers: Offer[]): { cart: Cart; notes: string[] } {
  const isAsked = (line: LineName) => asked.some((each) => isSameLine(each, line))
  const { cart: fresh, notes } = refresh(current.filter(isAsked), offers)
  return { cart: current.flatMap((line) => (isAsked(line) ? fresh.filter((each) => isSameLine(each, line)) : [line])), notes }
}

/** `line=<uuid>~<size>`; what does not read so is left out. */
export function readLines(query: URLSearchParams): LineName[] {
  return query
    .getAll('line')
    .slice(0, mostLines)
    .flatMap((text) => {
      const match = lineShape.exec(text)
      return match?.[1] && match[2] ? [{ id: match[1], size: match[2] }] : []
    })
}

const lineShape = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})~([\p{L}\p{N} .,/+½-]{1,40})$/iu
