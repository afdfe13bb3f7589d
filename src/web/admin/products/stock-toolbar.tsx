import { lowStock } from '#domain/catalogue.ts'
import { formatCount } from '#domain/limits.ts'
import { describeMeaning, type SearchMeaning } from '#domain/search.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import type { StockFilter } from '#features/catalogue/stock-filter.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { CategoryOptions } from '#web/admin/category-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'

/** Search and filters of the product list. */
export function StockToolbar({
  filter,
  categories,
  ...counted
}: {
  filter: StockFilter
  categories: CategoryRow[]
  total: number | null
  highest: number
}) {
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

export function productCount(total: number, highest: number): string {
  return `${formatCount(total, highest)} ${total === 1 ? 'product' : 'products'}`
}

/** Says how the search was understood, if no product matches it literally. */
export function SearchReading({ meant, fuzzy }: { meant: SearchMeaning | null; fuzzy: boolean }) {
  if (meant) return <p className="read-as">Showing {describeMeaning(meant)}.</p>
  return fuzzy && <p className="read-as">Nothing matched exactly; these come close.</p>
}
