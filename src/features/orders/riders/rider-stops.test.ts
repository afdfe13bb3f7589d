import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { mostWrongCodes, riderLinkPath } from '#domain/delivery-handover.ts'
import { limits } from '#domain/limits.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeOrders, changeStatus, updateOrder } from '#features/orders/change-status.ts'
import { getAdminOrder } from '#features/orders/get-admin-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { listPackingSlips, listWork } from '#features/orders/list-work.ts'
import { getDelivery, listDeliveries } from '#features/orders/riders/list-deliveries.ts'
import { assignOrders, findRider, listRiderDays, makeRiderDay, takeBackRider } from '#features/orders/riders/rider-days.ts'
import { failStop, getRiderDay, handOver, startStop } from '#features/orders/riders/rider-stops.ts'
import { sendRiderLinks } from '#features/orders/riders/send-rider-links.ts'
import { trackOrder } from '#features/orders/track-order.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { secretsFrom } from '#server/secrets.ts'
import type { Sms, SmsAnswer } from '#services/sms/sms.ts'
import { admin, as, contextOn, later, newPhone, orderIn, rowsOf, secrets, theShop } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()
beforeEach(() => database.db.execute(sql`delete from rate_limits`))

/** Keeps what is sent, and answers as told. */
function phoneBook(answer: SmsAnswer = { outcome: 'sent', id: null }): Sms & { sent: { to: string; text: string }[] } {
  const sent: { to: string; text: string }[] = []
  return {
    sent,
    send: async (message) => {
      sent.push(message)
      return answer
    },
  }
}
const desk = (sms: Sms | null = null) => contextOn(database, { actor: admin, sms })
/** A rider's phone. */
const road = (address: string | null = '102.0.0.9') => contextOn(database, { actor: { ...anonymous, address } })
const refusal = (asked: Promise<unknown>) => asked.then((done) => done ?? 'done').catch(({ code, details }) => details?.fields?.code ?? code)

async function rider(ctx: Context = desk(), name = 'Otieno') {
  const phone = newPhone()
  const id = await makeRiderDay(ctx, { name, phone })
  return { id, phone: phone.slice(1), token: secrets.riderToken(id) }
}
async function withRider(status: 'waiting_shipment' | 'shipped' = 'waiting_shipment') {
  const [order, who] = [await orderIn(database, status), await rider()]
  expect(await assignOrders(desk(), { ids: [order.id], rider_day_id: who.id })).toMatchObject([{ status: 'shipped', error: null }])
  return { ...order, ...who, id: order.id, rider: who.id, code: await codeOf(order.id) }
}
const codeOf = async (id: string) =>
  (await rowsOf<{ code: string }>(database, sql`select code from deliveries where order_id = ${id}`))[0]?.code as string
const wrongOf = (code: string) => (code === '0000' ? '0001' : '0000')
const statusOf = async (id: string) => (await rowsOf<{ status: string }>(database, sql`select status from orders where id = ${id}`))[0]?.status
const today = dayIn(sql`now()`)
const inOrder = (id: string, zone: string, place: string) =>
  database.ownerDb.execute(sql`
    update orders set delivery_kind = 'door', delivery_option = 'Rider', delivery_zone = ${zone}, delivery_place = ${place}, delivery_place_id = 'kenya',
      promised_from = ${today}, promised_to = ${today} where id = ${id}`)

