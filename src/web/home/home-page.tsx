import { Suspense, useRef } from 'react'
import { type ProductCard as Product, sizeRange } from '#domain/catalogue.ts'
import { formatCount, maxTotal } from '#domain/limits.ts'
import { type StripEntry, slideMilliseconds } from '#domain/strip-rules.ts'
import { type HomeShelves, listHome } from '#features/catalogue/featured-products.ts'
import { listStrip } from '#features/content/home-strip.ts'
import { Button, ButtonLink, IconButton } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty-state.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { DiscountPlate, Price } from '#ui/shop/price.tsx'
import { ProductCard, ProductGrid } from '#ui/shop/product-grid.tsx'
import { homeUrl, listUrl, productsUrl, productUrl } from '#web/addresses.ts'
import { CardLink } from '#web/affiliate/own-link.tsx'
import { useInBrowser, useMedia } from '#web/browser/browser-state.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { lazyPart, useTouchedOrRested } from '#web/first-paint/lazy-parts.tsx'
import { useHeld, useOnScreen, usePaused, useSlides } from '#web/home/use-slides.ts'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useShop } from '#web/shop-facts.ts'
import { homeData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/home-page.ts'
import './hero.css'
import './home.css'

/** Loaded only if there are ads or promotions. The server renders it with the page, so it waits for nothing there, and its styles are part of the page. */
const Strip = import.meta.env.SSR
  ? (await import('#web/home/strip.tsx')).Strip
  : lazyPart(() => import('#web/home/strip.tsx').then(({ Strip }) => Strip))

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const [shelves, strip] = await Promise.all([listHome(ctx), listStrip(ctx)])
  return publicPage({ ...shelves, strip }, [pageKeys.lists, pageKeys.content])
}

export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Home',
    description: 'Shoes and sneakers for Kenya: sandals, heels, flats, loafers and runners. Prices in KSh, pay with M-Pesa.',
    path: homeUrl,
  })
}

export default function HomePage({ loaderData: { strip, carousel, featured, latest } }: Route.ComponentProps) {
  const shop = useShop()
  return (
    <>
      <FirstScreen strip={strip} carousel={carousel} />
      {featured.length > 0 && <Featured products={featured} />}
      <Latest first={latest} />
      <StructuredData graph={homeData(shop, latest.products)} />
    </>
  )
}

/** Strip and carousel both play by themselves, half a beat apart (`millisecondsToMove`). Shoes come before a strip of nothing but networks' ads. */
function FirstScreen({ strip, carousel }: { strip: StripEntry[]; carousel: Product[] }) {
  const shop = useShop()
  const shown = strip.length > 0 && (
    <Suspense fallback={<div className="strip strip-room" />}>
      <Strip entries={strip} />
    </Suspense>
  )
  return (
    <>
      {!strip[0]?.isSponsored && shown}
      {carousel.length > 0 ? (
        <Hero products={carousel} />
      ) : (
        <div className="welcome">
          <Empty heading title={`Welcome to ${shop.name}`} text="Check back soon for new arrivals" />
        </div>
      )}
      {strip[0]?.isSponsored && shown}
    </>
  )
}

const allProductsLink = { to: productsUrl, label: 'All Products' }

function Featured({ products }: { products: Product[] }) {
  const add = useAddToCart()
  return (
    <section className="container section" aria-labelledby="featured">
      <SectionHeading id="featured" title="Featured Products" link={allProductsLink} />
      <div className="featured">
        {products.map((product, at) => (
          <ProductCard key={product.id} product={product} href={productUrl(product.id)} onAdd={(each) => add(each)} big={at === 0}>
            <CardLink product={product} />
          </ProductCard>
        ))}
      </div>
    </section>
  )
}

function Latest({ first }: { first: HomeShelves['latest'] }) {
  const add = useAddToCart()
  const loaded = useLoadMore(first, nextPage)
  const products = loaded.pages.flatMap((page) => page.products)
  return (
    <section className="container section" aria-labelledby="latest">
      <SectionHeading id="latest" title="Latest Products" link={allProductsLink} />
      {products.length > 0 ? (
        <ProductGrid products={products} hrefOf={({ id }) => productUrl(id)} onAdd={(product) => add(product)} below={cardLink} />
      ) : (
        <Empty title="No Products Available" text="Check back soon for new arrivals" />
      )}
      {products.length > 0 && (
        <LoadMore always list={loaded} shown={`${products.length} of ${formatCount(first.total, maxTotal)} products shown`} what="products" />
      )}
    </section>
  )
}

const cardLink = (product: Product) => <CardLink product={product} />

/** More of Latest comes from All Products: both are sorted by newest first. */
function nextPage(cursor: string): string {
  return listUrl(productsUrl, {}, cursor)
}

export function ErrorBoundary() {
  return <ErrorPage />
}

const stay = () => slideMilliseconds

function Hero({ products }: { products: Product[] }) {
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

function SectionHeading({ title, link, id }: { title: string; link?: { to: string; label: string }; id?: string }) {
  return (
    <div className="section-heading">
      <h2 id={id}>{title}</h2>
      {link && <Link to={link.to}>{link.label}</Link>}
    </div>
  )
}

interface HeroSlideProps {
  product: Product
  href: string
  /** `1 of 10`. */
  position: string
  onAdd: (product: Product) => void
  /** Not the current slide: hidden from keyboard and screen readers. */
  isHidden: boolean
  first: boolean
  /** The next slide: its picture is loaded in advance. */
  isNext: boolean
}

/** A slide of the home page's carousel: the product's picture beside its name, price and buttons. */
function HeroSlide({ product, href, position, onAdd, isHidden, first, isNext }: HeroSlideProps) {
  const { name } = product
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset
    <div className="hero-slide" role="group" aria-roledescription="slide" aria-label={position} inert={isHidden}>
      <figure>
        {/* Hidden from screen readers and the keyboard: View Details leads to the same page. */}
        <Link to={href} tabIndex={-1} aria-hidden="true">
          <Picture src={product.image_url} alt={name} sizes="(min-width: 48rem) 56vw, 100vw" first={first} eager={first || isNext} />
        </Link>
      </figure>
      <div className="hero-text">
        <div className="hero-above">
          {/* A smaller font keeps a long name above the line. */}
          <h2 className={name.length > 20 ? 'long-name' : undefined}>{name}</h2>
          <p>{product.blurb}</p>
        </div>
        <div className="hero-below">
          <div className="hero-price">
            <Price now={product.unit_price} was={product.price} />
            <DiscountPlate percentage={product.discount_percentage} />
            <span className="visually-hidden">Sizes {sizeRange(product.sizes)}</span>
          </div>
          <div className="hero-acts">
            <Button look="line" aria-label={`Add to Cart: ${name}`} onClick={() => onAdd(product)}>
              Add to Cart
            </Button>
            <ButtonLink look="tar" to={href} prefetch="intent" aria-label={`View Details: ${name}`}>
              View Details
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
