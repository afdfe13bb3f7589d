import { describe, expect, it } from 'vitest'
import { createPlaceIndex, type Place, placeKey } from '#domain/delivery-places.ts'
import { placeOf } from '../../test/option.ts'

const place = (id: string, name: string, kind: Place['kind'], more: Partial<Place> = {}) => placeOf({ id, name, kind, ...more })
const places = [
  place('kenya', 'Kenya', 'country', { zone_id: 'elsewhere' }),
  place('nairobi', 'Nairobi', 'county', { aliases: ['nai', 'nbo'], zone_id: 'city' }),
  place('nairobi/cbd', 'CBD', 'estate', { aliases: ['town', 'city centre'] }),
  place('nairobi/langata', "Lang'ata", 'estate', { aliases: ['—'] }),
  place('nairobi/karen', 'Karen', 'estate', { zone_id: 'south' }),
  place('nairobi/kimathi-street', 'Kimathi Street', 'stage', { aliases: ['kimathi'] }),
  place('nairobi/railways', 'Railways', 'stage'),
  place('kisumu', 'Kisumu County', 'county'),
  place('kisumu/kisumu', 'Kisumu', 'town', { aliases: ['kisumo'] }),
  place('kisumu/kisumu/milimani', 'Milimani', 'estate'),
  place('nakuru', 'Nakuru County', 'county'),
  place('nakuru/gilgil', 'Gilgil', 'town'),
  place('nakuru/nakuru', 'Nakuru', 'town', { aliases: ['naks', 'naxvegas'] }),
  place('nakuru/nakuru/milimani', 'Milimani', 'estate'),
]
const index = createPlaceIndex(places)

it('compares names without case, accents, apostrophes and signs', () => {
  expect(["Lang'ata", 'LANGATA', 'lang’ata', 'Langáta'].map(placeKey)).toEqual(Array(4).fill('langata'))
  expect(placeKey('  Upper-Hill,  Nairobi. ')).toBe('upper hill nairobi')
})

