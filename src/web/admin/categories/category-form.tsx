import { writtenOfCategory } from '#domain/category.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'
import { Tick } from '#web/admin/shared-fields.tsx'

/** All that is said of a category. */
export function CategoryForm({ categories, ...form }: EditedRow<CategoryRow> & { categories: CategoryRow[] }) {
  const { row } = form
  const above = categories.filter(({ id, parent_id }) => parent_id === null && id !== row?.id)
  const behind = row
    ? 'Behind /category/. When you change it, the former one leads to the new one.'
    : 'Behind /category/. Left empty, it is made of the name.'
  return (
    <ResourceForm {...form} columns={writtenOfCategory} one="category" className="category-form">
      {(field, { errorOf, typed }) => (
        <>
          {field('name')}
          {field('parent_id', {
            optional: false,
            options: [['', 'None: in the menu itself'], ...above.map(({ id, name }): [string, string] => [id, name])],
          })}
          {field('slug', { optional: !row, required: false, hint: behind, autoCapitalize: 'none', spellCheck: false })}
          {errorOf('take_address') && (
            <Tick name="take_address" label="Take this address all the same" hint={errorOf('take_address') ?? ''} first={false} typed={typed} />
          )}
          {field('image_url')}
          <div className="choices">
            {field('is_sneaker')}
            {field('is_hidden')}
          </div>
        </>
      )}
    </ResourceForm>
  )
}