describe('shipping', () => {
  it('works without a carrier as before, and takes a courier with the number of the parcel, or a rider', async () => {
    const [plain, sent, patched] = [
      await orderIn(database, 'waiting_shipment'),
      await orderIn(database, 'waiting_shipment'),
      await orderIn(database, 'awaiting_shipment'),
    ]
    await changeStatus(desk(), plain.id, { status: 'shipped' })
    expect((await getOrder(plain.ctx, plain.id)).parcel).toMatchObject({ courier: null, code: null })
    await changeStatus(desk(), sent.id, { status: 'shipped', courier: 'Easy Coach', parcel_number: 'EC-44120' })
    expect((await getOrder(sent.ctx, sent.id)).parcel).toMatchObject({ courier: 'Easy Coach', parcel_number: 'EC-44120', code: null })
    const [shipped] = await rowsOf(database, sql`select after from audit_log where action = 'order ship' and row_id = ${sent.id}`)
    expect(shipped, 'it leads to the buyer, and the log stays for ever').toMatchObject({ after: { courier: 'Easy Coach', parcel_number: '***' } })
    const { id } = await rider()
    await updateOrder(desk(), patched.id, { status: 'shipped', rider_day_id: id })
    expect(await getDelivery(desk(), patched.id)).toMatchObject({
      order_id: patched.id,
      rider: { id, name: 'Otieno' },
      wrong_tries: 0,
      created_at: expect.stringMatching(/Z$/),
    })
    expect(JSON.stringify(await listDeliveries(desk(), { rider_day_id: id }))).not.toContain(`"${await codeOf(patched.id)}"`)
  })

  it('takes a carrier that is named when the same admin ships the order once more', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const ship = async (carrier: object, ctx = desk()) => refusal(updateOrder(ctx, id, { status: 'shipped', ...carrier }))
    const { id: rider_day_id } = await rider()
    const other = as(desk(), { ...admin, userId: randomUUID() })
    await ship({ courier: 'Easy Coach', parcel_number: 'EC-1' })
    await ship({})
    expect(await ship({ rider_day_id }, other)).toBe('order_locked')
    expect(await getDelivery(desk(), id)).toMatchObject({ courier: 'Easy Coach', parcel_number: 'EC-1', rider: null })
    for (const _ of [1, 2]) await ship({ rider_day_id })
    expect(await getDelivery(desk(), id)).toMatchObject({ courier: null, parcel_number: null, rider: { id: rider_day_id } })
    expect(await rowsOf(database, sql`select before, after from audit_log where action = 'delivery assigned' and row_id = ${id}`)).toEqual([
      {
        before: { courier: 'Easy Coach', parcel_number: '***', rider_day_id: null },
        after: { courier: null, parcel_number: null, rider_day_id },
      },
    ])
  })

  it('refuses a courier beside a rider, a number without a courier, and a carrier of an order that is not shipped', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const { id: rider_day_id } = await rider()
    for (const carrier of [
      { courier: 'G4S', rider_day_id },
      { parcel_number: '1' },
      { rider_day_id: randomUUID() },
      { rider_day_id: 'x' },
      { courier: 'x'.repeat(41) },
    ])
      await expect(changeStatus(desk(), id, { status: 'shipped', ...carrier })).rejects.toMatchObject({ code: 'bad_input' })
    await expect(changeStatus(desk(), id, { status: 'delivered', courier: 'G4S' })).rejects.toMatchObject({ code: 'bad_input' })
    expect(await statusOf(id)).toBe('waiting_shipment')
    await expect(assignOrders(desk(), { ids: [id] })).rejects.toMatchObject({ code: 'bad_input' })
  })

  it('ships many with one rider, and each has a code of its own', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => orderIn(database, 'waiting_shipment')))
    const { id: rider_day_id } = await rider()
    const outcomes = await changeOrders(desk(), { ids: orders.map(({ id }) => id), status: 'shipped', rider_day_id })
    expect(outcomes.map(({ status }) => status)).toEqual(orders.map(() => 'shipped'))
    const codes = await rowsOf<{ code: string }>(database, sql`select code from deliveries where rider_day_id = ${rider_day_id}`)
    expect(codes).toHaveLength(8)
    expect(new Set(codes.map(({ code }) => code)).size).toBeGreaterThan(1)
    expect((await listRiderDays(desk())).find(({ id }) => id === rider_day_id)).toMatchObject({ stops: 8, handed_over: 0, link_state: 'not sent' })
  })

  it('tells who receives it in the buyer’s place days and code, once, and neither a price nor the buyer’s link', async () => {
    const sms = phoneBook()
    const receiver = '254722000111'
    const [brought, carried, own, taken] = await Promise.all([1, 2, 3, 4].map(() => orderIn(database, 'waiting_shipment')))
    for (const { id } of [brought, carried, taken] as { id: string }[]) {
      await inOrder(id, 'City', 'Nairobi')
      await database.ownerDb.execute(sql`update orders set receiver_name = 'Otieno Ouma', receiver_phone = ${receiver} where id = ${id}`)
    }
    await database.ownerDb.execute(sql`update orders set receiver_name = customer_name, receiver_phone = customer_phone where id = ${own?.id}`)
    await database.ownerDb.execute(sql`delete from notices`)
    const { id: rider_day_id } = await rider()
    await assignOrders(desk(sms), { ids: [brought?.id, own?.id], rider_day_id })
    await assignOrders(desk(sms), { ids: [carried?.id, taken?.id], courier: 'Easy Coach' })
    const shop = contextOn(database, { actor: theShop, sms })
    await sendNotices(shop)
    await assignOrders(desk(sms), { ids: [taken?.id], rider_day_id })
    for (let times = 0; times < 2; times++) await sendNotices(shop)
    const told = (id = '') => sms.sent.filter(({ to, text }) => to === receiver && text.includes(id.slice(0, 8))).map(({ text }) => text)
    const days = /\w{3} \d+ \w{3}/.source
    const ending = /Questions\? Call \+254 700 000 000\.$/.source
    const withCode = async (id = '') =>
      new RegExp(`^Viatu: a rider brings you a parcel.*${days}.*Give code ${await codeOf(id)} only with the parcel in hand\\. ${ending}`)
    const withCourier = new RegExp(`^Viatu: a parcel for you.* with Easy Coach\\. It comes ${days}\\. ${ending}`)
    expect(told(brought?.id)).toEqual([expect.stringMatching(await withCode(brought?.id))])
    expect(told(carried?.id)).toEqual([expect.stringMatching(withCourier)])
    expect(told(taken?.id)).toEqual([expect.stringMatching(withCourier), expect.stringMatching(await withCode(taken?.id))])
    expect(told().join(' ')).not.toMatch(/KSh|http|\/o\//)
    expect(told(), 'the buyer receives it themselves').toHaveLength(4)
    expect(sms.sent.filter(({ text }) => text.includes(own?.id.slice(0, 8) ?? '-'))).toHaveLength(1)
  })

  it('tells the code by SMS once: with "shipped", or when a rider takes over an order that was shipped without one', async () => {
    const sms = phoneBook()
    const [ready, gone] = [await orderIn(database, 'waiting_shipment'), await orderIn(database, 'shipped')]
    await database.ownerDb.execute(sql`delete from notices`)
    const { id: rider_day_id } = await rider()
    expect(await assignOrders(desk(sms), { ids: [ready.id, gone.id], rider_day_id })).toMatchObject([{ status: 'shipped' }, { status: 'shipped' }])
    // Another rider: the code is still the same.
    await assignOrders(desk(sms), { ids: [gone.id], rider_day_id: (await rider()).id })
    await sendNotices(contextOn(database, { actor: theShop, sms }))
    for (const { id } of [ready, gone]) {
      const code = await codeOf(id)
      expect(sms.sent.filter(({ text }) => text.includes(id.slice(0, 8))).map(({ text }) => text.includes(`Give code ${code} only`))).toEqual([true])
    }
    expect(
      (await rowsOf<{ body: string }>(database, sql`select coalesce(text, '') as body from messages`)).filter(({ body }) => /Give code/.test(body)),
    ).toEqual([])
  })
})

