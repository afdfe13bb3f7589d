import { type ComponentType, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#domain/catalogue.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import { Picture } from '#ui/kit/picture.tsx'
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { DiscountPlate } from '#ui/shop/price.tsx'
import type { EnlargedProps } from '#web/product/enlarged.tsx'

/** The full-screen gallery is loaded on the first tap. */
const fetchEnlarged = () => import('#web/product/enlarged.tsx').then(({ Enlarged }) => Enlarged)

/**
 * A product's pictures: a row to swipe, and thumbnails. A tap or two fingers open the full-screen gallery. Without scripts the row still scrolls, and a tap
 * opens the picture's file.
 */
export function Gallery({ product }: { product: ProductDetail }) {
  const strip = useRef<HTMLUListElement>(null)
  const thumbs = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const pictures = picturesOf(product)
  const { enlarged, enlarge, close } = useEnlarged()

  const show = (at: number) => {
    const next = (at + pictures.length) % pictures.length
    setShown(next)
    strip.current?.scrollTo({ left: next * strip.current.clientWidth })
    return next
  }
  const onScroll = () => {
    if (strip.current) setShown(Math.round(strip.current.scrollLeft / strip.current.clientWidth))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = show(shown + step)
    thumbs.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div>
      <div className={product.is_available ? 'gallery-main' : 'gallery-main sold-out'}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul ref={strip} onScroll={onScroll} tabIndex={0} aria-label="Pictures">
          {pictures.map((picture, at) => (
            <li key={picture.image_url}>
              <MainPicture picture={picture} first={at === 0} onEnlarge={() => enlarge(at, picture.image_url)} />
            </li>
          ))}
        </ul>
        <div className="gallery-plate">
          <DiscountPlate percentage={product.discount_percentage} />
        </div>
        {!product.is_available && <span className="sold-out-band gallery-band">Out of Stock</span>}
      </div>
      {pictures.length > 1 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
        <div className="thumbnails" ref={thumbs} onKeyDown={onKeyDown}>
          {pictures.map(({ image_url }, at) => (
            <button
              type="button"
              key={image_url}
              aria-label={`Picture ${at + 1} of ${pictures.length}`}
              aria-current={at === shown || undefined}
              onClick={() => show(at)}
            >
              <Picture src={image_url} alt="" sizes="(min-width: 77.5rem) 155px, (min-width: 40rem) 13vw, 23vw" eager />
            </button>
          ))}
        </div>
      )}
      {enlarged && (
        <enlarged.Enlarged
          name={product.name}
          pictures={pictures}
          at={enlarged.at}
          onClose={(at) => {
            close()
            show(at)
          }}
        />
      )}
    </div>
  )
}

/** A picture that opens the full-screen gallery; the placeholder does not. */
function MainPicture({ picture: { image_url, alt_text }, first, onEnlarge }: { picture: GalleryPicture; first: boolean; onEnlarge: () => void }) {
  const drawn = <Picture src={image_url} alt={alt_text} sizes="(min-width: 77.5rem) 650px, (min-width: 40rem) 54vw, 94vw" first={first} />
  if (!image_url) return drawn
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onEnlarge()
  }
  return (
    <a
      href={image_url}
      aria-label={`Enlarge: ${alt_text}`}
      data-tap
      suppressHydrationWarning
      draggable={false}
      onClick={open}
      onTouchStart={({ touches }) => touches.length === 2 && onEnlarge()}
    >
      {drawn}
    </a>
  )
}

/** The full-screen gallery and the index of its picture, null while it is closed. If the gallery does not load, a toast offers the file itself. */
function useEnlarged() {
  const [enlarged, setEnlarged] = useState<{ Enlarged: ComponentType<EnlargedProps>; at: number | null } | null>(null)
  // The visitor may have left the page while the gallery was loading.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      dismissTopic(toastTopic)
    }
  }, [])
  return {
    enlarged,
    enlarge: async (at: number, file: string) => {
      dismissTopic(toastTopic)
      try {
        const Enlarged = await fetchEnlarged()
        if (isMounted.current) setEnlarged({ Enlarged, at })
      } catch {
        if (isMounted.current) toastNotEnlarged(file)
      }
    },
    close: () => setEnlarged((before) => before && { ...before, at: null }),
  }
}

const toastTopic = 'enlarging a picture'
const toastNotEnlarged = (file: string) =>
  showToast({
    title: 'The picture could not be enlarged',
    // Not "try again": browsers may remember a failed import until the page is reloaded.
    text: 'Check your connection and reload the page, or open the picture alone.',
    tone: 'bad',
    action: { label: 'Open the picture alone', onAct: () => window.location.assign(file) },
    topic: toastTopic,
  })

type GalleryPicture = Pick<ProductPicture, 'image_url' | 'alt_text'>

/** The product's pictures, or its single picture, or the placeholder. */
function picturesOf({ images, image_url, name }: ProductDetail): GalleryPicture[] {
  if (images.length === 0) return [{ image_url: image_url ?? '', alt_text: name }]
  return images.map((image, at) => ({ image_url: image.image_url, alt_text: image.alt_text || `${name}, picture ${at + 1}` }))
}
