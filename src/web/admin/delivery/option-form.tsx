import { optionColumns } from '#domain/delivery-setup.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'

/** Everything about an option; which fields are in sight depends on its kind (delivery.css). */
export function OptionForm(form: EditedRow<OptionRow>) {
  return (
    <ResourceForm {...form} columns={optionColumns} one="option" className="option-editor">
      {(field) => (
        <>
          {field('kind')}
          {field('name')}
          <div className="option-courier">{field('courier', { optional: false })}</div>
          <div className="option-point">
            {field('address', { optional: false })}
            {field('hours', { optional: false })}
            {field('map_url', { inputMode: 'url' })}
          </div>
          <div className="option-row">
            {field('fee')}
            {field('free_from')}
          </div>
          <div className="option-row">
            {field('days_from')}
            {field('days_to')}
            {field('cut_off')}
          </div>
          {field('is_on')}
        </>
      )}
    </ResourceForm>
  )
}
