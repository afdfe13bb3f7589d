import { Suspense, useRef, useState } from 'react'
import type { ProductCard } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { HeroSlide } from '#ui/shop/hero-slide.tsx'
import { productUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/in-browser.ts'
import { lazyPart } from '#web/browser/lazy-part.ts'
import { useMedia } from '#web/browser/use-media.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import type { Motion } from '#web/home/carousel-motion.tsx'
import { slideBy } from '#web/home/slide-by.ts'
import { useHeld } from '#web/home/use-held.ts'
import './hero.css'

/** Loaded after the page: until then, and without scripts, the slides are a row to swipe. */
const CarouselMotion = lazyPart(() => import('#web/home/carousel-motion.tsx').then(({ CarouselMotion }) => CarouselMotion))
/** Milliseconds between slides (spec §9). */
const stay = 5000

interface HeroProps {
  products: ProductCard[]
  /** The strip above is moving: the carousel waits. */
  isWaiting: boolean
  onPlay: () => void
}

export function Hero({ products, isWaiting, onPlay }: HeroProps) {
  const add = useAddToCart()
  const viewport = useRef<HTMLDivElement>(null)
  const [motion, setMotion] = useState<Motion | null>(null)
  const [selected, setSelected] = useState(0)
  const [playChoice, setPlayChoice] = useState<boolean | null>(null)
  const { held, holders } = useHeld()
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)')
  const isHydrated = useInBrowser()
  const move = (step: -1 | 1) => (motion ? motion.move(step) : slideBy(viewport.current, step))
  // With reduced motion the slides move only after Play was pressed.
  const playing = !isWaiting && (playChoice ?? !prefersStill)
  const play = (isWanted: boolean) => {
    setPlayChoice(isWanted)
    if (isWanted) onPlay()
  }

  return (
    <section className="hero on-dark" aria-roledescription="carousel" aria-label="Discover Our Products" {...holders}>
      <h1>Discover Our Products</h1>
      <div className="hero-controls">
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} onClick={() => play(!playing)} />
        <IconButton icon="back" label="Previous product" onClick={() => move(-1)} />
        <IconButton icon="next" label="Next product" onClick={() => move(1)} />
      </div>
      <div className={motion ? 'hero-stage hero-scripted' : 'hero-stage'} ref={viewport}>
        <div className="hero-slides" aria-live={playing && !held ? 'off' : 'polite'}>
          {products.map((product, at) => (
            <HeroSlide
              key={product.id}
              product={product}
              href={productUrl(product.id)}
              position={`${at + 1} of ${products.length}`}
              onAdd={(each) => add(each, 'carousel')}
              isHidden={motion !== null && at !== selected}
              first={at === 0}
              isNext={isHydrated && at === (selected + 1) % products.length}
            />
          ))}
        </div>
      </div>
      <p className="hero-count tabular" aria-hidden="true">
        {selected + 1} / {products.length}
      </p>
      {isHydrated && products.length > 1 && (
        <Suspense>
          <CarouselMotion viewport={viewport} stay={stay} playing={playing && !held} jump={prefersStill} onReady={setMotion} onSelect={setSelected} />
        </Suspense>
      )}
    </section>
  )
}
