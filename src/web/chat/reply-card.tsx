import { useState } from 'react'
import { Link } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import type { ReplyProduct } from '#features/assistant/chat-reply.ts'
import { Button } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { Price } from '#ui/shop/price.tsx'
import { productRowUrl } from '#web/addresses.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'

/** A product card in an answer, with Add to Cart. */
export function ReplyCard({ product }: { product: ReplyProduct }) {
  const { name, price, original_price: was, image_url: picture, sizes, is_available: available, url } = product
  const { busy, put } = usePutIntoCart(product)
  return (
    <li className="chat-shoe">
      <Link to={url} tabIndex={-1} aria-hidden="true">
        <Picture src={picture} alt="" sizes="84px" />
      </Link>
      <div>
        <b>
          <Link to={url}>{name}</Link>
        </b>
        <Price now={price} was={was ?? price} />
        <small>{available ? (sizes.length === 1 ? sizes[0] : `Sizes ${sizes.join(', ')}`) : 'Out of Stock'}</small>
        <Button small look="ghost" disabled={!available} busy={busy} aria-label={`Add to Cart: ${name}`} onClick={put}>
          Add to Cart
        </Button>
      </div>
    </li>
  )
}

/** Loads the product again before it is added: the answer may be old. */
function usePutIntoCart({ id }: ReplyProduct) {
  const add = useAddToCart()
  const [busy, setBusy] = useState(false)
  const put = async () => {
    setBusy(true)
    try {
      const answer = await fetch(productRowUrl(id))
      if (!answer.ok) throw new Error(`The shelf answered ${answer.status}`)
      const { product_sizes: sizes, ...row } = (await answer.json()) as Omit<ProductCard, 'sizes'> & {
        stock: number
        product_sizes: ProductCard['sizes']
      }
      const card = { ...row, sizes, is_available: row.is_available && row.stock > 0 }
      if (card.is_available) add(card)
      else showToast({ title: 'Out of Stock', text: `${card.name} was sold meanwhile.`, tone: 'bad' })
    } catch {
      showToast({ title: 'Failed to add item to cart', text: 'Check your connection and try again.', tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, put }
}
