import type { Context } from '#core/context.ts'
import type { PlaceRow } from '#features/delivery/places.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'

/** A place in a list of the panel. */
export interface ListedPlace extends PlaceRow {
  /** The place it lies in. */
  around: string
  /** The zone that delivers there: its own, or that of a place around it; null where no zone does. */
  zone: string | null
}

/** Names the places and zones around places. Server only. */
export async function describePlaces(ctx: Context, rows: PlaceRow[]): Promise<ListedPlace[]> {
  const { places, zones } = await readDeliveryTerms(ctx)
  return rows.map((row) => ({
    ...row,
    around: places.labelOf(row.parent_id ?? ''),
    zone: zones.find(({ id }) => id === (row.zone_id ?? places.zoneOf(row.id)))?.name ?? null,
  }))
}
