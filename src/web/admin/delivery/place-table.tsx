import type { ReactNode } from 'react'
import { Badge } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import type { ListedPlace } from '#web/admin/delivery/delivery-requests.ts'
import { RowActs } from '#web/admin/resource-rows.tsx'

/** Places with the zone that delivers there. */
export function PlaceTable({ places, actions }: { places: ListedPlace[]; actions: (place: ListedPlace) => ReactNode }) {
  if (places.length === 0) return null
  return (
    <Table
      className="people"
      rows={places}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Place', cell: (place) => <PlaceName {...place} /> },
        { head: 'Zone', cell: (place) => <PlaceZone {...place} /> },
        { head: 'Actions', cell: (place) => <RowActs>{actions(place)}</RowActs>, right: true },
      ]}
    />
  )
}

function PlaceName({ name, kind, around, aliases, is_own }: ListedPlace) {
  return (
    <span className="person">
      <b>{name}</b>
      <small>
        {[kind, around && `in ${around}`].filter(Boolean).join(' ')}
        {aliases.length > 0 && `, also called ${aliases.join(', ')}`}
        {is_own && ', added by you'}
      </small>
    </span>
  )
}

function PlaceZone({ zone, zone_id, around }: ListedPlace) {
  if (zone === null) return <Badge tone="bad">No delivery</Badge>
  return zone_id === null ? (
    <span className="person-under">{zone === around ? zone : `${zone}, same as ${around}`}</span>
  ) : (
    <Badge tone="lake">{zone}</Badge>
  )
}
