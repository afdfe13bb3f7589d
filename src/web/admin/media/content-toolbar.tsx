import { SelectField } from '#ui/kit/field.tsx'
import type { ContentQuery } from '#web/admin/media/read-content-query.ts'
import { AdminToolbar } from '#web/admin/toolbar.tsx'

/** Search and filter of what the home page shows. */
export function ContentToolbar({ filter: { search, is_active }, label }: { filter: ContentQuery; label: string }) {
  return (
    <AdminToolbar search={{ label, placeholder: 'Title', value: search }} isNarrowed={search !== undefined || is_active !== undefined}>
      <SelectField name="shown" label="Shown to visitors" defaultValue={is_active === undefined ? '' : is_active ? 'on' : 'off'}>
        <option value="">On and off</option>
        <option value="on">On</option>
        <option value="off">Off</option>
      </SelectField>
    </AdminToolbar>
  )
}
