import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { categoryTitle, type ProductCard, type ProductFilter } from '#domain/catalogue.ts'
import type { SearchMeaning } from '#domain/search.ts'
import type { Facets } from '#features/catalogue/list-facets.ts'
import type { Instead } from '#features/catalogue/list-instead.ts'
import type { ProductPage } from '#features/catalogue/list-products.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { GridEmpty, GridSkeleton, ProductGrid } from '#ui/shop/product-grid.tsx'
import { listUrl, productUrl } from '#web/addresses.ts'
import { CardLink } from '#web/affiliate/card-link.tsx'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { FilterForm } from '#web/storefront/filter-form.tsx'
import { appliedFilters, isNarrowed } from '#web/storefront/list-filter.ts'
import { LoadMore, useAppended } from '#web/storefront/load-more.tsx'
import { useSlowNavigation } from '#web/storefront/pending.tsx'
import { AskOnWhatsApp, CloseTo, OtherWays, Understood } from '#web/storefront/search-words.tsx'

interface ProductListProps {
  /** Where the list lives; the filter goes into its query. */
  base: string
  filter: ProductFilter
  list: ProductPage
  facets: Facets
  /** What the search was read as where no name has it. */
  meant: SearchMeaning | null
  /** For a search that found nothing. */
  instead: Instead | null
  /** Set on a later page, for browsers without scripts. */
  cursor: string | null
}

export function ProductList(props: ProductListProps) {
  const { base, filter, list, meant, instead, cursor } = props
  const { key } = useLocation()
  const { search, ...others } = filter
  const slow = useSlowNavigation()
  const chips = appliedFilters(filter, categoryTitle)
  return (
    <div className="wrap">
      <FilterForm key={key} base={base} filter={{ ...filter, ...chosenBy(meant) }} facets={props.facets} total={list.total} />
      {chips.length > 0 && (
        <ul className="chips" aria-label="Applied filters">
          {chips.map(({ label, rest }) => (
            <li key={label}>
              <Link to={listUrl(base, rest)} preventScrollReset aria-label={`Remove filter ${label}`}>
                <span>{label}</span> <Icon name="close" small />
              </Link>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Link className="lnk" to={base} preventScrollReset>
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
      {meant && list.products.length > 0 && <Understood meant={meant} />}
      {list.fuzzy && <CloseTo search={search} />}
      {slow?.pathname === base ? (
        <GridSkeleton />
      ) : list.products.length > 0 ? (
        <Shelf key={`${key}${cursor}`} {...props} />
      ) : (
        <>
          <GridEmpty query={search}>
            {isNarrowed(others) ? <ButtonLink to={listUrl(base, { search })}>Clear filters</ButtonLink> : <OtherWays search={search} />}
            {search && <AskOnWhatsApp search={search} />}
          </GridEmpty>
          {instead?.nearest && <Row title={`The nearest we have: ${instead.nearest.words}`} products={instead.nearest.products} />}
          {instead && <Row title="Popular shoes" products={instead.popular} />}
        </>
      )}
    </div>
  )
}

const cardLink = (product: ProductCard) => <CardLink product={product} />

function Shelf({ base, filter, list, cursor }: ProductListProps) {
  const add = useAddToCart()
  const { pages, next, loading, failed, more } = useAppended(list, (place) => listUrl(base, filter, place))
  const products = pages.flatMap((page) => page.products)
  return (
    <>
      <h2 className="sr">Products</h2>
      <ProductGrid products={products} hrefOf={(product) => productUrl(product.id)} onAdd={(product) => add(product)} eager={4} below={cardLink} />
      <LoadMore
        href={next && listUrl(base, filter, next)}
        loading={loading}
        failed={failed}
        onMore={more}
        shown={`${products.length} of ${list.total} products shown`}
        what="products"
      />
      {cursor && (
        <p className="more">
          <Link className="lnk" to={listUrl(base, filter)}>
            Back to the first products
          </Link>
        </p>
      )}
    </>
  )
}

/** Shoes below a search that found none. */
function Row({ title, products }: { title: string; products: ProductCard[] }) {
  const add = useAddToCart()
  const id = useId()
  if (products.length === 0) return null
  return (
    <section className="instead" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ProductGrid products={products} hrefOf={(product) => productUrl(product.id)} onAdd={(product) => add(product)} below={cardLink} />
    </section>
  )
}

/** What the words of a search chose stands in the form as if it had been chosen there. */
function chosenBy(meant: SearchMeaning | null): Pick<ProductFilter, 'size' | 'minPrice' | 'maxPrice' | 'sort'> {
  const { size, minPrice, maxPrice, sort } = meant ?? {}
  return { ...(size && { size }), ...(minPrice !== undefined && { minPrice }), ...(maxPrice !== undefined && { maxPrice }), ...(sort && { sort }) }
}
