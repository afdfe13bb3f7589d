import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PlaceIndex, placeKey } from '#domain/delivery-places.ts'
import { foreignNames } from '#domain/outside-kenya.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
let places: PlaceIndex
beforeAll(async () => {
  places = (await readDeliveryTerms(database)).places
})

/** On the places that come with the shop. */
describe('the place of an address', () => {
  it.each([
    // The town, and not a street or stage of another one that is called the same.
    ['Moi Avenue, Mombasa', 'mombasa'],
    ['Mombasa CBD, Moi Avenue', 'mombasa/cbd'],
    ['Kenyatta Avenue, Nakuru', 'nakuru/nakuru'],
    ['Tom Mboya Street, Homa Bay', 'homa-bay/homa-bay'],
    ['Railways, Kisumu', 'kisumu/kisumu'],
    ['Eldoret CBD', 'uasin-gishu/eldoret'],
    // A street or stage of the named town itself.
    ['Kenyatta Avenue, Nairobi', 'nairobi/cbd/kenyatta-avenue'],
    ['Moi Avenue, CBD, Nairobi', 'nairobi/cbd/moi-avenue'],
    ['Latema Rd, Nairobi', 'nairobi/cbd/latema-road'],
    ['Koinange St.', 'nairobi/cbd/koinange-street'],
    ['River Road', 'nairobi/cbd/river-road'],
    ['Thika Road Mall', 'nairobi/roysambu/thika-road-mall'],
    ['Kenyatta Road, Juja', 'kiambu/juja/kenyatta-road'],
    ['Mackinnon Road', 'kwale/mackinnon-road'],
    // A road is not in the town it leads to.
    ['Ngong Road, Nairobi', 'nairobi'],
    ['Limuru Road, Nairobi', 'nairobi'],
    ['Jogoo Road', null],
    ['Thika Road, Kasarani, Nairobi', 'nairobi/kasarani'],
    ['Thika Superhighway, Roysambu', 'nairobi/roysambu'],
    ['Mombasa Road, Imara Daima', 'nairobi/imara-daima'],
    ['Kisumu Road, Kakamega', 'kakamega/kakamega'],
    ['Nairobi-Nakuru Highway, Naivasha', 'nakuru/naivasha'],
    ['Ngong, near the market', 'kajiado/ngong'],
    ['Eastleigh, Street 10', 'nairobi/eastleigh'],
    ["Nakuru St Mary's Hospital", 'nakuru/nakuru'],
    // The smallest that is named, the longest name first.
    ['Karen, the loafer house', 'nairobi/karen'],
    ["Lang'ata", 'nairobi/langata'],
    ['Westlands', 'nairobi/westlands'],
    ['CBD, Kenya', 'nairobi/cbd'],
    ['Nairobi West, Nairobi', 'nairobi/nairobi-west'],
    ['Kasarani Mwiki', 'nairobi/mwiki'],
    ['Naks', 'nakuru/nakuru'],
    ['Nakuru', 'nakuru/nakuru'],
    ['Kiambu County', 'kiambu'],
    ['Thika, Kiambu', 'kiambu/thika'],
    // Names that several places have.
    ['Milimani, Nakuru', 'nakuru/nakuru/milimani'],
    ['Bahati, Nakuru', 'nakuru/bahati'],
    ['Bahati, Nairobi', 'nairobi/bahati'],
    ['Rongai, Nakuru', 'nakuru/rongai'],
    ['Rongai', 'kajiado/ongata-rongai'],
    ['Huruma, Eldoret', 'uasin-gishu/eldoret/huruma'],
    ['Kisumu, Eldoret', 'uasin-gishu/eldoret'],
  ])('%s: %s', (address, id) => expect(places.ofAddress(address)?.id ?? null).toBe(id))

  it('is none of the names that mean another country', () => {
    const isCalled = (name: string) => places.search(name, 9).some((place) => [place.name, ...place.aliases].map(placeKey).includes(placeKey(name)))
    expect(foreignNames.filter(isCalled)).toEqual([])
  })

  it('is each place itself, for its name and those of the places around it', async () => {
    const all = await rowsOf<{ id: string }>(database, sql`select id from delivery_places`)
    expect(all.length).toBeGreaterThan(1000)
    const addressOf = (id: string) =>
      places
        .around(id)
        .map(({ name }) => name)
        .join(', ')
    expect(all.filter(({ id }) => places.ofAddress(addressOf(id))?.id !== id)).toEqual([])
  })
})
