import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { promisedDays } from '#domain/delivery-options.ts'
import type { OrderView } from '#domain/order-view.ts'
import { forgetDeliveryTerms, readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { getOrderRow } from '#features/orders/get-order.ts'
import { addProfile, admin, as, contextOn, interrupted, orderOf, orderRow, placed, putOnShelf, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { changeOption, putZone } from '../../../../test/zones.ts'

const database = useDatabase()
const problem = (code: string, details: object = {}, more: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details), ...more })
const inKisumu = { delivery_address: 'Oginga Odinga Street, Kisumu', delivery_point: 'Kisumu Bus Park' }
const orders = async () => Number((await rowsOf<{ n: string }>(database, sql`select count(*) as n from orders`))[0]?.n)
/** The promise of the order's option, as it is now, from the instant of the order on. */
async function promiseOf({ created_at, delivery_option }: OrderView) {
  const { options, closed } = await readDeliveryTerms(database)
  const option = options.find(({ name }) => name === delivery_option)
  if (!option) throw new Error(`no option ${delivery_option}`)
  const { from, to } = promisedDays(new Date(created_at), option, closed)
  return [from, to]
}
let [rider, stage, shut, collect, sarit, far] = [] as string[]

beforeAll(async () => {
  ;[rider, stage, shut] = await putZone(
    database,
    'Western',
    ['kisumu'],
    [
      { name: 'Rider', fee: 400, days_from: 1, days_to: 1 },
      { kind: 'stage', name: 'Easy Coach', fee: 250, free_from: 10_000, cut_off: 840 },
      { name: 'Night rider', fee: 1, is_on: false },
    ],
  )
  ;[, collect, sarit] = await putZone(
    database,
    'Nairobi',
    ['nairobi'],
    [
      { name: 'Boda', fee: 200, days_from: 0, days_to: 1 },
      { kind: 'collect', name: 'Our shop', fee: 0, days_from: 0, days_to: 0, address: 'Moi Avenue 12, Nairobi' },
      { kind: 'pickup', name: 'Pick-up at Sarit', fee: 50, address: 'Sarit Centre, Westlands, Nairobi' },
    ],
  )
  await putZone(database, 'Dry', ['turkana'], [])
  ;[far] = await putZone(database, 'Coast', ['mombasa'], [{ fee: 300 }])
})

