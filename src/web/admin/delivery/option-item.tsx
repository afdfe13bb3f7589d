import { Link } from 'react-router'
import { optionWords } from '#domain/delivery-columns.ts'
import { optionKinds } from '#domain/delivery-options.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { optionText } from '#web/admin/delivery/option-text.ts'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { DeleteForm, RowActs, SwitchForm } from '#web/admin/row-acts.tsx'
import { useRange } from '#web/admin/use-range.ts'

/** An option in the list of its zone, with its buttons. */
export function OptionItem({ option }: { option: OptionRow }) {
  const { id, name, kind, is_on, address, hours, courier } = option
  return (
    <li className="content-item">
      <div className="zone-summary">
        <h3>
          {name} {is_on ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>}
        </h3>
        <p className="content-facts">
          <span>{[optionKinds[kind].label, courier, address, hours].filter(Boolean).join(', ')}</span>
          <b>{optionText(option)}</b>
        </p>
      </div>
      <RowActs>
        <SwitchForm name={name} hidden={{ option: id }} column="is_on" isOn={is_on} />
        <Link className="button button-ghost button-small" to={adminDeliveryRowUrl('delivery_options', id, useRange())} aria-label={`Edit ${name}`}>
          Edit
        </Link>
        <DeleteForm intent="delete-option" what="option" name={name} hidden={{ option: id }}>
          {optionWords.deleting}
        </DeleteForm>
      </RowActs>
    </li>
  )
}
