import { writtenOfCategory } from '#domain/category.ts'
import { listCategorySummaries, summaryOf } from '#features/catalogue/categories.ts'
import { changeCategory } from '#features/catalogue/write-category.ts'
import { CategoryForm } from '#web/admin/categories/category-form.tsx'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { readColumns } from '#web/admin/resource-acts.ts'
import { changedFields, parseSnapshot } from '#web/admin/snapshot-fields.tsx'
import type { Route } from './+types/edit-category-page.ts'
import '../content.css'
import './categories.css'

export async function loader(args: Route.LoaderArgs) {
  const categories = await listCategorySummaries(asAdmin(args))
  return { categories, row: await loadOne(async () => summaryOf(categories, args.params.id)) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, sent) => {
      const seen = parseSnapshot(sent.snapshot)
      const changed = changedFields(readColumns(writtenOfCategory, sent), seen)
      await changeCategory(ctx, args.params.id, { ...changed, take_address: sent.take_address === 'on' }, seen)
      return { title: 'Category saved', text: changed.slug ? 'Its former address leads to the new one.' : undefined }
    },
  })
}

export default function EditCategory({ loaderData: { row, categories } }: Route.ComponentProps) {
  return (
    <EditSheet section="categories" table="categories" row={{ id: row.id, title: row.name }} heading={`Edit ${row.name}`}>
      {(form) => (
        <>
          <CategoryForm key={row.id} row={row} categories={categories} {...form} />
          {row.former.length > 0 && (
            <p className="intro former-addresses">Addresses that lead here: {row.former.map((slug) => `/category/${slug}`).join(', ')}</p>
          )}
        </>
      )}
    </EditSheet>
  )
}