describe('an order', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'goes by the cheapest option to the place in its address',
      inKisumu,
      { delivery_option: 'Easy Coach', delivery_kind: 'stage', delivery_fee: 250, delivery_place: 'Kisumu', delivery_point: 'Kisumu Bus Park' },
    ],
    [
      'goes by that option to a stage still to be agreed, where the client names no option',
      { ...inKisumu, delivery_point: '' },
      { delivery_option: 'Easy Coach', delivery_point: null },
    ],
    [
      'goes by the option that is named',
      {
        ...inKisumu,
        get delivery_option_id() {
          return rider
        },
      },
      { delivery_option: 'Rider', delivery_fee: 400, delivery_point: null },
    ],
    [
      'goes to the place that is named, where the buyer confirms that the address names another',
      { ...inKisumu, delivery_place: 'mombasa/nyali', address_place: 'kisumu/kisumu' },
      { delivery_fee: 300, delivery_place: 'Nyali, Mombasa' },
    ],
    [
      'goes to the place that is named, in which the address is',
      { delivery_address: 'Nyali, House 4', delivery_place: 'mombasa' },
      { delivery_fee: 300, delivery_place: 'Mombasa' },
    ],
    [
      'goes to the town that is named where the address names none',
      { delivery_address: 'The red gate behind the mill', delivery_place: 'embu/embu' },
      { delivery_option: 'To the door', delivery_fee: 0, delivery_place: 'Embu' },
    ],
    [
      'is brought, not left at the shop, where no option is named',
      { delivery_address: 'Kilimani, Nairobi' },
      { delivery_option: 'Boda', delivery_fee: 200 },
    ],
    [
      'that is collected has the address of the point',
      {
        get delivery_option_id() {
          return collect
        },
        delivery_address: '',
      },
      { delivery_kind: 'collect', delivery_address: 'Our shop, Moi Avenue 12, Nairobi', delivery_fee: 0 },
    ],
    [
      'to a pick-up point says where that is, and keeps what the buyer wrote',
      {
        get delivery_option_id() {
          return sarit
        },
        delivery_place: 'nairobi',
        delivery_address: 'for Mama Amina',
      },
      { delivery_address: 'Pick-up at Sarit, Sarit Centre, Westlands, Nairobi (for Mama Amina)', delivery_fee: 50 },
    ],
    [
      'to a point that has moved since the page filled it in goes to where it is now',
      {
        get delivery_option_id() {
          return collect
        },
        delivery_place: 'nairobi',
        delivery_address: 'Our shop, Kenyatta Avenue 1, Nairobi',
      },
      { delivery_address: 'Our shop, Moi Avenue 12, Nairobi', delivery_fee: 0 },
    ],
    [
      'is received by somebody else',
      { ...inKisumu, receiver_name: 'Otieno', receiver_phone: '0712 000 222' },
      { receiver_name: 'Otieno', receiver_phone: '254712000222' },
    ],
    [
      'has no receiver where the fields are empty',
      { ...inKisumu, receiver_name: '', receiver_phone: '', delivery_place: '', delivery_option_id: '' },
      { receiver_name: null, receiver_phone: null, delivery_fee: 250 },
    ],
  ])('%s', async (_, sent, expected) => {
    const ctx = contextOn(database)
    const { id, order, attempt } = await placed(ctx, await putOnShelf(database), sent)
    expect(order).toMatchObject(expected)
    expect([order.promised_from, order.promised_to]).toEqual(await promiseOf(order))
    expect([order.total_amount, attempt.amount, ctx.mpesa.prompts[0]?.amount]).toEqual([
      4500 + order.delivery_fee,
      `${4500 + order.delivery_fee}.00`,
      (4500 + order.delivery_fee) * 100,
    ])
    expect(await getOrderRow(as(ctx, admin), id)).toMatchObject({ ...expected, delivery_zone: expect.any(String) })
  })

  it('is marked for the shop where its address names another place than the one that was paid for', async () => {
    const sent = { ...inKisumu, delivery_place: 'mombasa/nyali', address_place: 'kisumu/kisumu' }
    const { ctx, id } = await placed(contextOn(database), await putOnShelf(database), sent)
    expect(await getOrderRow(as(ctx, admin), id)).toMatchObject({ delivery_place: 'Nyali, Mombasa', address_place: 'Kisumu' })
  })

  it('is delivered free from an amount of goods on, and its commission is that of the goods', async () => {
    const affiliate = await addProfile(database, { code: 'PEREMBE2' })
    const shoe = await putOnShelf(database, { price: 5000, discount: 10 })
    const cart = (pairs: number) => [[shoe, '40', pairs]] as [typeof shoe, string, number][]
    const one = await placed(contextOn(database), cart(1), { ...inKisumu, affiliate_code: 'PEREMBE2' })
    const three = await placed(contextOn(database), cart(3), { ...inKisumu, affiliate_code: 'PEREMBE2' })
    expect([one.order.total_amount, three.order.total_amount]).toEqual([4750, 13_500])
    expect((await orderRow(database, one.id)).commission_amount).toBe('450.00')
    expect(await rowsOf(database, sql`select base_amount from affiliate_commissions where affiliate_id = ${affiliate} order by base_amount`)).toEqual(
      [{ base_amount: '4500.00' }, { base_amount: '13500.00' }],
    )
  })

  it('repeats its answer, whatever has become of the option', async () => {
    const [option] = await putZone(database, 'Lake', ['homa-bay'], [{ fee: 100 }])
    const sent = orderOf(await putOnShelf(database), { delivery_address: 'Homa Bay', delivery_option_id: option })
    const { order } = await placeOrder(contextOn(database), sent)
    await putZone(database, 'Lake', ['homa-bay'], [{ fee: 20 }])
    await changeOption(database, option as string, sql`fee = 900, is_on = false, name = 'Gone'`)
    forgetDeliveryTerms()
    const again = await placeOrder(contextOn(database), sent)
    expect(again.order).toMatchObject({ id: order.id, delivery_fee: 100, total_amount: 4600, delivery_option: 'Lake door 0' })
    await expect(placeOrder(contextOn(database), { ...sent, delivery_option_id: undefined })).rejects.toEqual(problem('key_reused'))
  })
})

