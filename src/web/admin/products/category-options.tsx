import { titleOf } from '#domain/catalogue.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'

/** All categories, children under their parent. `by` says what an option stands for. */
export function CategoryOptions({ categories, by }: { categories: CategoryRow[]; by: 'id' | 'slug' }) {
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((parent) => {
      const children = categories.filter(({ parent_id }) => parent_id === parent.id)
      if (children.length === 0)
        return (
          <option key={parent.id} value={parent[by]}>
            {parent.name}
          </option>
        )
      return (
        <optgroup key={parent.id} label={parent.name}>
          <option value={parent[by]}>{by === 'slug' ? `All ${parent.name}` : parent.name}</option>
          {children.map((child) => (
            <option key={child.id} value={child[by]}>
              {titleOf(child)}
            </option>
          ))}
        </optgroup>
      )
    })
}
