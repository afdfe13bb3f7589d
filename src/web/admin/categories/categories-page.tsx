import { randomUUID } from 'node:crypto'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Link } from 'react-router'
import { writtenOfCategory } from '#domain/category.ts'
import { type CategorySummary, listCategorySummaries } from '#features/catalogue/categories.ts'
import { changeCategory, createCategory, deleteCategory } from '#features/catalogue/write-category.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { AdminForm, ConfirmForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { CategoryForm } from '#web/admin/categories/category-form.tsx'
import { NewBox } from '#web/admin/new-row-form.tsx'
import { adminCategoryUrl } from '#web/admin/panel-addresses.ts'
import { type Act, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { readColumns } from '#web/admin/resource-acts.ts'
import { RowActs } from '#web/admin/resource-rows.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { CategoryOptions } from '#web/admin/shared-fields.tsx'
import { MoveActs, type RowPlace, SortableList, useSortableRow } from '#web/admin/sortable-list.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/categories-page.ts'
import '../content.css'
import './categories.css'

export async function loader(args: Route.LoaderArgs) {
  return { categories: await listCategorySummaries(asAdmin(args)), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, acts)
}

const acts: Record<string, Act> = {
  create: async (ctx, sent) => {
    const { slug, ...columns } = readColumns(writtenOfCategory, sent)
    const made = await createCategory(ctx, { ...columns, ...(slug !== '' && { slug }), take_address: sent.take_address === 'on' }, sent.key)
    return { title: 'Category created', text: made.is_hidden ? `Its page is /category/${made.slug}.` : 'It stands in the menu now.' }
  },
  place: async (ctx, { id = '', position }) => {
    await changeCategory(ctx, id, { position: Number(position) })
    return { title: 'Menu updated' }
  },
  switch: async (ctx, { id = '', is_hidden }) => {
    const { name } = await changeCategory(ctx, id, { is_hidden: is_hidden === 'on' })
    return {
      title: is_hidden === 'on' ? 'Category hidden' : 'Category shown',
      text: `${name} is in ${is_hidden === 'on' ? 'no menu' : 'the menu'} now.`,
    }
  },
  delete: async (ctx, { id = '', products_to }) => {
    const { products } = await deleteCategory(ctx, id, { ...(products_to && { products_to }) })
    const moved = `${products.toLocaleString('en-KE')} ${products === 1 ? 'product' : 'products'}`
    if (!products_to || products_to === 'none')
      return { title: 'Category deleted', text: products > 0 ? `${moved} stand in no category now.` : undefined }
    return { title: 'Category merged', text: `${moved} went along, and its address leads there.` }
  },
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

interface CategoryListProps {
  /** Those that stand under this one; null for the top. */
  under: CategorySummary | null
  categories: CategorySummary[]
}

/** The categories of one level, in the order of the menu, each with those under it. */
function CategoryList({ under, categories }: CategoryListProps) {
  const rows = categories.filter(({ parent_id }) => parent_id === (under?.id ?? null))
  const list = { id: `categories-${under?.id ?? 'top'}`, noun: 'category', className: 'category-list', intent: 'place', field: 'position' }
  return (
    <SortableList {...list} rows={rows} strategy={verticalListSortingStrategy}>
      {(category, place) => <CategoryItem key={category.id} category={category} categories={categories} {...place} />}
    </SortableList>
  )
}

function CategoryItem({ category, categories, ...place }: RowPlace & { category: CategorySummary; categories: CategorySummary[] }) {
  const { id, name, slug, image_url, products, is_hidden, is_sneaker } = category
  const { row, handle } = useSortableRow(id)
  const parent = categories.find((each) => each.id === category.parent_id)
  const label = parent ? `${name} of ${parent.name}` : name
  const to = adminCategoryUrl(id, useRange())
  return (
    <li {...row}>
      <div className="category-item">
        <div className="category-moves when-scripted">
          <MoveActs label={label} handle={handle} {...place} />
        </div>
        {image_url && <Picture src={image_url} alt="" sizes="60px" />}
        <div className="category-facts">
          <h2>
            <Link className="link" to={to}>
              {name}
            </Link>
          </h2>
          <p className="content-facts">
            <span className="content-address">/category/{slug}</span>
            <span className="tabular">{countOf(products)}</span>
            {is_sneaker && <Badge tone="lake">Sneakers</Badge>}
            {is_hidden && <Badge tone="grey">Hidden</Badge>}
          </p>
        </div>
        <RowActs>
          <Link className="button button-ghost button-small" to={to} aria-label={`Edit ${label}`}>
            Edit
          </Link>
          <AdminForm
            intent="switch"
            hidden={{ id, is_hidden: is_hidden ? 'off' : 'on' }}
            submit={is_hidden ? 'Show' : 'Hide'}
            name={`${is_hidden ? 'Show' : 'Hide'} ${label}`}
            busy="Saving..."
            look="ghost"
            small
          />
          <RemoveForm category={category} categories={categories} label={label} />
        </RowActs>
      </div>
      <CategoryList under={category} categories={categories} />
    </li>
  )
}

/** Merges a category into another, or deletes it: both ask where its products go. */
function RemoveForm({ category, categories, label }: { category: CategorySummary; categories: CategorySummary[]; label: string }) {
  const { id, name, slug, products } = category
  const children = categories.filter(({ parent_id }) => parent_id === id).length
  const isEmpty = products + children === 0
  return (
    <ConfirmForm
      intent="delete"
      hidden={{ id }}
      label="Merge or delete"
      buttonName={`Merge or delete ${label}`}
      title={`Merge or delete ${name}?`}
      text={
        <p>
          {isEmpty ? 'It holds no products. ' : `It holds ${countOf(products)}${children > 0 ? `, and ${children} categories stand under it` : ''}. `}
          Merged into another, {isEmpty ? 'its' : 'all of that goes along, and its'} address /category/{slug} leads there.
        </p>
      }
      submit="Merge or delete"
      busy="One moment..."
      look="bad"
    >
      {({ field }) => (
        <SelectField {...field('products_to', '')} label="Its products go to">
          <option value="">{isEmpty ? 'There are none' : 'Select where'}</option>
          <CategoryOptions categories={categories.filter((each) => each.id !== id && each.parent_id !== id)} by="id" />
          {!isEmpty && <option value="none">No category</option>}
        </SelectField>
      )}
    </ConfirmForm>
  )
}

function countOf(products: number): string {
  return `${products.toLocaleString('en-KE')} ${products === 1 ? 'product' : 'products'}`
}