describe('an order is refused, and nothing is written,', () => {
  const facts = (total_amount: number, delivery: object) => ({
    facts: expect.objectContaining({ total_amount, delivery: expect.objectContaining(delivery) }),
  })
  it.each<[string, Record<string, unknown>, () => object]>([
    [
      'where the total leaves the fee out',
      { ...inKisumu, total_amount: 4500 },
      () =>
        problem('prices_changed', facts(4750, { place: 'kisumu/kisumu', place_name: 'Kisumu', fee: 250, option_id: stage }), {
          message: expect.stringMatching(/KSh 4,750, with KSh 250 for delivery\.$/),
        }),
    ],
    [
      'where the option is off',
      {
        ...inKisumu,
        get delivery_option_id() {
          return shut
        },
      },
      () => problem('delivery_changed', facts(4750, { option_id: stage })),
    ],
    [
      'where the option is deleted',
      { ...inKisumu, delivery_option_id: randomUUID() },
      () => problem('delivery_changed', facts(4750, { option_id: stage })),
    ],
    [
      'where the option is of another zone',
      {
        ...inKisumu,
        get delivery_option_id() {
          return far
        },
        total_amount: 4800,
      },
      () => problem('delivery_changed', facts(4750, { option_id: stage })),
    ],
    [
      'where the place is deleted',
      { ...inKisumu, delivery_place: 'kisumu/atlantis' },
      () => problem('delivery_changed', facts(4750, { place: 'kisumu/kisumu' })),
    ],
    [
      'where nobody delivers',
      { delivery_address: 'Lodwar', total_amount: 4500 },
      () => problem('no_delivery', { detail: 'Lodwar', fields: { delivery_address: 'Enter an address that we deliver to.' } }),
    ],
    [
      'where nobody delivers, by a place that the address does not name',
      { delivery_address: 'House 4', delivery_place: 'turkana', total_amount: 4500 },
      () => expect.objectContaining({ code: 'no_delivery', details: { detail: 'Turkana County' } }),
    ],
    [
      'where neither the address nor the buyer names a place',
      { delivery_address: 'The red gate behind the mill', delivery_place: '' },
      () => problem('town_needed', { fields: { delivery_place: expect.any(String) } }),
    ],
    [
      'where the place is no more than Kenya',
      { delivery_address: 'The red gate, Kenya', delivery_place: 'kenya' },
      () => problem('town_needed', { fields: { delivery_place: expect.any(String) } }),
    ],
    [
      'where the address names another place than the named one',
      { delivery_address: 'Lodwar, Turkana', delivery_place: 'nairobi/cbd' },
      () =>
        problem('place_differs', {
          facts: { place: 'nairobi/cbd', place_name: 'Nairobi CBD, Nairobi', address_place: 'turkana/lodwar', address_place_name: 'Lodwar' },
        }),
    ],
    [
      'where another place of the address was confirmed than it names now',
      { delivery_address: 'Karen, Nairobi', delivery_place: 'nairobi/cbd', address_place: 'turkana/lodwar' },
      () => problem('place_differs'),
    ],
    [
      'without the stage or office that it goes to',
      {
        ...inKisumu,
        delivery_point: '',
        get delivery_option_id() {
          return stage
        },
      },
      () => problem('bad_input', { fields: { delivery_point: expect.any(String) } }),
    ],
    [
      'outside Kenya, whatever place is named',
      { delivery_address: 'Ntinda, Kampala, Uganda', delivery_place: 'nairobi' },
      () => problem('outside_kenya', { fields: { delivery_address: expect.any(String) } }),
    ],
    ['without an address', { delivery_address: '' }, () => problem('bad_input', { fields: { delivery_address: 'Enter the delivery address.' } })],
    [
      'without an address, brought to the door',
      {
        delivery_address: '',
        delivery_place: 'kisumu',
        get delivery_option_id() {
          return rider
        },
      },
      () => problem('bad_input', { fields: { delivery_address: 'Enter the delivery address.' } }),
    ],
    [
      'with half a receiver',
      { ...inKisumu, receiver_name: 'Otieno' },
      () => problem('bad_input', { fields: { receiver_phone: 'Enter the phone of the receiver.' } }),
    ],
    [
      'with the other half',
      { delivery_address: null, receiver_phone: '0712000222' },
      () => problem('bad_input', { fields: { delivery_address: 'Enter the delivery address.', receiver_name: 'Enter the name of the receiver.' } }),
    ],
    [
      'with a receiver whom nobody can call',
      { ...inKisumu, receiver_name: 'Otieno', receiver_phone: '12' },
      () => problem('bad_input', { fields: { receiver_phone: 'Enter a Kenyan mobile number, such as 0712 345 678.' } }),
    ],
  ])('%s', async (_, sent, expected) => {
    const before = await orders()
    const shoe = await putOnShelf(database)
    await expect(placeOrder(contextOn(database), orderOf(shoe, sent))).rejects.toEqual(expected())
    expect(await orders()).toBe(before)
  })

  it('where the fee makes it more than M-Pesa takes', async () => {
    const shoe = await putOnShelf(database, { price: 249_900 })
    await expect(placeOrder(contextOn(database), orderOf(shoe, { ...inKisumu, delivery_option_id: rider }))).rejects.toEqual(
      problem('total_too_large'),
    )
    expect((await placed(contextOn(database), shoe, { delivery_address: 'Kilimani, Nairobi', delivery_option_id: collect })).order.total_amount).toBe(
      249_900,
    )
  })
})

