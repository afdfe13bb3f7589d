import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ProductCard } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { HeroSlide } from '#ui/shop/hero-slide.tsx'
import { productUrl } from '#web/addresses.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import type { Motion } from '#web/storefront/hero-motion.tsx'
import './hero.css'

/** What moves the slides comes after the page: until then, and without scripts, they are a strip to swipe. */
const HeroMotion = lazy(() => import('#web/storefront/hero-motion.tsx').then(({ HeroMotion }) => ({ default: HeroMotion })))

export function Hero({ products }: { products: ProductCard[] }) {
  const add = useAddToCart()
  const viewport = useRef<HTMLDivElement>(null)
  const [motion, setMotion] = useState<Motion | null>(null)
  const [selected, setSelected] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const still = useReducedMotion()
  const started = useStarted()
  const move = (step: -1 | 1) => (motion ? motion.move(step) : slideBy(viewport.current, step))
  const playing = !paused && !still

  return (
    <section
      className="hero tar"
      aria-roledescription="carousel"
      aria-label="Discover Our Products"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      <h1>Discover Our Products</h1>
      <div className="hero-c">
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} disabled={still} onClick={() => setPaused(!paused)} />
        <IconButton icon="back" label="Previous product" onClick={() => move(-1)} />
        <IconButton icon="next" label="Next product" onClick={() => move(1)} />
      </div>
      <div className={motion ? 'stage moved' : 'stage'} ref={viewport}>
        <div className="slides" aria-live={playing && !held ? 'off' : 'polite'}>
          {products.map((product, at) => (
            <HeroSlide
              key={product.id}
              product={product}
              href={productUrl(product.id)}
              place={`${at + 1} of ${products.length}`}
              onAdd={(each) => add(each, 'carousel')}
              away={motion !== null && at !== selected}
              first={at === 0}
              soon={started && at === (selected + 1) % products.length}
            />
          ))}
        </div>
      </div>
      <p className="count num" aria-hidden="true">
        {selected + 1} / {products.length}
      </p>
      {started && products.length > 1 && (
        <Suspense>
          <HeroMotion viewport={viewport} playing={playing && !held} onReady={setMotion} onSelect={setSelected} />
        </Suspense>
      )}
    </section>
  )
}

/** The strip without its motor: one slide on, by the browser's own scrolling. */
function slideBy(stage: HTMLElement | null, step: number) {
  stage?.scrollBy({ left: step * stage.clientWidth, behavior: 'smooth' })
}

/** False on the server and while the page is being taken over. */
function useStarted(): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  return started
}

function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(false)
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)')
    const look = () => setReduced(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return reduced
}
