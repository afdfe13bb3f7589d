import { pairName, pairSubject } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'

/** One cart line: a product in one size. Names follow spec §3 (cart item); `price` is in KSh after discount. */
export interface CartLine {
  id: string
  size: string
  name: string
  price: number
  image_url: string | null
  quantity: number
  /** The stock when the line was last refreshed; the quantity never exceeds it. */
  stock: number
}

export type Cart = CartLine[]

/** A product in one size as the shop sells it now. `stock` 0 means sold out. */
export type Offer = Omit<CartLine, 'quantity'>

/** `{product}-cart-{user id or guest}` (spec §4). */
export function cartKey(shopName: string, userId: string | null): string {
  return `${shopName.toLowerCase()}-cart-${userId ?? 'guest'}`
}

/** Adding an item already present raises its quantity by 1; a new one starts with 1. `capped` is true where the stock did not allow it. */
export function addLine(cart: Cart, offer: Offer): { cart: Cart; capped: boolean } {
  const present = cart.find((line) => isSameLine(line, offer))
  if (!present) return offer.stock < 1 ? { cart, capped: true } : { cart: [...cart, { ...offer, quantity: 1 }], capped: false }
  return setQuantity(
    cart.map((line) => (line === present ? { ...offer, quantity: line.quantity } : line)),
    offer,
    present.quantity + 1,
  )
}

/** A quantity of 0 or below removes the line (spec §4); above the stock it is capped. */
export function setQuantity(cart: Cart, of: Pick<CartLine, 'id' | 'size'>, quantity: number): { cart: Cart; capped: boolean } {
  if (quantity <= 0) return { cart: removeLine(cart, of), capped: false }
  const line = cart.find((each) => isSameLine(each, of))
  const capped = line !== undefined && quantity > line.stock
  return { cart: cart.map((each) => (isSameLine(each, of) ? { ...each, quantity: Math.min(quantity, each.stock) } : each)), capped }
}

export function removeLine(cart: Cart, of: Pick<CartLine, 'id' | 'size'>): Cart {
  return cart.filter((line) => !isSameLine(line, of))
}

/** Puts a removed line back at index `at`. Quantities of the same line added since are summed, up to the stock. */
export function restoreLine(cart: Cart, line: CartLine, at: number): Cart {
  const present = cart.find((each) => isSameLine(each, line))
  if (!present) return [...cart.slice(0, at), line, ...cart.slice(at)]
  return setQuantity(cart, line, present.quantity + line.quantity).cart
}

export function totalItems(cart: Cart): number {
  return cart.reduce((count, line) => count + line.quantity, 0)
}

/** In KSh; whole, because every price in a cart is. */
export function totalAmount(cart: Cart): number {
  return cart.reduce((total, line) => total + line.price * line.quantity, 0)
}

/** The cart with current prices and stock, and a sentence for every line that changed or was removed. */
export function refresh(cart: Cart, offers: Offer[]): { cart: Cart; notes: string[] } {
  const notes: string[] = []
  const fresh = cart.flatMap((line) => {
    const offer = offers.find((each) => isSameLine(each, line))
    const title = pairName(line)
    if (!offer || offer.stock < 1) {
      notes.push(`${title} has sold out and was taken out of your cart.`)
      return []
    }
    if (offer.price !== line.price) notes.push(`${title} now costs ${formatShillings(offer.price)}.`)
    if (line.quantity > offer.stock) notes.push(onlyLeft(offer))
    return [{ ...offer, quantity: Math.min(line.quantity, offer.stock) }]
  })
  return { cart: fresh, notes }
}

/** Merges two carts: quantities are summed up to the stock, with a sentence for every line that was capped. Prices and stock are those of `from`. */
export function mergeCarts(into: Cart, from: Cart): { cart: Cart; notes: string[] } {
  const notes: string[] = []
  const cart = from.reduce((merged, line) => {
    const present = merged.find((each) => isSameLine(each, line))
    const wanted = line.quantity + (present?.quantity ?? 0)
    if (wanted > line.stock) notes.push(onlyLeft(line))
    const others = merged.filter((each) => each !== present)
    return line.stock < 1 ? others : [...others, { ...line, quantity: Math.min(wanted, line.stock) }]
  }, into)
  return { cart, notes }
}

/** The sentence for a quantity that was capped at the stock. */
export function onlyLeft(line: Pick<CartLine, 'name' | 'size' | 'stock'>): string {
  return line.stock > 0 ? `Only ${line.stock} left of ${pairName(line)}.` : `${pairSubject(line)} has sold out.`
}

/** Parses a stored cart. Throws when it is malformed, so that the caller can log it and start empty (spec §4). */
export function parseCart(text: string): Cart {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value) || !value.every(isLine)) throw new TypeError('the stored cart is not a list of lines')
  return value
}

export function isSameLine(a: Pick<CartLine, 'id' | 'size'>, b: Pick<CartLine, 'id' | 'size'>): boolean {
  return a.id === b.id && a.size === b.size
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  return (
    typeof line.id === 'string' &&
    typeof line.size === 'string' &&
    typeof line.name === 'string' &&
    (line.image_url === null || typeof line.image_url === 'string') &&
    isCount(line.price, 0) &&
    isCount(line.quantity, 1) &&
    isCount(line.stock, 0)
  )
}

function isCount(value: unknown, min: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min
}
