import { writtenOfCategory } from '#domain/category-columns.ts'
import { changeCategory, createCategory, deleteCategory } from '#features/catalogue/write-category.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'
import { readColumns } from '#web/admin/read-columns.ts'

/** What the panel does with categories. Server only, as all that is here. */
export const categoryListActs: Record<string, Act> = {
  create: async (ctx, sent) => {
    const { slug, ...columns } = readColumns(writtenOfCategory, sent)
    const made = await createCategory(ctx, { ...columns, ...(slug !== '' && { slug }), take_address: isTaking(sent) }, sent.key)
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

export const categoryActs = (id: string): Record<string, Act> => ({
  save: async (ctx, sent) => {
    const seen = parseSnapshot(sent.snapshot)
    const changed = changedFields(readColumns(writtenOfCategory, sent), seen)
    await changeCategory(ctx, id, { ...changed, take_address: isTaking(sent) }, seen)
    return { title: 'Category saved', text: changed.slug ? 'Its former address leads to the new one.' : undefined }
  },
})

const isTaking = ({ take_address }: Record<string, string>) => take_address === 'on'
