import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deliveryOffers, optionKinds } from '#domain/delivery-options.ts'
import { changeOption, createOption, deleteOption, listOptions } from '#features/delivery/options.ts'
import { changePlace } from '#features/delivery/places.ts'
import { forgetDeliveryTerms, readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { changeZone, createZone, listZones } from '#features/delivery/zones.ts'
import { contextOn, theShop } from '../test/checkout.ts'
import { useDatabase } from '../test/database.ts'
import { type DemoZone, demoZones, leaveDemoZones, stockZones } from './demo-zones.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: theShop })
const monday = new Date('2026-11-23T06:00:00Z')
/** The fee of the first option, as a client gets it that names none. */
const first = async (place: string) => {
  const [offer] = deliveryOffers(await readDeliveryTerms(ctx()), place, 4500_00, monday)
  return offer && [offer.name, offer.fee]
}
const leave = async () => {
  const left = await database.db.transaction(leaveDemoZones)
  forgetDeliveryTerms()
  return left
}

it('the demo shows all four options, free in Nairobi and cheaper beside it than far away, until it is left', async () => {
  await stockZones(ctx(), demoZones)
  const { options } = await readDeliveryTerms(ctx())
  expect(new Set(options.map(({ kind }) => kind))).toEqual(new Set(Object.keys(optionKinds)))
  expect([await first('nairobi/cbd'), await first('kajiado/ongata-rongai'), await first('kiambu/ruaka')]).toEqual([
    ['Boda rider', 0],
    ['Boda rider', 200],
    ['Boda rider', 200],
  ])
  expect([await first('kisumu/kisumu'), await first('turkana')]).toEqual([
    ['Parcel to a stage', 250],
    ['Parcel to a courier office', 350],
  ])
  const own = await createZone(ctx(), { name: 'All of kenya' })
  expect(await leave()).toEqual({ zones: 4, keptZones: [] })
  expect([await first('nairobi/cbd'), await first('kisumu/kisumu')]).toEqual(Array(2).fill(['To the door', 0]))
  expect(await listZones(ctx())).toEqual([{ ...own, name: 'All of Kenya' }])
})

it('leaving the demo changes no zone of an owner', async () => {
  expect(await leave()).toEqual({ zones: 0, keptZones: [] })
  await database.db.execute(sql`update delivery_options set fee = 100`)
  await leave()
  expect(await first('kenya')).toEqual(['To the door', 100])
})

type Four = [nairobi: DemoZone, around: DemoZone, towns: DemoZone, elsewhere: DemoZone]
const optionOf = async ({ id }: DemoZone) => (await listOptions(ctx(), { zone_id: id })).data[0]?.id as string
it.each<[string, number, (zones: Four) => Promise<unknown>]>([
  ['renamed', 0, ([{ id }]) => changeZone(ctx(), id, { name: 'Nairobi and around' })],
  ['given an option', 2, ([, , { id }]) => createOption(ctx(), { zone_id: id, kind: 'door', name: 'Rider', fee: 90, days_from: 1, days_to: 1 })],
  ['given a fee', 3, async ([, , , elsewhere]) => changeOption(ctx(), await optionOf(elsewhere), { fee: 300 })],
  ['rid of an option', 2, async ([, , towns]) => deleteOption(ctx(), await optionOf(towns))],
  ['given a place', 0, ([{ id }]) => changePlace(ctx(), 'machakos', { zone_id: id })],
  ['rid of a place', 2, () => changePlace(ctx(), 'kisumu', { zone_id: null })],
])('leaving the demo keeps a zone that an admin has %s', async (change, at, make) => {
  // The log of the other changes stays, so these are other zones.
  const zones = demoZones.map((zone) => ({ ...zone, id: `de110000-${randomUUID().slice(9)}` })) as Four
  await stockZones(ctx(), zones)
  await make(zones)
  const { id, name } = zones[at] as DemoZone
  expect(await leave()).toEqual({ zones: 3, keptZones: [change === 'renamed' ? 'Nairobi and around' : name] })
  expect((await listOptions(ctx(), { zone_id: id })).data).not.toEqual([])
  // What is left without a zone is delivered as a shop is born.
  expect(await first('turkana')).toEqual(at === 3 ? ['Parcel to a courier office', 300] : ['To the door', 0])
})
