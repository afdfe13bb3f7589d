import { Link } from 'react-router'
import { wayKinds } from '#domain/delivery-ways.ts'
import type { WayRow } from '#features/delivery/ways.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { wayText } from '#web/admin/delivery/way-text.ts'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { DeleteForm, RowActs, SwitchForm } from '#web/admin/row-acts.tsx'
import { useRange } from '#web/admin/use-range.ts'

/** A way in the list of its zone, with its buttons. */
export function WayItem({ way }: { way: WayRow }) {
  const { id, name, kind, is_on, address, hours, courier } = way
  return (
    <li className="content-item">
      <div className="zone-summary">
        <h3>
          {name} {is_on ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>}
        </h3>
        <p className="content-facts">
          <span>{[wayKinds[kind].label, courier, address, hours].filter(Boolean).join(', ')}</span>
          <b>{wayText(way)}</b>
        </p>
      </div>
      <RowActs>
        <SwitchForm name={name} hidden={{ way: id }} column="is_on" isOn={is_on} />
        <Link className="button button-ghost button-small" to={adminDeliveryRowUrl('delivery_ways', id, useRange())} aria-label={`Edit ${name}`}>
          Edit
        </Link>
        <DeleteForm intent="delete-way" what="way" name={name} hidden={{ way: id }}>
          Shoppers are offered it no longer. Orders that were promised it keep it.
        </DeleteForm>
      </RowActs>
    </li>
  )
}
