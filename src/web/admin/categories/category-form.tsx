import type { ReactNode } from 'react'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { MediaField } from '#web/admin/media-field.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import { Tick } from '#web/admin/tick.tsx'
import { useFiles } from '#web/admin/use-files.ts'

interface CategoryFormProps {
  /** Null for a new one. */
  row: CategoryRow | null
  categories: CategoryRow[]
  formKey?: string
  onDone: (toast: ActionToast) => void
  beside?: ReactNode
}

const columns = ['name', 'slug', 'parent_id', 'is_hidden', 'is_sneaker', 'image_url'] as const

/** All that is said of a category. */
export function CategoryForm({ row, categories, formKey, ...form }: CategoryFormProps) {
  const { fileProps, isSending } = useFiles({ image_url: row?.image_url ?? null })
  const submit = row ? 'Save changes' : 'Create category'
  return (
    <div className="category-form">
      <AdminForm intent={row ? 'save' : 'create'} submit={isSending ? 'Sending the file...' : submit} busy="Saving..." disabled={isSending} {...form}>
        {({ errorOf, typed, refusal }) => (
          <>
            <SnapshotFields snapshot={row && snapshotOf(row, columns)} formKey={formKey} typed={typed} refusal={refusal} />
            <Field
              name="name"
              label="Name"
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={typed.name ?? row?.name}
              error={errorOf('name')}
            />
            <SelectField name="parent_id" label="Stands under" defaultValue={typed.parent_id ?? row?.parent_id ?? ''} error={errorOf('parent_id')}>
              <option value="">None: in the menu itself</option>
              {categories
                .filter(({ id, parent_id }) => parent_id === null && id !== row?.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            <Field
              name="slug"
              label="Address"
              optional={!row}
              hint={
                row
                  ? 'Behind /category/. When you change it, the former one leads to the new one.'
                  : 'Behind /category/. Left empty, it is made of the name.'
              }
              maxLength={60}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="school-shoes"
              defaultValue={typed.slug ?? row?.slug}
              error={errorOf('slug')}
            />
            {errorOf('take_address') && (
              <Tick name="take_address" label="Take this address all the same" hint={errorOf('take_address') ?? ''} first={false} typed={typed} />
            )}
            <MediaField
              label="Picture"
              kind="picture"
              bucket="promotional-images"
              hint="Stands beside the title of its page."
              optional
              {...fileProps('image_url')}
              typedFrom={typed.image_url_from}
              error={errorOf('image_url')}
            />
            <div className="choices">
              <Tick
                name="is_sneaker"
                label="Sneakers"
                hint="Its shoes are on the page of all sneakers too."
                first={row?.is_sneaker ?? false}
                typed={typed}
              />
              <Tick
                name="is_hidden"
                label="Hidden"
                hint="In no menu, with what stands under it. Its page and its shoes stay where links and searches lead."
                first={row?.is_hidden ?? false}
                typed={typed}
              />
            </div>
          </>
        )}
      </AdminForm>
    </div>
  )
}
