import type { placeKinds } from '#domain/delivery-places.ts'
import type { Context } from '#features/context.ts'
import type { PlaceRow } from '#features/delivery/places.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'

/** A place as the panel's lists say it. */
export interface ListedPlace extends Pick<PlaceRow, 'id' | 'name' | 'aliases' | 'zone_id' | 'is_own'> {
  kind: (typeof placeKinds)[number]
  /** The place it lies in. */
  around: string
  /** The zone that delivers there: its own, or that of a place around it; null where no zone does. */
  zone: string | null
}

/** Names the places and zones around places. Server only. */
export async function describePlaces(ctx: Context, rows: PlaceRow[]): Promise<ListedPlace[]> {
  const { places, zones } = await readDeliveryTerms(ctx)
  return rows.map(({ id, name, kind, aliases, zone_id, is_own, parent_id }) => ({
    ...{ id, name, kind, aliases, zone_id, is_own },
    around: parent_id === null ? '' : places.labelOf(parent_id),
    zone: zones.find((zone) => zone.id === (zone_id ?? places.zoneOf(id)))?.name ?? null,
  }))
}
