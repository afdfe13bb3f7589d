import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deliveryOffers } from '#domain/delivery-terms.ts'
import { wayKinds } from '#domain/delivery-ways.ts'
import { leaveDemoZones, stockZones } from '#features/delivery/demo-zones.ts'
import { forgetDeliveryTerms, readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { createZone, listZones } from '#features/delivery/zones.ts'
import { demoZones } from '../../../demo/delivery.ts'
import { contextOn, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const ctx = () => contextOn(database, { actor: theShop })
const monday = new Date('2026-11-23T06:00:00Z')
/** The fee of the first way, as a client gets it that names none. */
const first = async (place: string) => {
  const [offer] = deliveryOffers(await readDeliveryTerms(ctx()), place, 4500_00, monday)
  return offer && [offer.name, offer.fee]
}
const leave = async () => {
  const count = await database.db.transaction(leaveDemoZones)
  forgetDeliveryTerms()
  return count
}

it('the demo shows all four ways, free in Nairobi, until it is left', async () => {
  await stockZones(ctx(), demoZones)
  const { ways } = await readDeliveryTerms(ctx())
  expect(new Set(ways.map(({ kind }) => kind))).toEqual(new Set(Object.keys(wayKinds)))
  expect([await first('nairobi/cbd'), await first('kisumu/kisumu'), await first('turkana')]).toEqual([
    ['Boda rider', 0],
    ['Parcel to a stage', 250],
    ['Parcel to a courier office', 350],
  ])
  const own = await createZone(ctx(), { name: 'All of kenya' })
  expect(await leave()).toBe(3)
  expect([await first('nairobi/cbd'), await first('kisumu/kisumu')]).toEqual(Array(2).fill(['To the door', 0]))
  expect(await listZones(ctx())).toEqual([{ ...own, name: 'All of Kenya' }])
})

it('leaving the demo changes no zone of an owner', async () => {
  expect(await leave()).toBe(0)
  await database.db.execute(sql`update delivery_ways set fee = 100`)
  await leave()
  expect(await first('kenya')).toEqual(['To the door', 100])
})
