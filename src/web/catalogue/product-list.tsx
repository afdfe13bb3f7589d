import { Fragment, useId } from 'react'
import { useLocation } from 'react-router'
import { categoryTitle, type MenuEntry, type ProductCard, type ProductFilter, sneakersSlug } from '#domain/catalogue.ts'
import { formatCount, maxTotal } from '#domain/limits.ts'
import type { NamedCategory, SearchMeaning } from '#domain/search.ts'
import { whatsappUrl } from '#domain/shop.ts'
import type { Facets } from '#features/catalogue/list-facets.ts'
import type { ProductPage } from '#features/catalogue/product-lists.ts'
import type { Instead } from '#features/catalogue/search-shoes.ts'
import { ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { GridEmpty, GridSkeleton, ProductGrid } from '#ui/shop/product-grid.tsx'
import { categoryUrl, listUrl, productsUrl, productUrl } from '#web/addresses.ts'
import { CardLink } from '#web/affiliate/own-link.tsx'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { FilterForm } from '#web/catalogue/filter-form.tsx'
import { appliedFilters, isNarrowed } from '#web/catalogue/list-filter.ts'
import { useSlowNavigation } from '#web/layout/pending.tsx'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { useMenu, useShop } from '#web/shop-facts.ts'

interface ProductListProps {
  /** The path of the list; the filter is its query. */
  base: string
  filter: ProductFilter
  list: ProductPage
  facets: Facets
  /** How the search was understood, if no product name contains it. */
  meant: SearchMeaning | null
  /** The categories that the search may mean. */
  like: NamedCategory[]
  /** Products to show if the search found nothing. */
  instead: Instead | null
  /** Set on a later page, for browsers without scripts. */
  cursor: string | null
}

export function ProductList(props: ProductListProps) {
  const { base, filter, list, meant, like, instead, cursor } = props
  const { key } = useLocation()
  const { search, ...others } = filter
  const slow = useSlowNavigation()
  const menu = useMenu()
  const chips = appliedFilters(filter, (slug) => categoryTitle(menu, slug))
  return (
    <div className="container">
      <FilterForm key={key} base={base} filter={{ ...filter, ...filtersOf(meant) }} facets={props.facets} total={list.total} />
      {chips.length > 0 && (
        <ul className="filter-chips" aria-label="Applied filters">
          {chips.map(({ label, rest }) => (
            <li key={label}>
              <Link to={listUrl(base, rest)} preventScrollReset aria-label={`Remove filter ${label}`}>
                <span>{label}</span> <Icon name="close" small />
              </Link>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Link className="link" to={base} preventScrollReset>
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
      {meant && list.products.length > 0 && <SearchInterpretation meant={meant} />}
      {list.fuzzy && <FuzzyNotice search={search} categories={like} />}
      {slow?.pathname === base ? (
        <GridSkeleton />
      ) : list.products.length > 0 ? (
        <ResultGrid key={`${key}${cursor}`} {...props} />
      ) : (
        <>
          <GridEmpty query={search}>
            {isNarrowed(others) ? <ButtonLink to={listUrl(base, { search })}>Clear filters</ButtonLink> : <CategorySuggestions categories={like} />}
            {search && <AskOnWhatsApp search={search} />}
          </GridEmpty>
          {instead?.nearest && <ProductRow title={`The nearest we have: ${instead.nearest.words}`} products={instead.nearest.products} />}
          {instead && <ProductRow title="Popular shoes" products={instead.popular} />}
        </>
      )}
    </div>
  )
}

const cardLink = (product: ProductCard) => <CardLink product={product} />

function ResultGrid({ base, filter, list, cursor }: ProductListProps) {
  const add = useAddToCart()
  const loaded = useLoadMore(list, (nextCursor) => listUrl(base, filter, nextCursor))
  const products = loaded.pages.flatMap((page) => page.products)
  return (
    <>
      <h2 className="visually-hidden">Products</h2>
      <ProductGrid products={products} hrefOf={(product) => productUrl(product.id)} onAdd={(product) => add(product)} eager={4} below={cardLink} />
      <LoadMore
        always
        list={loaded}
        shown={`${products.length} of ${formatCount(list.total, maxTotal)} products shown`}
        what="products"
        back={cursor !== null && { to: listUrl(base, filter), label: 'Back to the first products' }}
      />
    </>
  )
}

/** A row of products below a search without results. */
function ProductRow({ title, products }: { title: string; products: ProductCard[] }) {
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

/** The filters that a search text contains, such as a size, which the form shows as selected. */
function filtersOf(meant: SearchMeaning | null): Pick<ProductFilter, 'size' | 'minPrice' | 'maxPrice' | 'sort'> {
  const { size, minPrice, maxPrice, sort } = meant ?? {}
  return { ...(size && { size }), ...(minPrice !== undefined && { minPrice }), ...(maxPrice !== undefined && { maxPrice }), ...(sort && { sort }) }
}

/** Shows how a search was understood, with links to the lists it means. */
function SearchInterpretation({ meant: { categories, size, words } }: { meant: SearchMeaning }) {
  if (words) return <p className="search-words">Showing {words}.</p>
  const lists = categories.map(({ slug, label }) => ({ to: categoryUrl(slug), label }))
  const shown = lists.length > 0 ? lists : [{ to: productsUrl, label: 'all shoes' }]
  return (
    <p className="search-words">
      Showing <Links links={shown.map(({ to, label }) => ({ to: listUrl(to, { size }), label }))} />
      {size && <> with size {size} in stock</>}.
    </p>
  )
}

/** Shown above products with similar names: the categories that the search may mean. */
function FuzzyNotice({ search = '', categories }: { search?: string; categories: NamedCategory[] }) {
  return (
    <>
      {categories.length > 0 && (
        <p className="search-words">
          Perhaps you mean <Links links={categories.map(({ slug, label }) => ({ to: categoryUrl(slug), label }))} />?
        </p>
      )}
      <p className="search-words">Nothing matched exactly; these come close.</p>
      <p className="search-words">
        Not what you meant? <AskOnWhatsApp search={search} inline />
      </p>
    </>
  )
}

/** Links to the categories that a search without results may mean. */
function CategorySuggestions({ categories }: { categories: NamedCategory[] }) {
  if (categories.length === 0) return <ButtonLink to={productsUrl}>All Products</ButtonLink>
  return categories.map(({ slug, label }) => (
    <ButtonLink key={slug} to={categoryUrl(slug)}>
      {label}
    </ButtonLink>
  ))
}

/** Asks the shop on WhatsApp, with the search as it was typed. */
function AskOnWhatsApp({ search, inline }: { search: string; inline?: boolean }) {
  const shop = useShop()
  const words = `Hello ${shop.name}, I am looking for “${search}” and did not find it in your shop. Do you have it?`
  if (!shop.whatsapp) return null
  return (
    <a className={inline ? undefined : buttonClass({ look: 'ghost' })} href={whatsappUrl(shop, words)} target="_blank" rel="noopener">
      {!inline && <Icon name="whatsapp" />} Ask on WhatsApp
    </a>
  )
}

function Links({ links }: { links: { to: string; label: string }[] }) {
  return links.map(({ to, label }, at) => (
    <Fragment key={to}>
      {at > 0 && (at === links.length - 1 ? ' and ' : ', ')}
      <Link to={to}>{label}</Link>
    </Fragment>
  ))
}

/** The links on the wall of a list that belongs to no entry of the menu. */
export function menuLinks(menu: MenuEntry[]): { to: string; label: string }[] {
  return [
    { to: productsUrl, label: 'All Products' },
    ...menu.map(({ slug, label }) => ({ to: categoryUrl(slug), label })),
    { to: categoryUrl(sneakersSlug), label: 'Sneakers' },
  ]
}
