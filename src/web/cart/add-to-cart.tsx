import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { type Offer, onlyLeft } from '#domain/cart.ts'
import { type ProductCard, pairName } from '#domain/catalogue.ts'
import { showToast, type Toast } from '#ui/kit/toast-store.ts'
import { cartFaultText, useCart } from '#web/cart/cart-context.tsx'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'

/** Where the button is: the carousel's message is the specification's own and stays for 3 s (spec §8, §9). */
type AddedFrom = 'shelf' | 'carousel'
type AddToCart = (product: ProductCard, from?: AddedFrom) => void

/** The dialog that asks for a size. */
export const SizeChoice = lazyOverlay('size choice', () => import('#web/cart/size-choice.tsx').then(({ SizeChoice }) => SizeChoice), { modal: true })

const AddContext = createContext<AddToCart | null>(null)

/** Returns what Add to Cart on a card does: a product with one size is added directly, otherwise a dialog asks for the size (decisions, Sizes and stock). */
export function useAddToCart(): AddToCart {
  const add = useContext(AddContext)
  if (!add) throw new Error('useAddToCart must be used within an AddToCartProvider')
  return add
}

export function AddToCartProvider({ children }: { children: ReactNode }) {
  const [choosing, setChoosing] = useState<{ product: ProductCard; from: AddedFrom } | null>(null)
  const [open, setOpen] = useState(false)
  const addPair = useAddPair()
  const add = useCallback<AddToCart>(
    (product, from = 'shelf') => {
      const [onlySize, ...others] = product.sizes
      if (onlySize && others.length === 0) {
        addPair(offerOf(product, onlySize.label), from)
        return
      }
      setChoosing({ product, from })
      setOpen(true)
    },
    [addPair],
  )

  return (
    <AddContext value={add}>
      {children}
      <SizeChoice
        product={choosing?.product ?? null}
        open={open}
        onClose={() => setOpen(false)}
        onChoose={(label) => {
          setOpen(false)
          if (choosing) addPair(offerOf(choosing.product, label), choosing.from)
        }}
      />
    </AddContext>
  )
}

const isRepeatedTap = createTapDebouncer()

/** Adds one pair to the cart and shows a message; a double tap counts once. */
export function useAddPair(): (offer: Offer, from?: AddedFrom) => void {
  const { addItem, openPanel } = useCart()
  return (offer, from = 'shelf') => {
    const { id, name, size, image_url: picture } = offer
    if (isRepeatedTap(`${id} ${size}`)) return
    const shared = { picture, action: { label: 'View cart', onAct: openPanel }, topic: 'cart' } satisfies Partial<Toast>
    try {
      const { capped } = addItem(offer)
      if (capped) showToast({ title: 'No more in stock', text: onlyLeft(offer), ...shared })
      else if (from === 'carousel') showToast({ title: 'Success!', text: `${name} added to cart successfully`, ...shared, seconds: 3 })
      else showToast({ title: 'Added to Cart', text: pairName(offer), ...shared })
    } catch {
      showToast({ title: 'Failed to add item to cart', text: cartFaultText, tone: 'bad', topic: 'cart' })
    }
  }
}

/** The offer of a product in one size, for `addItem`. */
export function offerOf(product: ProductCard, size: string): Offer {
  const stock = product.sizes.find(({ label }) => label === size)?.stock ?? 0
  return { id: product.id, size, name: product.name, price: product.unit_price, image_url: product.image_url, stock }
}

/** A second tap on the same thing within these milliseconds belongs to the first. */
const windowMs = 500

/** Creates a function that returns whether a tap on `of` repeats the one before and should be ignored. `now` returns milliseconds since any start. */
export function createTapDebouncer(now: () => number = () => performance.now()): (of: string) => boolean {
  let last = { of: '', at: Number.NEGATIVE_INFINITY }
  return (of) => {
    const at = now()
    if (last.of === of && at - last.at < windowMs) return true
    last = { of, at }
    return false
  }
}
