import { useEffect } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { lowStock } from '#domain/catalogue.ts'
import { describeMeaning, type SearchMeaning } from '#domain/search.ts'
import { type CategoryRow, listCategories } from '#features/catalogue/categories.ts'
import { listStock, type StockFilter } from '#features/catalogue/stock.ts'
import { deleteProduct } from '#features/catalogue/write-product.ts'
import { keepProductsView, readProductsView } from '#features/people/profiles.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { type AdminContext, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { productCount, StockList } from '#web/admin/products/stock-list.tsx'
import { readStockFilter, useStockUrls } from '#web/admin/products/stock-urls.ts'
import { freshList, listIsStale, type Uploads, useUploads } from '#web/admin/products/use-uploads.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { CategoryOptions } from '#web/admin/shared-fields.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { keepsForm } from '#web/forms/refusal.ts'
import { fromCursor, readCursor } from '#web/lists/load-page.ts'
import type { Route } from './+types/products-page.ts'
import './products.css'

/** Product Management (spec §2): the list, with dialogs at addresses of their own. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = readStockFilter(query)
  const chosen = query.get('as')
  if (chosen !== null) {
    await keepProductsView(ctx, chosen === 'table')
    query.delete('as')
    throw redirect(adminSectionUrl('products', Object.fromEntries(query)))
  }
  const [{ total, highest, meant, fuzzy, ...list }, categories, isTable] = await Promise.all([
    pageFrom(ctx, filter, readCursor(query)),
    listCategories(ctx),
    readProductsView(ctx),
  ])
  return { list, total, highest, meant, fuzzy, categories, filter, isTable, isLater: query.has('cursor') }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    delete: async (ctx, { id = '' }) => {
      await deleteProduct(ctx, id)
      return { title: 'Product deleted' }
    },
  })
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return freshList(serverLoader)
}

/** Opening or closing a dialog does not reload the list, unless an action in the dialog has changed it. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (formMethod === 'POST') return !keepsForm(actionResult)
  if (listIsStale()) return true
  return currentUrl.search === nextUrl.search && currentUrl.pathname !== nextUrl.pathname ? false : defaultShouldRevalidate
}

function pageFrom(ctx: AdminContext, filter: StockFilter, cursor: string | undefined) {
  return fromCursor(cursor, async (from) => {
    const { data, ...page } = await listStock(ctx, { ...filter, cursor: from })
    return { rows: data, ...page }
  })
}

/** The outlet context of the dialogs. */
export interface ProductsOutlet {
  categories: CategoryRow[]
  /** They survive the navigation from the form of a new product to its edit form. */
  uploads: Uploads
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const uploads = useUploads()
  const { pathname } = useLocation()
  const isOpen = pathname !== adminSectionUrl('products')
  // Closing a dialog discards its pending uploads.
  useEffect(() => {
    if (!isOpen) uploads.clear()
  }, [isOpen, uploads.clear])
  const { list, below } = useStockUrls()
  return (
    <>
      <SectionCard
        toolbar={<StockToolbar {...loaderData} />}
        action={
          <ButtonLink to={below('new')} preventScrollReset>
            <Icon name="plus" /> Add Product
          </ButtonLink>
        }
      >
        <PostedOutcome />
        {loaderData.list.rows.length > 0 && <SearchReading {...loaderData} />}
        {/* The key resets the list for other filters. */}
        <StockList key={list} {...loaderData} />
      </SectionCard>
      <Outlet context={{ categories: loaderData.categories, uploads } satisfies ProductsOutlet} />
    </>
  )
}

/** Search and filters of the product list. */
function StockToolbar({ filter, categories, ...counted }: { filter: StockFilter; categories: CategoryRow[]; total: number | null; highest: number }) {
  return (
    <AdminToolbar
      search={{ label: 'Search products', placeholder: 'Name, kind, style code or id', value: filter.search }}
      count={counted.total === null ? undefined : productCount(counted.total, counted.highest)}
      isNarrowed={Object.keys(filter).length > 0}
    >
      <SelectField label="Category" name="category" defaultValue={filter.category ?? ''}>
        <option value="">All</option>
        <CategoryOptions categories={categories} by="slug" />
      </SelectField>
      <SelectField label="Availability" name="availability" defaultValue={filter.availability ?? ''}>
        <option value="">All</option>
        <option value="available">Available</option>
        <option value="unavailable">Unavailable</option>
      </SelectField>
      <fieldset className="choices">
        <legend className="visually-hidden">Only</legend>
        <label>
          <input type="checkbox" name="featured" value="1" defaultChecked={filter.isFeatured} /> Featured
        </label>
        <label>
          <input type="checkbox" name="low" value="1" defaultChecked={filter.isLow} /> Low stock
          <span className="visually-hidden">, some size has {lowStock} pairs or fewer</span>
        </label>
      </fieldset>
    </AdminToolbar>
  )
}

/** Says how the search was understood, if no product matches it literally. */
function SearchReading({ meant, fuzzy }: { meant: SearchMeaning | null; fuzzy: boolean }) {
  if (meant) return <p className="read-as">Showing {describeMeaning(meant)}.</p>
  return fuzzy && <p className="read-as">Nothing matched exactly; these come close.</p>
}