describe('an option that another process changes', () => {
  const cases = [
    ['costs more: asked again', sql`fee = 500`, 'prices_changed'],
    ['is closed: asked again', sql`is_on = false`, 'delivery_changed'],
    ['takes longer: promised anew', sql`days_to = 5`, null],
  ] as const
  for (const when of ['before', 'while'] as const)
    it.each(cases)(`${when} the order is priced %s`, async (_, change, code) => {
      const [option] = await putZone(database, `Coast ${randomUUID()}`, ['kilifi'], [{ name: `Boda ${when} ${code}`, fee: 300 }, { fee: 900 }])
      const other = openDatabase(database.appUrl, { connections: 1 })
      try {
        await readDeliveryTerms(other)
        const doIt = () => changeOption(database, option as string, change)
        if (when === 'before') await doIt()
        const watched = interrupted(other, async (statement) => (when === 'while' && statement === 1 ? doIt() : undefined))
        const shoe = await putOnShelf(database)
        const ctx = contextOn(when === 'while' ? watched : other)
        const sent = orderOf(shoe, { delivery_address: 'Kilifi', delivery_option_id: option, total_amount: 4800 })
        if (code === null) {
          const { order } = await placeOrder(ctx, sent)
          forgetDeliveryTerms()
          expect([order.delivery_fee, order.promised_from, order.promised_to]).toEqual([300, ...(await promiseOf(order))])
        } else await expect(placeOrder(ctx, sent)).rejects.toEqual(problem(code))
        expect(await rowsOf(database, sql`select 1 as one from idempotency_keys where key = ${sent.idempotencyKey}`)).toHaveLength(
          code === null ? 1 : 0,
        )
      } finally {
        await other.close()
      }
    })
})

describe('a place that another process moves to another zone', () => {
  /** The town moves; or the county that it lies in, which has had the zone. */
  const cases = (['thika', 'kiambu'] as const).flatMap((moved) => (['before', 'while'] as const).map((when) => [moved, when] as const))
  it.each(cases)('is refused with the options of the new zone: %s, %s the order is priced', async (moved, when) => {
    const names = [`Old ${randomUUID()}`, `New ${randomUUID()}`]
    await database.db.execute(sql`update delivery_places set zone_id = null where id = 'kiambu/thika'`)
    const [option] = await putZone(database, names[0] as string, [moved === 'thika' ? 'kiambu/thika' : 'kiambu'], [{ fee: 300 }])
    const [instead] = await putZone(database, names[1] as string, [], [{ fee: 300 }])
    const other = openDatabase(database.appUrl, { connections: 1 })
    try {
      await readDeliveryTerms(other)
      const move = () =>
        database.db.execute(sql`
          update delivery_places set zone_id = (select id from delivery_zones where name = ${names[1]}) where id = ${moved === 'thika' ? 'kiambu/thika' : 'kiambu'}`)
      if (when === 'before') await move()
      const watched = interrupted(other, async (statement) => (when === 'while' && statement === 1 ? move() : undefined))
      const shoe = await putOnShelf(database)
      const ctx = contextOn(when === 'while' ? watched : other)
      const [sent, before] = [orderOf(shoe, { delivery_address: 'Thika', delivery_option_id: option, total_amount: 4800 }), await orders()]
      await expect(placeOrder(ctx, sent)).rejects.toEqual(
        problem('delivery_changed', { facts: expect.objectContaining({ delivery: expect.objectContaining({ option_id: instead, fee: 300 }) }) }),
      )
      expect(await orders()).toBe(before)
      // A client that names no option gets the one that goes there now, for the same sum.
      const { order } = await placeOrder(contextOn(other), { ...sent, delivery_option_id: undefined })
      expect(await orderRow(database, order.id)).toMatchObject({ delivery_zone: names[1], delivery_fee: '300.00' })
    } finally {
      await other.close()
    }
  })
})

it('a change of zones changes no order', async () => {
  const [option] = await putZone(database, 'Plains', ['kajiado'], [{ fee: 300 }])
  const { ctx, id } = await placed(contextOn(database), await putOnShelf(database), { delivery_address: 'Kajiado', delivery_option_id: option })
  const before = await getOrderRow(ctx, id)
  await changeOption(database, option as string, sql`fee = 20, name = 'Other', days_to = 30, is_on = false`)
  await database.db.execute(sql`update delivery_zones set name = 'Renamed' where name = 'Plains'`)
  await database.db.execute(sql`delete from delivery_zones where name = 'Renamed'`)
  forgetDeliveryTerms()
  expect(await getOrderRow(ctx, id)).toEqual(before)
  expect(before).toMatchObject({ delivery_option: 'Plains door 0', delivery_fee: 300, total_amount: 4800 })
})
