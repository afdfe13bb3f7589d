import { zoneColumns } from '#domain/delivery-setup.ts'
import type { ZoneRow } from '#features/delivery/zones.ts'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'

/** The name of a zone; its place among the others once it is there. */
export function ZoneForm(form: EditedRow<ZoneRow>) {
  return (
    <ResourceForm {...form} columns={zoneColumns} one="zone">
      {(field) =>
        form.row ? (
          <div className="option-row">
            {field('name')}
            {field('position')}
          </div>
        ) : (
          field('name')
        )
      }
    </ResourceForm>
  )
}
