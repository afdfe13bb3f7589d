import { categoryMenu, categoryTitle, isCategory, type MenuEntry, menuEntryOf, sneakersSlug } from '#domain/catalogue.ts'
import { categoryUrl, homeUrl, productsUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { loaderHeaders, pageMeta, publicPage } from '#web/page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useShop } from '#web/shop-facts.ts'
import { isNarrowed, readFilter, readPlace, readSlugOfPath } from '#web/storefront/list-filter.ts'
import { loadList } from '#web/storefront/load-list.ts'
import { orNoMore } from '#web/storefront/load-more.tsx'
import { ProductList } from '#web/storefront/product-list.tsx'
import { WallBoard, wallOf } from '#web/storefront/wall-board.tsx'
import { listData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/category.ts'
import './list.css'

/** A category with its children's products; an unknown slug is its own title (spec §2). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const slug = readSlugOfPath(params.slug)
  const { search: _, category: __, ...filter } = readFilter(query)
  return publicPage({ slug: slug ?? null, filter, ...(await loadList(ctx, { ...filter, category: slug }, readPlace(query))) })
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orNoMore(request, serverLoader)
}

export const headers = loaderHeaders

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const slug = loaderData?.slug ?? undefined
  const title = categoryTitle(slug)
  return pageMeta(matches, {
    title,
    description: `${title} on our shelf, with sizes and prices in KSh. Pay with M-Pesa.`,
    path: slug === undefined || isCategory(slug) ? categoryUrl(slug) : null,
    picture: loaderData?.list.products[0]?.image_url,
    unlisted: loaderData?.cursor != null,
  })
}

export default function CategoryPage({ loaderData: { slug, ...list } }: Route.ComponentProps) {
  const entry = slug ? menuEntryOf(slug) : null
  const title = categoryTitle(slug ?? undefined)
  const isChild = entry !== null && entry.slug !== slug
  const trail = [{ to: homeUrl, label: 'Home' }, ...(isChild ? [{ to: categoryUrl(entry.slug), label: entry.label }] : [])]
  const here = { to: categoryUrl(slug ?? undefined), label: title }
  const shop = useShop()
  return (
    <>
      <WallBoard
        wall={wallOf(slug === sneakersSlug ? slug : entry?.slug)}
        trail={trail}
        here={title}
        title={title}
        route={stops(entry)}
        routeLabel={entry?.label ?? 'Categories'}
        current={here.to}
      />
      <ProductList base={here.to} {...list} />
      {(slug === null || isCategory(slug)) && !list.cursor && !isNarrowed(list.filter) && (
        <StructuredData key={here.to} graph={listData(shop, { trail, here }, list.list.products)} />
      )}
    </>
  )
}

/** The siblings of a category, or the top of the menu where it has none. */
function stops(entry: MenuEntry | null) {
  if (entry && entry.children.length > 0) return [entry, ...entry.children].map(({ slug, label }) => ({ to: categoryUrl(slug), label }))
  return [
    { to: productsUrl, label: 'All Products' },
    ...categoryMenu.map(({ slug, label }) => ({ to: categoryUrl(slug), label })),
    { to: categoryUrl(sneakersSlug), label: 'Sneakers' },
  ]
}

export function ErrorBoundary() {
  return <ErrorPage />
}
