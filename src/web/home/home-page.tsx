import { Suspense } from 'react'
import type { ProductCard as Product } from '#domain/catalogue.ts'
import { formatCount, maxTotal } from '#domain/counting.ts'
import type { StripEntry } from '#domain/strip-rules.ts'
import { type HomeShelves, listHome } from '#features/catalogue/list-home.ts'
import { listStrip } from '#features/content/home-strip.ts'
import { Empty } from '#ui/kit/empty.tsx'
import { SectionHeading } from '#ui/kit/section-heading.tsx'
import { ProductCard } from '#ui/shop/product-card.tsx'
import { ProductGrid } from '#ui/shop/product-grid.tsx'
import { homeUrl, listUrl, productsUrl, productUrl } from '#web/addresses.ts'
import { CardLink } from '#web/affiliate/card-link.tsx'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { lazyPart } from '#web/first-paint/lazy-parts.tsx'
import { Hero } from '#web/home/hero.tsx'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useShop } from '#web/shop-facts.ts'
import { homeData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/home-page.ts'
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
