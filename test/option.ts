import type { DeliveryOption } from '#domain/delivery-options.ts'
import type { Place } from '#domain/delivery-places.ts'

/** An option to the door for KSh 250 in 1 to 2 working days, except for what is given. */
export function optionOf(given: Partial<DeliveryOption> = {}): DeliveryOption {
  return {
    ...{ id: 'option', zone_id: 'zone', kind: 'door', name: given.id ?? 'Option', is_on: true, fee: 250, free_from: null },
    ...{ days_from: 1, days_to: 2, cut_off: 840, address: null, hours: null, map_url: null, courier: null },
    ...given,
  }
}

/** A town that lies where its id says: `nairobi/karen` in `nairobi`, and that in `kenya`. */
export function placeOf(given: Partial<Place> & { id: string }): Place {
  const { id } = given
  const parent_id = id === 'kenya' ? null : id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : 'kenya'
  return { name: id, kind: 'town', parent_id, aliases: [], zone_id: null, ...given }
}
