import { optionKinds } from '#domain/delivery-options.ts'
import { optionWords } from '#domain/delivery-setup.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import { optionText } from '#web/admin/delivery/option-text.ts'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { OnBadge, ResourceItem } from '#web/admin/resource-item.tsx'
import { useRange } from '#web/admin/use-range.ts'

/** An option in the list of its zone, with its buttons. */
export function OptionItem({ option }: { option: OptionRow }) {
  const { id, name, kind, is_on, address, hours, courier } = option
  const to = adminDeliveryRowUrl('delivery_options', id, useRange())
  return (
    <ResourceItem words={optionWords} name={name} hidden={{ option: id }} flag={['is_on', is_on]} to={to} deleteIntent="delete-option">
      <div className="zone-summary">
        <h3>
          {name} <OnBadge isOn={is_on} />
        </h3>
        <p className="content-facts">
          <span>{[optionKinds[kind].label, courier, address, hours].filter(Boolean).join(', ')}</span>
          <b>{optionText(option)}</b>
        </p>
      </div>
    </ResourceItem>
  )
}
