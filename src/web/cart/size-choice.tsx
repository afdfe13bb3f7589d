import type { ProductCard } from '#domain/catalogue.ts'
import { Dialog } from '#ui/kit/modal.tsx'
import { Price } from '#ui/shop/price.tsx'
import { SizeButtons } from '#ui/shop/size-buttons.tsx'
import { SizeElsewhere } from '#web/cart/size-elsewhere.tsx'

interface SizeChoiceProps {
  /** Stays set while the dialog closes. */
  product: ProductCard | null
  open: boolean
  onClose: () => void
  onChoose: (label: string) => void
}

/** The dialog that asks for a size. A click, a tap or Enter chooses it; arrow keys only move. */
export function SizeChoice({ product, open, onClose, onChoose }: SizeChoiceProps) {
  return (
    <Dialog open={open} onClose={onClose} title={product?.name ?? 'Choose a size'} closeLabel="Close size choice">
      {product && (
        <form
          className="size-choice"
          key={`${product.id}${open}`}
          // Without a submit button the browser does not send a form of radio buttons by itself.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            const size = new FormData(event.currentTarget).get('size')
            if (typeof size === 'string') onChoose(size)
          }}
        >
          <Price now={product.unit_price} was={product.price} />
          <SizeButtons
            sizes={product.sizes}
            chosen={null}
            onPick={onChoose}
            renderSoldOut={(size) => <SizeElsewhere size={size} onLeave={onClose} />}
          />
        </form>
      )}
    </Dialog>
  )
}
