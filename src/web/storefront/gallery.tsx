import { type KeyboardEvent, useRef, useState } from 'react'
import type { ProductDetail, ProductPicture } from '#domain/catalogue.ts'
import { Picture } from '#ui/kit/picture.tsx'
import { DiscountPlate } from '#ui/shop/discount-plate.tsx'

/** A strip to swipe, and thumbnails that move it; the strip alone works without scripts. */
export function Gallery({ product }: { product: ProductDetail }) {
  const strip = useRef<HTMLUListElement>(null)
  const thumbs = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const pictures = picturesOf(product)

  const show = (at: number) => {
    const next = (at + pictures.length) % pictures.length
    setShown(next)
    strip.current?.scrollTo({ left: next * strip.current.clientWidth })
    return next
  }
  const scrolled = () => {
    if (strip.current) setShown(Math.round(strip.current.scrollLeft / strip.current.clientWidth))
  }
  const arrows = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = show(shown + step)
    thumbs.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="gal">
      <div className={product.is_available ? 'gal-main' : 'gal-main gone'}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul ref={strip} onScroll={scrolled} tabIndex={0} aria-label="Pictures">
          {pictures.map(({ image_url, alt_text }, at) => (
            <li key={image_url}>
              <Picture
                src={image_url}
                alt={alt_text || `${product.name}, picture ${at + 1}`}
                sizes="(min-width: 1280px) 680px, (min-width: 900px) 54vw, 94vw"
                first={at === 0}
              />
            </li>
          ))}
        </ul>
        <DiscountPlate percentage={product.discount_percentage} />
        {!product.is_available && <span className="band">Out of Stock</span>}
      </div>
      {pictures.length > 1 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
        <div className="thumbs" ref={thumbs} onKeyDown={arrows}>
          {pictures.map(({ image_url }, at) => (
            <button
              type="button"
              key={image_url}
              aria-label={`Picture ${at + 1} of ${pictures.length}`}
              aria-current={at === shown || undefined}
              onClick={() => show(at)}
            >
              <Picture src={image_url} alt="" sizes="(min-width: 900px) 170px, 23vw" eager />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The product's own list, or its one picture, or the placeholder. */
function picturesOf({ images, image_url, name }: ProductDetail): Pick<ProductPicture, 'image_url' | 'alt_text'>[] {
  return images.length > 0 ? images : [{ image_url: image_url ?? '', alt_text: name }]
}
