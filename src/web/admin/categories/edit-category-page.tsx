import { listCategorySummaries, summaryOf } from '#features/catalogue/category-summaries.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { categoryActs } from '#web/admin/categories/category-acts.ts'
import { CategoryForm } from '#web/admin/categories/category-form.tsx'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { loadOne } from '#web/admin/load-one.ts'
import type { Route } from './+types/edit-category-page.ts'
import '../content.css'
import './categories.css'

export async function loader(args: Route.LoaderArgs) {
  const categories = await listCategorySummaries(asAdmin(args))
  return { categories, row: await loadOne(async () => summaryOf(categories, args.params.id)) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, categoryActs(args.params.id))
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
