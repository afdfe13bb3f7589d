import { hourText } from '#domain/columns.ts'
import { optionColumns, zoneColumns } from '#domain/delivery-columns.ts'
import { type DeliveryTime, feeText, type OptionInput } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import type { ZoneRow } from '#features/delivery/zones.ts'
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

/** `KSh 250 · free from KSh 5,000 · 1 to 2 working days · packed the same day until 14:00` */
export function optionText({ fee, free_from, days_from, days_to, cut_off }: DeliveryTime & Pick<OptionInput, 'fee' | 'free_from'>): string {
  const days = days_from === days_to ? `${days_to}` : `${days_from} to ${days_to}`
  return [
    feeText(fee),
    ...(free_from !== null && fee > 0 ? [`free from ${formatShillings(free_from)}`] : []),
    `${days} working ${days === '1' ? 'day' : 'days'}`,
    `packed the same day until ${cut_off === 24 * 60 ? 'midnight' : hourText(cut_off)}`,
  ].join(' · ')
}
