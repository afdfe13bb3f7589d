import { readCategories } from '#features/catalogue/categories.ts'
import { WallBoard, walls } from '#ui/shop/wall-board.tsx'
import { homeUrl, productsUrl } from '#web/addresses.ts'
import { isNarrowed, readFilter } from '#web/catalogue/list-filter.ts'
import { loadList } from '#web/catalogue/load-list.ts'
import { menuLinks, ProductList } from '#web/catalogue/product-list.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { keepLists } from '#web/lists/load-more.tsx'
import { readCursor } from '#web/lists/load-page.ts'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'
import { listData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/all-products-page.ts'
import './list.css'

/** All products, or with `?search=` the search results (spec §2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const asked = readFilter(query)
  const { moved } = await readCategories(ctx)
  const filter = asked.category ? { ...asked, category: moved.get(asked.category) ?? asked.category } : asked
  return publicPage({ filter, ...(await loadList(ctx, filter, readCursor(query))) }, [pageKeys.lists])
}

export const clientMiddleware = [keepLists]

export const headers = loaderHeaders

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const search = loaderData?.filter.search
  return pageMeta(matches, {
    title: search ? `Search Results for "${search}"` : 'All Products',
    description: 'Every shoe and sneaker on our shelf, with sizes and prices in KSh. Pay with M-Pesa.',
    path: productsUrl,
    unlisted: search !== undefined || loaderData?.cursor != null,
  })
}

const breadcrumb = { trail: [{ to: homeUrl, label: 'Home' }], current: { to: productsUrl, label: 'All Products' } }

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { filter, cursor, list } = loaderData
  const { search } = filter
  const shop = useShop()
  const route = menuLinks(useMenu())
  return (
    <>
      <WallBoard
        wall={search ? walls.chalk : walls.sky}
        trail={[{ to: homeUrl, label: 'Home' }, ...(search ? [{ to: productsUrl, label: 'All Products' }] : [])]}
        here={search ? 'Search Results' : 'All Products'}
        title={search ? `Search Results for "${search}"` : 'All Products'}
        route={route}
        routeLabel="Categories"
        current={search ? undefined : productsUrl}
      />
      <ProductList base={productsUrl} {...loaderData} />
      {!isNarrowed(filter) && !cursor && <StructuredData graph={listData(shop, breadcrumb, list.products)} />}
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
