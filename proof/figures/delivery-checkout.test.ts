import { beforeAll, expect, it } from 'vitest'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { chooseDelivery } from '#features/orders/checkout/choose-delivery.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { contextOn, orderOf, putOnShelf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'
import { fillDelivery } from '../../test/zones.ts'

const database = useDatabase()
const addresses = 2000
const orders = 400
/** Milliseconds of the shop's processor. */
const most = 2

beforeAll(() => fillDelivery(database))

it('reading fee and days costs a checkout at most 2 ms of processor with 500 options and 5,000 places', async () => {
  const reading = await cpuOf(() => readDeliveryTerms(database))
  const { costs, zones } = await costOfDelivery()
  const mean = costs.reduce((sum, each) => sum + each, 0) / costs.length
  const longest = costs.toSorted((a, b) => a - b)[Math.ceil(costs.length * 0.99) - 1] as number
  const figure = [
    `place of the address, its options, fees and days: ${mean.toFixed(2)} ms, ${longest.toFixed(2)} ms at p99 of ${addresses} addresses`,
    `a whole Place Order ${(await costOfOrders()).toFixed(2)} ms`,
    `the first reading after a change ${reading.toFixed(0)} ms`,
  ].join('; ')
  process.stdout.write(`${figure}\n`)
  // The added places, each in its own zone, were found.
  expect(zones).toBe(50)
  expect(longest, figure).toBeLessThanOrEqual(most)
  recordPromise({
    promise: 'Fee and days of delivery cost a checkout at most 2 ms of processor and no query, with 500 options and 5,000 places',
    command: 'npm run proof -- figures',
    figure,
  })
})

/** Milliseconds of processor of this process; the database is another. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const wanted = { delivery_place: undefined, delivery_option_id: undefined }
const addressOf = (n: number) => `House ${n}, opposite the stage\nOwn ${1 + (n % 3500)}, Nairobi`

/** By address, after the first 200. */
async function costOfDelivery(): Promise<{ costs: number[]; zones: number }> {
  const costs: number[] = []
  const zones = new Set<string>()
  for (let n = 0; n < addresses + 200; n++) {
    const cost = await cpuOf(async () => {
      const { offer } = chooseDelivery(await readDeliveryTerms(database), { ...wanted, delivery_address: addressOf(n) }, 4500_00, new Date())
      zones.add(offer?.zone ?? '')
    })
    if (n >= 200) costs.push(cost)
  }
  return { costs, zones: zones.size }
}

async function costOfOrders(): Promise<number> {
  const ctx = contextOn(database)
  const shoe = await putOnShelf(database, { sizes: { '40': 2 * orders } })
  const place = async (count: number) => {
    for (let n = 0; n < count; n++) await placeOrder(ctx, orderOf(shoe, { delivery_address: addressOf(n) }))
  }
  // The program is compiled by then.
  await place(orders)
  return (await cpuOf(() => place(orders))) / orders
}
