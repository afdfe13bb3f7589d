import { Link } from 'react-router'
import { wayKinds } from '#domain/delivery-ways.ts'
import type { WayRow } from '#features/delivery/ways.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { wayText } from '#web/admin/delivery/way-text.ts'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { useFocusOnRemovedRow } from '#web/admin/use-focus-on-removed-row.ts'
import { useRange } from '#web/admin/use-range.ts'

/** A way in the list of its zone, with its buttons. */
export function WayItem({ way }: { way: WayRow }) {
  const { id, name, kind, is_on, address, hours, courier } = way
  return (
    <li className="content-item" ref={useFocusOnRemovedRow<HTMLLIElement>()}>
      <div className="zone-summary">
        <h3>
          {name} {is_on ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>}
        </h3>
        <p className="content-facts">
          <span>{[wayKinds[kind].label, courier, address, hours].filter(Boolean).join(', ')}</span>
          <b>{wayText(way)}</b>
        </p>
      </div>
      <div className="acts">
        <AdminForm
          intent="switch"
          hidden={{ way: id, is_on: is_on ? 'off' : 'on' }}
          submit={is_on ? 'Turn off' : 'Turn on'}
          name={`Turn ${is_on ? 'off' : 'on'} ${name}`}
          busy="Turning..."
          look="ghost"
          small
        />
        <Link className="button button-ghost button-small" to={adminDeliveryRowUrl('delivery_ways', id, useRange())} aria-label={`Edit ${name}`}>
          Edit
        </Link>
        <ConfirmForm
          intent="delete-way"
          hidden={{ way: id }}
          label="Delete"
          buttonName={`Delete ${name}`}
          title={`Delete ${name}?`}
          text={<p>Shoppers are offered it no longer. Orders that were promised it keep it.</p>}
          submit="Delete way"
          busy="Deleting..."
          look="bad"
        />
      </div>
    </li>
  )
}
