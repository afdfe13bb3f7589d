import { categoryMenu, categoryTitle, isCategory, type MenuEntry, menuEntryOf, sneakersSlug } from '#domain/catalogue.ts'
import { WallBoard, wallOf } from '#ui/shop/wall-board.tsx'
import { categoryUrl, homeUrl, productsUrl } from '#web/addresses.ts'
import { isNarrowed, readFilter, readSlugOfPath } from '#web/catalogue/list-filter.ts'
import { loadList } from '#web/catalogue/load-list.ts'
import { ProductList } from '#web/catalogue/product-list.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { keepListOnError } from '#web/lists/load-more.tsx'
import { readCursor } from '#web/lists/read-query.ts'
import { loaderHeaders, pageMeta, publicPage } from '#web/page.ts'
import { pageKeys } from '#web/page-keys.ts'
import { shopContext } from '#web/shop-context.ts'
import { useShop } from '#web/shop-facts.ts'
import { listData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/category-page.ts'
import './list.css'

/** A category page, including the products of its subcategories; an unknown slug is shown as the title (spec §2). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const slug = readSlugOfPath(params.slug)
  const { search: _, category: __, ...filter } = readFilter(query)
  const list = await loadList(ctx, { ...filter, category: slug }, readCursor(query))
  return publicPage({ slug: slug ?? null, filter, ...list }, [slug && slug !== sneakersSlug ? pageKeys.category(slug) : pageKeys.lists])
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keepListOnError(request, serverLoader)
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
  const current = { to: categoryUrl(slug ?? undefined), label: title }
  const shop = useShop()
  return (
    <>
      <WallBoard
        wall={wallOf(slug === sneakersSlug ? slug : entry?.slug)}
        trail={trail}
        here={title}
        title={title}
        route={siblingLinks(entry)}
        routeLabel={entry?.label ?? 'Categories'}
        current={current.to}
      />
      <ProductList base={current.to} {...list} />
      {(slug === null || isCategory(slug)) && !list.cursor && !isNarrowed(list.filter) && (
        <StructuredData key={current.to} graph={listData(shop, { trail, current }, list.list.products)} />
      )}
    </>
  )
}

/** The links beside a category: its siblings, or the top level of the menu if it has none. */
function siblingLinks(entry: MenuEntry | null) {
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