describe('the zone of a place', () => {
  it.each([
    ['nairobi/karen', 'south', 'its own, before that of its county'],
    ['nairobi/cbd', 'city', 'that of the county it lies in'],
    ['kisumu/kisumu/milimani', 'elsewhere', 'that of the country, where no smaller one is in a zone'],
  ])('%s: %s, %s', (id, zone) => expect(index.zoneOf(id)).toBe(zone))

  it('is none where no zone holds a place around it, or there is no such place', () => {
    expect(createPlaceIndex(places.map((each) => ({ ...each, zone_id: null }))).zoneOf('nairobi/cbd')).toBeNull()
    expect(index.zoneOf('atlantis')).toBeNull()
  })

  it('is found in places that lie in each other by an error of data', () => {
    const ring = createPlaceIndex([place('a', 'A', 'town', { parent_id: 'b' }), place('b', 'B', 'town', { parent_id: 'a' })])
    expect(ring.zoneOf('a')).toBeNull()
    expect(ring.around('a').map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

it('is called by its name, an estate with the place it lies in', () => {
  expect(['nairobi/karen', 'kisumu/kisumu', 'nakuru', 'nakuru/nakuru/milimani', 'atlantis'].map(index.labelOf)).toEqual([
    'Karen, Nairobi',
    'Kisumu',
    'Nakuru County',
    'Milimani, Nakuru',
    '',
  ])
})

describe('the place that an address names', () => {
  it.each([
    ['Moi Avenue, CBD, Nairobi', 'nairobi/cbd'],
    ['House 4, langata', 'nairobi/langata'],
    ['City Centre', 'nairobi/cbd'],
    ['Nakuru town', 'nakuru/nakuru'],
    ['Moi Road, Kisumu city centre', 'kisumu/kisumu'],
    ['Naks', 'nakuru/nakuru'],
    ['Milimani, Nakuru', 'nakuru/nakuru/milimani'],
    ['milimani kisumo', 'kisumu/kisumu/milimani'],
    ['Milimani', 'kisumu/kisumu/milimani'],
    ['Kisumu', 'kisumu/kisumu'],
    ['Karenga Road', null],
    // A road is not in the town it leads to, nor a street in another town than the one that is named.
    ['Nakuru Road, Kisumu', 'kisumu/kisumu'],
    ['Karen Rd.', null],
    ['Kimathi Street, Kisumu', 'kisumu/kisumu'],
    ['Kimathi St, Nairobi', 'nairobi/kimathi-street'],
    ['Karen, Street 10', 'nairobi/karen'],
    ["Nakuru St Mary's", 'nakuru/nakuru'],
    ['Kisumu, Nakuru', 'nakuru/nakuru'],
    ['Gilgil, Nakuru', 'nakuru/gilgil'],
    ['Karen town', 'nairobi/karen'],
    ['CBD, Kenya', 'nairobi/cbd'],
    ['', null],
  ])('%s: %s', (address, id) => expect(index.ofAddress(address)).toBe(id && index.get(id)))

  const more = createPlaceIndex([
    ...[place('kenya', 'Kenya', 'country'), place('nairobi', 'Nairobi', 'county'), place('mombasa', 'Mombasa', 'county')],
    ...[place('kisumu', 'Kisumu County', 'county'), place('nakuru', 'Nakuru County', 'county'), place('kajiado', 'Kajiado County', 'county')],
    place('nairobi/cbd', 'CBD', 'estate', { aliases: ['town', 'city centre'] }),
    place('nairobi/moi-air-base', 'Moi Air Base', 'estate'),
    place('nairobi/moi-avenue', 'Moi Avenue', 'stage'),
    place('nairobi/yaya', 'Yaya Centre', 'stage', { aliases: ['yaya', '—'] }),
    place('mombasa/cbd', 'Mombasa CBD', 'estate'),
    place('kisumu/kondele', 'Kondele', 'stage'),
    place('nakuru/nakuru', 'Nakuru', 'town'),
    place('nakuru/nakuru/milimani', 'Milimani', 'estate'),
    place('nakuru/milimani', 'Milimani', 'stage'),
    place('kajiado/ngong', 'Ngong', 'town'),
    place('kajiado/ngong/ngong-road', 'Ngong Road', 'stage', { aliases: ['ngong'] }),
    place('kajiado/green-county', 'Green County', 'estate'),
  ])
  it.each<[string, string | null, string]>([
    ['Moi Avenue, Mombasa CBD', 'mombasa/cbd', 'which names Mombasa too'],
    ['City Centre, Kondele', 'kisumu/kondele', 'since a name that is not that of its town names no town'],
    ['Ngong Lane, Yaya', 'nairobi/yaya', 'nor does a lane that is called after one'],
    ['Moi Air Base', 'nairobi/moi-air-base', 'though the last name that begins with Moi is shorter'],
    ['Milimani, Nakuru', 'nakuru/nakuru/milimani', 'which is in the town and in the county, before the smaller one that is in the county alone'],
    ['Green Park', null, 'since only counties are called without that word'],
    ['Nowhere 7', null, 'whatever place has a name without letters'],
  ])('%s: %s, %s', (address, id) => expect(more.ofAddress(address)).toBe(id && more.get(id)))
})

describe('another place than the chosen one', () => {
  it.each<[string, string, string | null, string]>([
    ['nairobi/cbd', 'Gilgil, Nakuru', 'nakuru/gilgil', 'is asked about'],
    ['nairobi/cbd', "Lang'ata", 'nairobi/langata', 'also in the same zone'],
    ['nairobi', "Lang'ata", null, 'is not one that lies in it'],
    ['nairobi', 'Karen', 'nairobi/karen', 'unless it is in a zone of its own'],
    ['nairobi/karen', 'Nairobi', null, 'nor one that it lies in'],
    ['nakuru/nakuru', 'Milimani', null, 'nor one that is called as one in it'],
    ['nakuru/nakuru', 'Milimani, Kisumu', 'kisumu/kisumu/milimani', 'unless the address says which'],
    ['nairobi', 'House 4, Kenya', null, 'nor the country'],
    ['nairobi', 'House 4', null, 'nor none'],
    ['kenya', 'Karen', null, 'nor any, where only the country is chosen'],
  ])('%s, %s: %s %s', (chosen, address, other) => expect(index.otherThan(chosen, address)).toBe(other && index.get(other)))
})

it('has the stages of its town, itself first', () => {
  expect(index.stagesNear('nairobi/karen', 9)).toEqual(['Kimathi Street', 'Railways'])
  expect([9, 1].map((limit) => index.stagesNear('nairobi/railways', limit))).toEqual([['Railways', 'Kimathi Street'], ['Railways']])
  expect(index.stagesNear('kisumu/kisumu', 9)).toEqual([])
})

it('is searched by the beginning of a name or alias, the very name first', () => {
  const found = (text: string, limit = 5) => index.search(text, limit).map(({ id }) => id)
  expect(found('na')).toEqual(['nairobi', 'nakuru/nakuru', 'nakuru'])
  expect(found('Kisumu')).toEqual(['kisumu/kisumu', 'kisumu'])
  expect(found('milimani', 1)).toHaveLength(1)
  expect(found(' ')).toEqual([])
  expect(found('xyz')).toEqual([])
})
