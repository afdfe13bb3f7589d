import { randomUUID } from 'node:crypto'
import { listCategorySummaries } from '#features/catalogue/category-summaries.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { categoryListActs } from '#web/admin/categories/category-acts.ts'
import { CategoryForm } from '#web/admin/categories/category-form.tsx'
import { CategoryList } from '#web/admin/categories/category-item.tsx'
import { NewBox } from '#web/admin/new-box.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import type { Route } from './+types/categories-page.ts'
import '../content.css'
import './categories.css'

export async function loader(args: Route.LoaderArgs) {
  return { categories: await listCategorySummaries(asAdmin(args)), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, categoryListActs)
}

export default function CategoriesPage({ loaderData: { categories, key } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <PostedOutcome />
      <NewBox label="New category" isFirst={categories.length === 0} visitKey={key}>
        {(form) => <CategoryForm row={null} categories={categories} {...form} />}
      </NewBox>
      <CategoryList under={null} categories={categories} />
    </SectionCard>
  )
}
