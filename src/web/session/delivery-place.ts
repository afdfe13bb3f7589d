import type { QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { device, storedValue, useStored } from '#web/browser/stored-value.ts'
import { onSignOut } from '#web/session/clear-on-sign-out.ts'

/** Where this device's next order goes: the place of the last one, or one that was chosen; null where none was chosen. */
const place = storedValue<QuotedPlace | null>(device, 'viatu-delivery-place', { empty: null, parse })

export const readDeliveryPlace = place.get
export const saveDeliveryPlace = place.tryWrite

/** Null on the server and during hydration too: then a page shows the usual place. */
export function useDeliveryPlace(): QuotedPlace | null {
  return useStored(place)
}

// Phones are shared.
onSignOut(() => void place.tryWrite(null))

function parse(text: string): QuotedPlace | null {
  const { id, name } = Object(JSON.parse(text))
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null
}
