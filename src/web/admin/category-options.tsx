import { titleOf } from '#domain/catalogue.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import { useMenu } from '#web/shop-facts.ts'

/** All categories, children under their parent. `by` says what an option stands for. */
export function CategoryOptions({ categories, by }: { categories: CategoryRow[]; by: 'id' | 'slug' }) {
  const menu = useMenu()
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((parent) => {
      const children = categories.filter(({ parent_id }) => parent_id === parent.id)
      if (children.length === 0)
        return (
          <option key={parent.id} value={parent[by]}>
            {withState(parent)}
          </option>
        )
      return (
        <optgroup key={parent.id} label={parent.name}>
          <option value={parent[by]}>{by === 'slug' ? `All ${parent.name}` : withState(parent)}</option>
          {children.map((child) => (
            <option key={child.id} value={child[by]}>
              {withState(child, titleOf(menu, child))}
            </option>
          ))}
        </optgroup>
      )
    })
}

function withState({ name, is_hidden }: CategoryRow, title = name): string {
  return is_hidden ? `${title} (hidden)` : title
}
