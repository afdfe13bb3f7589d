import { Link } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import { oneSize, titleOf } from '#domain/catalogue.ts'
import { Dialog } from '#ui/kit/modal.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Price } from '#ui/shop/price.tsx'
import { SizeButtons } from '#ui/shop/size-buttons.tsx'
import { categoryUrl, listUrl, productsUrl } from '#web/addresses.ts'
import { useMenu } from '#web/shop-facts.ts'

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

interface SizeElsewhereProps {
  size: string
  /** The product's category; without one the link leads to all shoes. */
  category?: { name: string; slug: string } | null
  onLeave?: () => void
}

/** Says that a size is sold out, with a link to shoes that are available in it. */
export function SizeElsewhere({ size, category, onLeave }: SizeElsewhereProps) {
  const menu = useMenu()
  if (size === oneSize) return <Notice tone="amber">This shoe is sold out.</Notice>
  const base = category ? categoryUrl(category.slug) : productsUrl
  return (
    <Notice tone="amber">
      Size {size} is sold out in this shoe.{' '}
      <Link className="link" to={listUrl(base, { size })} onClick={onLeave}>
        See size {size} in {category ? `other ${titleOf(menu, category)}` : 'other shoes'}
      </Link>
    </Notice>
  )
}