describe('the delivery code', () => {
  it('is shown to the buyer alone', async () => {
    const { id, ctx, code, order } = await withRider().then(async (all) => ({ ...all, order: await getOrder(all.ctx, all.id) }))
    expect(order.parcel).toEqual({ courier: null, parcel_number: null, code, on_the_way_at: null })
    expect((await getOrder(desk(), id)).parcel).toMatchObject({ code: null })
    expect(JSON.stringify([await getAdminOrder(desk(), id), await listWork(desk(), { search: id })])).not.toContain(`"${code}"`)
    const pair = { code: id.slice(0, 8), phone: order.customer_phone }
    expect((await trackOrder(contextOn(database), pair)).parcel, 'code and phone are no proof').toBeNull()
    expect((await trackOrder(ctx, pair)).parcel).toMatchObject({ code })
  })
})

describe('a rider’s link', () => {
  it('shows the stops of its own day in the order of zones, with nothing of their money', async () => {
    const who = await rider()
    const other = await withRider()
    await database.ownerDb.execute(sql`insert into delivery_zones (name, position) values ('Nairobi', 1), ('Kisumu', 2) on conflict do nothing`)
    const [far, near, second, old] = await Promise.all(Array.from({ length: 4 }, () => orderIn(database, 'waiting_shipment')))
    await Promise.all([
      inOrder(far?.id as string, 'Kisumu', 'Kondele'),
      inOrder(near?.id as string, 'Nairobi', 'Westlands'),
      inOrder(second?.id as string, 'Nairobi', 'CBD'),
    ])
    const ids = [old, far, near, second].map((each) => each?.id as string)
    await database.ownerDb.execute(sql`update orders set delivery_kind = 'stage', delivery_point = 'Kondele Stage' where id = ${far?.id}`)
    // An order from before there were zones.
    await database.ownerDb.execute(sql`
      update orders set delivery_kind = null, delivery_option = null, delivery_zone = null, delivery_place = null, delivery_place_id = null, promised_from = null,
        promised_to = null where id = ${old?.id}`)
    await assignOrders(desk(), { ids, rider_day_id: who.id })
    const { name, stops } = await getRiderDay(road(), who.token)
    expect(name).toBe('Otieno')
    expect(stops.map(({ id }) => id)).toEqual([second, near, far, old].map((each) => each?.id))
    expect(stops[2]?.place).toBe('Kondele Stage, Kondele')
    expect(stops[0]).toEqual({
      id: second?.id,
      short_code: second?.id.slice(0, 8),
      state: 'to_do',
      zone: 'Nairobi',
      place: 'CBD',
      may_try_code: true,
      failed_reason: null,
      to: {
        name: 'Wanjiku Kamau',
        phone: expect.stringMatching(/^254/),
        address: 'Moi Avenue 12\nNairobi',
        receiver_name: null,
        receiver_phone: null,
      },
    })
    expect(
      (await listPackingSlips(desk(), ids)).map(({ id }) => id),
      'slips too',
    ).toEqual([second, near, far, old].map((each) => each?.id))
    expect(stops.map(({ id }) => id)).not.toContain(other.id)
    expect(JSON.stringify(stops)).not.toMatch(/:4500\b|@|"\d{4}"/)
  })

  it('opens nothing on another day, once it was taken back, and for a guess, in the same words; guesses are counted', async () => {
    const { id, rider: riderId, token, code } = await withRider()
    const acts = (ctx: Context, link: string) => [
      getRiderDay(ctx, link),
      startStop(ctx, link, { order: id }),
      handOver(ctx, link, { order: id, code }),
      failStop(ctx, link, { order: id, reason: 'nobody' }),
    ]
    const over = ['rider_link_over', 'rider_link_over', 'rider_link_over', 'rider_link_over']
    expect(await Promise.all(acts(later(road(), '1 day'), token).map(refusal))).toEqual(over)
    expect(await Promise.all(acts(later(road(), '-1 day'), token).map(refusal))).toEqual(over)
    expect(await Promise.all(acts(road(), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`).map(refusal))).toEqual(over)
    expect(await refusal(getRiderDay(road(), ''))).toBe('rider_link_over')
    await takeBackRider(desk(), { id: riderId })
    await takeBackRider(desk(), { id: riderId })
    expect(await Promise.all(acts(road(), token).map(refusal))).toEqual(over)
    expect(await statusOf(id)).toBe('shipped')
    const { max } = limits.rider_link_address
    for (let at = 0; at <= max; at++) await refusal(getRiderDay(road(), `guess-${at}`))
    expect(await refusal(getRiderDay(road(), 'guess-more'))).toBe('too_many')
    expect((await getRiderDay(road(), (await rider()).token)).stops, 'a link that opens is not counted').toEqual([])
  })

  it('has 128 bits, is stored as a hash that is keyed, and opens after the key was changed', async () => {
    const { id, token } = await rider()
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const [row] = await rowsOf(database, sql`select * from rider_days where id = ${id}`)
    expect(JSON.stringify(row)).not.toContain(token)
    const renewed = {
      ...road(),
      services: { ...road().services, secrets: secretsFrom('another secret for tests, long enough', 'a secret for tests, long enough') },
    }
    expect(await findRider(renewed, token)).toMatchObject({ id })
    const foreign = { ...road(), services: { ...road().services, secrets: secretsFrom('another secret for tests, long enough') } }
    await expect(findRider(foreign, token)).rejects.toMatchObject({ code: 'rider_link_over' })
  })

  it('goes by SMS once to its rider, again only where the gateway took nothing, and is one a person a day', async () => {
    await database.ownerDb.execute(sql`delete from messages where rider_day_id is not null`)
    const [sms, busy] = [phoneBook(), phoneBook({ outcome: 'later', code: 'busy' })]
    // At noon, because five minutes later it is the same day.
    const now = sql`(date_trunc('day', now() at time zone 'Africa/Nairobi') + interval '12 hours') at time zone 'Africa/Nairobi'`
    const { id, phone, token } = await rider(contextOn(database, { actor: admin, sms, now }))
    const stateOf = async (day = id) => (await listRiderDays(desk())).find((each) => each.id === day)?.link_state
    expect(await stateOf()).toBe('on its way')
    expect(await sendRiderLinks(contextOn(database, { actor: theShop, sms: busy, now }))).toBe(0)
    const shop = later(contextOn(database, { actor: theShop, sms, now }), '5 minutes')
    expect([await sendRiderLinks(shop), await sendRiderLinks(shop)]).toEqual([1, 0])
    expect(sms.sent).toEqual([{ to: phone, text: `Viatu: your stops of today, for you alone: http://localhost${riderLinkPath(token)}` }])
    expect(await stateOf()).toBe('sent')
    await expect(makeRiderDay(desk(), { name: 'Otieno', phone })).rejects.toMatchObject({ code: 'bad_input' })
    await expect(makeRiderDay(desk(), { name: ' ', phone: '' })).rejects.toMatchObject({
      details: { fields: { name: "Enter the rider's name.", phone: "Enter the rider's phone number." } },
    })
    await takeBackRider(desk(), { id })
    const again = await makeRiderDay(desk(), { name: 'Otieno', phone })
    expect(secrets.riderToken(again)).not.toBe(token)
    await sendRiderLinks(later(contextOn(database, { actor: theShop, sms: null, now: sql`now()` }), '5 minutes'))
    expect(await stateOf(again)).toBe('not sent')
    expect(sms.sent).toHaveLength(1)
  })
})

describe('a stop', () => {
  it('is on the way, then handed over for the code: the order is delivered, and the event names the rider', async () => {
    const { id, ctx, token, code, rider: riderId } = await withRider()
    expect((await getOrder(ctx, id)).steps.map(({ isDone }) => isDone)).toEqual([true, true, false, false])
    await startStop(road(), token, { order: id })
    expect((await getRiderDay(road(), token)).stops).toMatchObject([{ state: 'on_the_way' }])
    await handOver(as(road(), admin), token, { order: id, code: ` ${code.slice(0, 2)} ${code.slice(2)}` })
    // The same press again, because the answer was lost.
    await handOver(road(), token, { order: id, code })
    const { steps, customer_phone } = await getOrder(ctx, id)
    expect(steps.at(-1)).toEqual({ label: 'Delivered', isDone: true, at: expect.stringMatching(/Z$/), note: 'Handed over to Wanjiku Kamau' })
    const { steps: tracked } = await trackOrder(contextOn(database), { code: id.slice(0, 8), phone: customer_phone })
    expect(
      tracked.map(({ note }) => note),
      'code and phone are no proof',
    ).toEqual([null, null, null, null])
    const { events, delivery, status } = await getAdminOrder(desk(), id)
    expect(status).toBe('delivered')
    expect(delivery).toMatchObject({ handed_over_at: expect.any(String), wrong_tries: 0, rider: { id: riderId } })
    expect(events.filter(({ to_status }) => to_status === 'delivered')).toMatchObject([{ note: 'Handed over by Otieno', by: null }])
    expect((await getRiderDay(road(), token)).stops, 'what the rider need not know any more is gone').toMatchObject([
      { state: 'handed_over', to: null },
    ])
    expect(await refusal(failStop(road(), token, { order: id, reason: 'refused' }))).toBe('done')
    expect(await statusOf(id)).toBe('delivered')
  })

  it('takes five wrong codes, then only a reason', async () => {
    const { id, token, code, rider: riderId } = await withRider()
    const tried = async (typed: string) => refusal(handOver(road(), token, { order: id, code: typed }))
    expect(await tried('48')).toBe('Enter the four digits that the buyer has.')
    for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is'])
      expect(await tried(wrongOf(code))).toBe(`That is not the code. ${left} left.`)
    expect(await tried(wrongOf(code))).toMatch(/fifth wrong code/)
    expect(await tried(code), 'the right one comes too late').toMatch(/fifth wrong code/)
    expect((await getRiderDay(road(), token)).stops).toMatchObject([{ state: 'to_do', may_try_code: false }])
    await failStop(road(), token, { order: id, reason: 'other', words: 'The gate was locked' })
    expect((await listWork(desk(), { search: id })).data).toMatchObject([
      { status: 'shipped', delivery: { failed_reason: 'The gate was locked', wrong_tries: mostWrongCodes } },
    ])
    const audit = await rowsOf(database, sql`select after from audit_log where action = 'delivery failed' and row_id = ${id}`)
    expect(audit, 'the rider’s own words are not in the log').toEqual([{ after: { reason: 'Another reason' } }])
    // To be given it again is no new chance; the owner gives it to another rider: the buyer’s code is the same, and counts anew.
    await assignOrders(desk(), { ids: [id], rider_day_id: riderId })
    expect(await getDelivery(desk(), id)).toMatchObject({ wrong_tries: mostWrongCodes, failed_reason: 'The gate was locked' })
    const next = await rider(desk(), 'Akinyi')
    await assignOrders(desk(), { ids: [id], rider_day_id: next.id })
    expect(await refusal(getRiderDay(road(), token).then(({ stops }) => stops.length))).toBe(0)
    await handOver(road(), next.token, { order: id, code })
    expect(await statusOf(id)).toBe('delivered')
  })

  it('counts both of two wrong codes that come at once', async () => {
    const { id, token, code } = await withRider()
    await Promise.all([1, 2].map(() => refusal(handOver(road(), token, { order: id, code: wrongOf(code) }))))
    expect(await getDelivery(desk(), id)).toMatchObject({ wrong_tries: 2 })
    await Promise.all(Array.from({ length: 8 }, () => refusal(handOver(road(), token, { order: id, code: wrongOf(code) }))))
    expect(await getDelivery(desk(), id)).toMatchObject({ wrong_tries: mostWrongCodes })
  })

  it('asks for a reason in words where none fits, and may be tried again the same day', async () => {
    const { id, token, code } = await withRider()
    expect(await refusal(failStop(road(), token, { order: id, reason: 'other' }))).toBe('bad_input')
    expect(await refusal(failStop(road(), token, { order: id, reason: 'constructor' }))).toBe('bad_input')
    await failStop(road(), token, { order: id, reason: 'nobody' })
    expect((await getRiderDay(road(), token)).stops).toMatchObject([{ state: 'failed', failed_reason: 'Nobody there' }])
    await startStop(road(), token, { order: id })
    expect(await getDelivery(desk(), id)).toMatchObject({ failed_at: null, failed_reason: null, on_the_way_at: expect.any(String) })
    await handOver(road(), token, { order: id, code })
    expect(await statusOf(id)).toBe('delivered')
  })

  it('is its own rider’s, and over once the shop delivered or cancelled the order itself', async () => {
    const [mine, other] = [await withRider(), await withRider()]
    expect(await refusal(handOver(road(), mine.token, { order: other.id, code: other.code }))).toBe('order_not_found')
    expect(await refusal(startStop(road(), mine.token, { order: randomUUID() }))).toBe('order_not_found')
    await changeStatus(desk(), mine.id, { status: 'cancelled', reason: 'Asked for', restock: true })
    expect(await refusal(handOver(road(), mine.token, { order: mine.id, code: mine.code }))).toBe('order_locked')
    expect((await getRiderDay(road(), mine.token)).stops).toMatchObject([{ state: 'closed', to: null }])
    await expect(assignOrders(desk(), { ids: [mine.id], courier: 'G4S' })).resolves.toMatchObject([{ code: 'order_locked' }])
    await changeStatus(desk(), other.id, { status: 'delivered' })
    expect((await getRiderDay(road(), other.token)).stops).toMatchObject([{ state: 'closed' }])
  })

  it('is handed over or cancelled, whichever comes first', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, token, code } = await withRider()
      const [handed] = await Promise.all([
        refusal(handOver(road(), token, { order: id, code })),
        refusal(changeStatus(desk(), id, { status: 'cancelled', reason: 'Asked for', restock: true })),
      ])
      // What was delivered may be cancelled after it; what was cancelled is never delivered.
      expect(await statusOf(id)).toBe('cancelled')
      const delivered = await rowsOf(database, sql`select from order_events where order_id = ${id} and to_status = 'delivered'`)
      expect(delivered).toHaveLength(handed === 'done' ? 1 : 0)
    }
  })
})

describe('riders', () => {
  it('are forgotten after a while, with what their orders say of them', async () => {
    const { id, token, code, rider: riderId } = await withRider()
    await handOver(road(), token, { order: id, code })
    await deleteExpiredRows(later(contextOn(database, { actor: theShop }), '90 days'))
    expect(await getDelivery(desk(), id)).toMatchObject({ rider: { name: 'Otieno' } })
    await deleteExpiredRows(later(contextOn(database, { actor: theShop }), '91 days'))
    expect(await getDelivery(desk(), id)).toMatchObject({ rider: { id: riderId, name: null, phone: null } })
    expect((await getAdminOrder(desk(), id)).events.at(-1)).toMatchObject({ note: 'Handed over by a rider' })
  })
})
