import { expect, it } from 'vitest'
import { createPlaceIndex } from '#domain/delivery-places.ts'
import { isOutsideKenya } from '#domain/outside-kenya.ts'
import { placeOf } from '../../test/option.ts'

const places = createPlaceIndex([
  placeOf({ id: 'kenya', name: 'Kenya', kind: 'country' }),
  placeOf({ id: 'nairobi', name: 'Nairobi', kind: 'county' }),
  placeOf({ id: 'nairobi/cbd', name: 'CBD', kind: 'estate', aliases: ['town'] }),
  placeOf({ id: 'busia', name: 'Busia' }),
  placeOf({ id: 'eldoret', name: 'Eldoret' }),
])

it.each([
  ['Ntinda, Kampala, Uganda', true],
  ['Ntinda Kampala', true],
  ['Ntinda Kampala,', true],
  ['Nairobi, Busia Uganda', true],
  ['Kampala', true],
  ['CBD, Kampala', true],
  ['Plot 4, Uganda Kampala', true],
  ['Busia, Uganda', true],
  ['Busia Uganda', true],
  ['Kariakoo\nDar-es-Salaam', true],
  ['12 High Street, Leeds, U.K.', true],
  ['CBD Kampala', true],
  ['CBD, Plot 4, Kampala', true],
  ['Busia', false],
  ['Busia border, Uganda, Kenya', false],
  ['Uganda Road, Eldoret', false],
  ['Eldoret, Uganda Road', false],
  ['Kampala Road, Nairobi', false],
  ['Embassy of Uganda, Riverside, Nairobi', false],
  ['Uganda House, Kenyatta Avenue', false],
  ['Nairobi, behind Embassy of Ethiopia', false],
  ['behind Embassy of Ethiopia', false],
  ['Nairobi, opposite the embassy of South Sudan', false],
  ['Eldoret town, next to Hotel Uganda', false],
  ['CBD, Bank of India', false],
  ['CBD, opposite Hotel Kampala', false],
  ['Dubai, Nairobi', false],
  ['Nairobi', false],
  ['The red gate', false],
  ['', false],
])('%s is outside Kenya: %s', (address, is) => expect(isOutsideKenya(places, address)).toBe(is))
