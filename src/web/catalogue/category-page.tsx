import { redirect } from 'react-router'
import { categoryTitle, isCategory, menuEntryOf, sneakersSlug, titleOf } from '#domain/catalogue.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { WallBoard, wallOf, walls } from '#ui/shop/wall-board.tsx'
import { categoryUrl, homeUrl } from '#web/addresses.ts'
import { isNarrowed, readFilter, readSlugOfPath } from '#web/catalogue/list-filter.ts'
import { loadList } from '#web/catalogue/load-list.ts'
import { menuLinks, ProductList } from '#web/catalogue/product-list.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { keepLists } from '#web/lists/load-more.tsx'
import { readCursor } from '#web/lists/load-page.ts'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'
import { listData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/category-page.ts'
import './list.css'

/**
 * A category page, including the products of its subcategories; an unknown slug is shown as the title (spec §2). A former address leads on; a hidden category is
 * no search engine's.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const slug = readSlugOfPath(params.slug)
  const { menu, rows, moved } = await readCategories(ctx)
  const now = slug && moved.get(slug)
  // The server adds the query as it came (server/pages/serve-pages.ts).
  if (now) throw redirect(categoryUrl(now), 301)
  const row = slug ? rows.get(slug) : undefined
  const shown = {
    title: row ? titleOf(menu, row) : categoryTitle(menu, slug),
    isListed: !slug || isCategory(menu, slug),
    picture: row?.image_url ?? null,
  }
  const { search: _, category: __, ...filter } = readFilter(query)
  const list = await loadList(ctx, { ...filter, category: slug }, readCursor(query))
  return publicPage({ slug: slug ?? null, ...shown, filter, ...list }, [
    slug && slug !== sneakersSlug && !list.instead ? pageKeys.category(slug) : pageKeys.lists,
  ])
}

export const clientMiddleware = [keepLists]

export const headers = loaderHeaders

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const slug = loaderData?.slug ?? undefined
  const { title = 'Products', isListed = true } = loaderData ?? {}
  return pageMeta(matches, {
    title,
    description: `${title} on our shelf, with sizes and prices in KSh. Pay with M-Pesa.`,
    path: isListed ? categoryUrl(slug) : null,
    picture: loaderData?.list.products[0]?.image_url,
    unlisted: loaderData?.cursor != null,
  })
}

export default function CategoryPage({ loaderData: { slug, title, isListed, picture, ...list } }: Route.ComponentProps) {
  const menu = useMenu()
  const entry = slug ? menuEntryOf(menu, slug) : null
  const isChild = entry !== null && entry.slug !== slug
  const trail = [{ to: homeUrl, label: 'Home' }, ...(isChild ? [{ to: categoryUrl(entry.slug), label: entry.label }] : [])]
  const current = { to: categoryUrl(slug ?? undefined), label: title }
  const shop = useShop()
  return (
    <>
      <WallBoard
        wall={slug === sneakersSlug ? walls.butter : wallOf(entry ? menu.indexOf(entry) : -1)}
        picture={picture}
        trail={trail}
        here={title}
        title={title}
        route={
          entry && entry.children.length > 0
            ? [entry, ...entry.children].map(({ slug, label }) => ({ to: categoryUrl(slug), label }))
            : menuLinks(menu)
        }
        routeLabel={entry?.label ?? 'Categories'}
        current={current.to}
      />
      <ProductList base={current.to} {...list} />
      {isListed && !list.cursor && !isNarrowed(list.filter) && (
        <StructuredData key={current.to} graph={listData(shop, { trail, current }, list.list.products)} />
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
