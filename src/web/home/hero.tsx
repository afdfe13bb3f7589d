import { useRef } from 'react'
import type { ProductCard } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { HeroSlide } from '#ui/shop/hero-slide.tsx'
import { productUrl } from '#web/addresses.ts'
import { useInBrowser, useMedia } from '#web/browser/in-browser.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { useTouchedOrRested } from '#web/first-paint/lazy-parts.tsx'
import { useHeld } from '#web/home/use-held.ts'
import { useOnScreen } from '#web/home/use-on-screen.ts'
import { usePaused } from '#web/home/use-paused.ts'
import { useSlides } from '#web/home/use-slides.ts'
import './hero.css'

/** Milliseconds between slides (spec §9). */
const stay = () => 5000

export function Hero({ products }: { products: ProductCard[] }) {
  const add = useAddToCart()
  const band = useRef<HTMLElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const { held, holders } = useHeld()
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)')
  const isHydrated = useInBrowser()
  // Half of the first slide's time is enough for the next picture.
  const mayMove = useTouchedOrRested(2.5)
  const isOnScreen = useOnScreen(band)
  const { isPaused, setPaused } = usePaused('carousel', prefersStill)
  const isMoving = !isPaused && isOnScreen && !held
  const { selected, move, scrolling } = useSlides(row, { carousel: 'carousel', count: products.length, stay, playing: isMoving, jump: prefersStill })

  return (
    <section className="hero on-dark" ref={band} aria-roledescription="carousel" aria-label="Discover Our Products" {...holders}>
      <h1>Discover Our Products</h1>
      <div className="hero-controls">
        <IconButton icon={isPaused ? 'play' : 'pause'} label={isPaused ? 'Play' : 'Pause'} onClick={() => setPaused(!isPaused)} />
        <IconButton icon="back" label="Previous product" onClick={() => move(-1)} />
        <IconButton icon="next" label="Next product" onClick={() => move(1)} />
      </div>
      <div className="hero-stage" ref={row} {...scrolling}>
        <div className="hero-slides" aria-live={isMoving ? 'off' : 'polite'}>
          {products.map((product, at) => (
            <HeroSlide
              key={product.id}
              product={product}
              href={productUrl(product.id)}
              position={`${at + 1} of ${products.length}`}
              onAdd={(each) => add(each, 'carousel')}
              isHidden={isHydrated && at !== selected}
              first={at === 0}
              isNext={mayMove && at === (selected + 1) % products.length}
            />
          ))}
        </div>
      </div>
      <p className="hero-count tabular" aria-hidden="true">
        {`${selected + 1} / ${products.length}`}
      </p>
    </section>
  )
}
