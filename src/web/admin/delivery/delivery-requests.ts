import type { Context } from '#core/context.ts'
import { optionWords, zoneWords } from '#domain/delivery-columns.ts'
import { options } from '#features/delivery/options.ts'
import { addPlace, changePlace, deletePlace, type PlaceRow } from '#features/delivery/places.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { zones } from '#features/delivery/zones.ts'
import type { Act } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { changedFields, parseSnapshot } from '#web/admin/snapshot-fields.tsx'

/** A place in a list of the panel. */
export interface ListedPlace extends PlaceRow {
  /** The place it lies in. */
  around: string
  /** The zone that delivers there: its own, or that of a place around it; null where no zone does. */
  zone: string | null
}

/** Names the places and zones around places. Server only, as all that is here. */
export async function describePlaces(ctx: Context, rows: PlaceRow[]): Promise<ListedPlace[]> {
  const { places, zones } = await readDeliveryTerms(ctx)
  return rows.map((row) => ({
    ...row,
    around: places.labelOf(row.parent_id ?? ''),
    zone: zones.find(({ id }) => id === (row.zone_id ?? places.zoneOf(row.id)))?.name ?? null,
  }))
}

/** Into a zone, or out of its own. */
const movePlace: Act = async (ctx, { place = '', zone_id = '', snapshot = '' }) => {
  const { name } = await changePlace(ctx, place, { zone_id: zone_id || null }, parseSnapshot(snapshot))
  return { title: 'Place saved', text: zone_id ? `${name} is in this zone now.` : `${name} belongs to the zone of the place it lies in.` }
}

/** What the panel does with delivery. */
export function zoneActs(id: string): Record<string, Act> {
  const { save } = resourceActs(zones, zoneWords, { id })
  const { create, switch: turn, delete: remove } = resourceActs(options, optionWords, { field: 'option', fixed: { zone_id: id } })
  return { save, create, switch: turn, 'delete-option': remove, 'move-place': movePlace }
}

export const placeActs: Record<string, Act> = {
  create: async (ctx, { name = '', kind = '', around = '', aliases = '', zone_id = '' }) => {
    const { places } = await readDeliveryTerms(ctx)
    const parent_id = places.ofAddress(around)?.id ?? ''
    await addPlace(ctx, { name, kind, parent_id, aliases: aliasesIn(aliases), zone_id: zone_id || null })
    return { title: 'Place added', text: `It lies in ${places.labelOf(parent_id)}. Addresses that name it are found from now on.` }
  },
  save: async (ctx, { place = '', name, aliases = '', snapshot = '' }) => {
    const seen = parseSnapshot(snapshot)
    const changed = changedFields({ ...(name !== undefined && { name }), aliases }, seen)
    await changePlace(ctx, place, { ...changed, ...(changed.aliases !== undefined && { aliases: aliasesIn(aliases) }) }, seen)
    return { title: 'Place saved', text: 'Addresses are found by what it is called now.' }
  },
  'move-place': movePlace,
  delete: async (ctx, { place = '' }) => {
    await deletePlace(ctx, place)
    return { title: 'Place deleted' }
  },
}

const aliasesIn = (text: string) =>
  text
    .split(/[,\n]/)
    .map((alias) => alias.trim())
    .filter(Boolean)
