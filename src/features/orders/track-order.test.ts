import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { limits } from '#domain/limits.ts'
import { shortCode } from '#domain/order-code.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { assignOrders, makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { sendLinkAgain, trackOrder } from '#features/orders/track-order.ts'
import type { Sms } from '#services/sms/sms.ts'
import {
  admin,
  as,
  attemptOf,
  contextOn,
  interrupted,
  later,
  newPhone,
  placed,
  putOnShelf,
  rowsOf,
  tellFailed,
  tellPaid,
  theShop,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const network = '102.0.0.9'
beforeEach(async () => {
  await database.db.execute(sql`delete from rate_limits`)
  await database.db.execute(sql`delete from notices`)
})

/** A gateway that keeps the messages it got. */
function gateway() {
  const got: { to: string; text: string }[] = []
  const sms: Sms = {
    send: async (message) => {
      got.push(message)
      return { outcome: 'sent', id: null }
    },
  }
  return { got, sms }
}

const visitor = (more: Parameters<typeof contextOn>[1] = {}) =>
  contextOn(database, { actor: { ...anonymous, address: network }, sms: gateway().sms, ...more })

async function bought(changes: Record<string, unknown> = {}) {
  const phone = newPhone()
  const order = await placed(visitor({ actor: anonymous }), await putOnShelf(database), { customer_phone: phone, ...changes })
  return { ...order, phone, code: shortCode(order.id) }
}

const refusal = (asked: Promise<unknown>) => asked.then(() => null).catch(({ code, message, details }) => ({ code, message, details }))
const links = () =>
  rowsOf<{ order_id: string; channel: string; state: string }>(
    database,
    sql`select order_id, channel, state from notices where kind = 'link' order by id`,
  )

describe('looking for an order by its code and phone', () => {
  it('answers how far it is and when it got there, and nothing of its buyer', async () => {
    const { ctx, id, attempt, code, phone } = await bought({
      customer_name: 'Wanjiku Kamau',
      customer_email: 'w@example.com',
      delivery_address: 'Moi Avenue 12',
    })
    // Another order, whose prompt waits and which is on an admin's desk.
    const other = await bought()
    await queuePaymentReview(other.ctx, other.attempt.id, 'M-Pesa gave no outcome for a day')
    await tellPaid(ctx, attempt, { receipt: 'QKJ4XT81ZP' })
    await changeStatus(as(ctx, admin), id, { status: 'shipped' })
    const found = await trackOrder(visitor(), { code: ` #${code.toUpperCase()} `, phone: `0${phone.replace(/^\+?254/, '')}` })
    expect(found).toEqual({
      code,
      status: 'shipped',
      delivery_kind: 'door',
      next: 'It has left the shop. Keep your phone on.',
      timeline: ['pending', 'awaiting_payment', 'waiting_shipment', 'shipped'].map((status) => ({ status, at: expect.stringMatching(/^2.*Z$/) })),
      parcel: null,
      late: null,
      steps: [
        { label: 'Paid', isDone: true, at: expect.stringMatching(/^2.*Z$/), note: null },
        { label: 'Shipped', isDone: true, at: expect.stringMatching(/^2.*Z$/), note: null },
        { label: 'On its way', isDone: true, at: expect.stringMatching(/^2.*Z$/), note: null },
        { label: 'Delivered', isDone: false, at: null, note: null },
      ],
      promise: { option: 'To the door', days: expect.stringMatching(/^Arrives \w{3} \d/) },
    })
    expect(JSON.stringify({ ...found, code: '' }).replace(/"2\d{3}-[^"]*Z"/g, '""')).not.toMatch(/Wanjiku|Moi|example|QKJ|254|\d{9}/)
  })

  it('says who carries the parcel and its number, and never the code for a rider', async () => {
    const [sent, ridden] = [await bought(), await bought()]
    for (const { ctx, attempt } of [sent, ridden]) await tellPaid(ctx, attempt)
    await changeStatus(as(sent.ctx, admin), sent.id, { status: 'shipped', courier: 'Easy Coach', parcel_number: 'EC-1' })
    const rider_day_id = await makeRiderDay(as(sent.ctx, admin), { name: 'Otieno', phone: '0722000111' })
    await assignOrders(as(sent.ctx, admin), { ids: [ridden.id], rider_day_id })
    const parcelOf = async ({ code, phone }: { code: string; phone: string }) => (await trackOrder(visitor(), { code, phone })).parcel
    expect(await parcelOf(sent)).toEqual({ courier: 'Easy Coach', parcel_number: 'EC-1', code: null, on_the_way_at: null })
    expect(await parcelOf(ridden)).toBeNull()
  })

  it('says what to do once its prompt has failed, and no more after its buyer is gone', async () => {
    const { ctx, id, attempt, code, phone } = await bought()
    await tellFailed(ctx, attempt)
    const waiting = await bought()
    const [failed, open] = [await trackOrder(visitor(), { code, phone }), await trackOrder(visitor(), waiting)]
    expect(failed.status).toBe('payment_failed')
    expect(failed.next).not.toBe(open.next)
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })
    expect((await trackOrder(visitor(), { code, phone })).next).toBe('It was cancelled. Questions about your money? Write to us on WhatsApp.')
    await database.ownerDb.execute(sql`
      update orders set anonymised_at = now(), customer_name = 'Deleted account', customer_phone = '254700000000', delivery_address = 'Deleted', customer_email = null
      where id = ${id}`)
    expect(await refusal(trackOrder(visitor(), { code, phone: '0700000000' }))).toMatchObject({ code: 'track_not_found' })
  })

  it('is opened by its M-Pesa receipt as by its code, and by no other phone', async () => {
    const { ctx, attempt, code, phone } = await bought()
    await tellPaid(ctx, attempt, { receipt: 'QKJ4XT81ZQ' })
    expect(await trackOrder(visitor(), { code: ' qkj4xt81zq', phone })).toMatchObject({ code, status: 'waiting_shipment' })
    expect(await refusal(trackOrder(visitor(), { code: 'QKJ4XT81ZQ', phone: '0711000000' }))).toMatchObject({ code: 'track_not_found' })
    for (let guess = 1; guess < limits.track_code.max; guess++)
      await refusal(trackOrder(visitor(), { code: 'QKJ4XT81ZQ', phone: `07110000${guess + 10}` }))
    expect(await refusal(trackOrder(visitor(), { code: 'QKJ4XT81ZQ', phone: '0711000099' }))).toMatchObject({ code: 'too_many' })
    await sendLinkAgain(visitor(), { code: 'QKJ4XT81ZQ', phone })
    expect(await links()).toHaveLength(1)
  })

  it('answers the same, after the same work, for a code that none has and for a phone that is another’s', async () => {
    const { code, phone } = await bought()
    const wrong = [
      { code, phone: '0711000000' },
      { code: code === '0badcafe' ? '0badcaff' : '0badcafe', phone },
    ]
    const [one, other] = [await refusal(trackOrder(visitor(), wrong[0])), await refusal(trackOrder(visitor(), wrong[1]))]
    expect(one).toMatchObject({ code: 'track_not_found' })
    expect(one).toEqual(other)
    expect(await refusal(sendLinkAgain(visitor(), wrong[0]))).toEqual(one)
    expect(await refusal(sendLinkAgain(visitor(), wrong[1]))).toEqual(one)
    const work = async (sent: unknown) => {
      const { db, seen } = interrupted(database)
      await trackOrder({ ...visitor(), db } as Context, sent).catch(() => {})
      return seen.statements
    }
    expect(await work(wrong[0])).toEqual(await work(wrong[1]))
    expect(await links()).toEqual([])
  })

  it('knows no order that is deleted to every reader', async () => {
    const { ctx, id, code, phone } = await bought()
    await discardOrder(as(ctx, theShop), id)
    expect(await refusal(trackOrder(visitor(), { code, phone }))).toMatchObject({ code: 'track_not_found' })
  })

  it('says beside the fields what cannot be a code or a phone', async () => {
    expect(await refusal(trackOrder(visitor(), { code: '3f9a', phone: '12' }))).toMatchObject({
      code: 'bad_input',
      details: { fields: { code: expect.stringContaining('3f9a21c8'), phone: expect.stringContaining('0712 345 678') } },
    })
    expect(await refusal(trackOrder(visitor(), null))).toMatchObject({ code: 'bad_input' })
  })

  it('leaves one pair as many looks as it wants, and few guesses at a code or at a phone', async () => {
    const { code, phone } = await bought()
    for (let look = 0; look < limits.track_phone.max + 3; look++) expect(await trackOrder(visitor(), { code, phone })).toMatchObject({ code })
    const codes = Array.from({ length: limits.track_phone.max }, (_, at) => `0badca${String(at).padStart(2, '0')}`)
    for (const guess of codes) expect(await refusal(trackOrder(visitor(), { code: guess, phone }))).toMatchObject({ code: 'track_not_found' })
    expect(await refusal(trackOrder(visitor(), { code: '0badcaff', phone }))).toMatchObject({ code: 'too_many' })
    expect(await trackOrder(visitor(), { code, phone }), 'no guesses at a phone keep its owner out').toMatchObject({ code })
    const other = await bought()
    for (let guess = 0; guess < limits.track_code.max; guess++)
      expect(await refusal(trackOrder(visitor(), { code: other.code, phone: `07110000${String(guess).padStart(2, '0')}` }))).toMatchObject({
        code: 'track_not_found',
      })
    expect(await refusal(trackOrder(visitor(), { code: other.code, phone: '0711000099' }))).toMatchObject({ code: 'too_many' })
    expect(await trackOrder(visitor(), other), 'nor guesses at a code').toMatchObject({ code: other.code })
    const elsewhere = visitor({ actor: { ...anonymous, address: '102.0.0.11' } })
    expect(await refusal(trackOrder(elsewhere, { code: other.code, phone: '0711000099' })), 'from another network').toMatchObject({
      code: 'track_not_found',
    })
  })

  it('counts the network whatever it looks for', async () => {
    for (let guess = 0; guess < limits.track_address.max; guess++)
      await refusal(trackOrder(visitor(), { code: `00bad${String(guess).padStart(3, '0')}`, phone: `07120000${String(guess).padStart(2, '0')}` }))
    expect(await refusal(trackOrder(visitor(), { code: '0badcafe', phone: '0713000000' }))).toMatchObject({ code: 'too_many' })
    const elsewhere = visitor({ actor: { ...anonymous, address: '102.0.0.10' } })
    expect(await refusal(trackOrder(elsewhere, { code: '0badcafe', phone: '0713000000' }))).toMatchObject({ code: 'track_not_found' })
    const own = await bought()
    expect(await trackOrder(visitor(), own), 'a right pair').toMatchObject({ code: own.code })
  })
})

describe('the link of an order', () => {
  it('goes again to the phone of its buyer, once however often and wherever it is pressed', async () => {
    const { id, code, phone } = await bought()
    await database.db.execute(sql`delete from notices`)
    const { got, sms } = gateway()
    await Promise.all([1, 2, 3].map(() => sendLinkAgain(visitor({ sms }), { code, phone })))
    expect(await links()).toEqual([{ order_id: id, channel: 'sms', state: 'due' }])
    const job = visitor({ sms, actor: theShop })
    await Promise.all([sendNotices(job), sendNotices(job)])
    expect(got).toEqual([
      { to: phone.slice(1), text: `Viatu: here is your order ${code}. Follow it: http://localhost${shortLinkTo(job, { id, phone_changes: 0 })}` },
    ])
  })

  it('is asked for three times a day by one phone, a few minutes apart; a repeated press is no other time', async () => {
    const { code, phone } = await bought()
    const { got, sms } = gateway()
    const pressed = async (minutes: number) => {
      const ctx = later(visitor({ sms }), `${minutes} minutes`)
      await sendLinkAgain(ctx, { code, phone })
      await sendNotices(later(visitor({ sms, actor: theShop }), `${minutes} minutes`))
      return got.filter(({ text }) => text.includes('here is your order')).length
    }
    expect(await pressed(0)).toBe(1)
    for (const press of [0, 1, 1]) expect(await pressed(press), 'a moment later').toBe(1)
    expect(await pressed(5)).toBe(2)
    await Promise.all([10, 10, 10].map((at) => sendLinkAgain(later(visitor({ sms }), `${at} minutes`), { code, phone })))
    expect(await pressed(10), 'at one moment').toBe(3)
    expect(await pressed(11), 'with no turn left it says the same').toBe(3)
    expect(await refusal(pressed(15))).toMatchObject({ code: 'too_many' })
  })

  it('goes to the right number by itself once a mistyped one is corrected, and opens there', async () => {
    const { got, sms } = gateway()
    const desk = visitor({ sms, actor: theShop })
    const place = async () => {
      const order = await bought()
      return { ...order, ctx: { ...order.ctx, services: { ...order.ctx.services, sms } }, right: newPhone() }
    }
    const correct = ({ ctx, id }: Awaited<ReturnType<typeof place>>, phone: string) => requestPayment(ctx, id, { phone, wrong_number: true })
    const told = await place()
    await sendNotices(desk)
    await correct(told, told.right)
    await Promise.all([sendNotices(desk), sendNotices(desk)])
    const link = (id: string, phone_changes: number) => `http://localhost${shortLinkTo(desk, { id, phone_changes })}`
    expect(got).toEqual([
      {
        to: told.phone.slice(1),
        text: expect.stringMatching(`^Viatu: we have your order ${told.code}, KSh 4,500 with free delivery.* Pay and follow it: `),
      },
      { to: told.right.slice(1), text: `Viatu: here is your order ${told.code}. Follow it: ${link(told.id, 1)}` },
    ])
    await sendLinkAgain(visitor({ sms }), { code: told.code, phone: told.right })
    await sendNotices(desk)
    expect(got, 'it came a moment ago').toHaveLength(2)

    // Messages that are not sent yet go to the right number, once.
    got.length = 0
    const early = await place()
    await correct(early, early.right)
    await sendNotices(desk)
    expect(got).toEqual([{ to: early.right.slice(1), text: expect.stringMatching(/^Viatu: we have your order .*: http\S+$/) }])
    expect(got[0]?.text.endsWith(link(early.id, 1))).toBe(true)

    // Nothing where another number only pays.
    got.length = 0
    await tellFailed(early.ctx, await attemptOf(database, early.id))
    await requestPayment(early.ctx, early.id, { phone: newPhone() })
    await sendNotices(desk)
    expect(got).toEqual([])
  })

  it('goes to the right number also where one to the wrong number is on its way at that moment', async () => {
    const { got, sms } = gateway()
    const { ctx, id, code, phone } = await bought()
    await database.db.execute(sql`delete from notices`)
    const [right, own] = [newPhone(), { ...ctx, services: { ...ctx.services, sms } }]
    await sendLinkAgain(visitor({ sms }), { code, phone })
    const slow: Sms = {
      send: async (message) => {
        await requestPayment(own, id, { phone: right, wrong_number: true })
        return sms.send(message)
      },
    }
    await sendNotices(visitor({ sms: slow, actor: theShop }))
    await sendNotices(visitor({ sms, actor: theShop }))
    expect(got.map(({ to, text }) => [to, text.split(' ').at(-1)])).toEqual([
      [phone.slice(1), `http://localhost${shortLinkTo(ctx, { id, phone_changes: 0 })}`],
      [right.slice(1), `http://localhost${shortLinkTo(ctx, { id, phone_changes: 1 })}`],
    ])
    expect(await links()).toEqual([{ order_id: id, channel: 'sms', state: 'sent' }])
  })

  it('neither overtakes what a move tells nor is overtaken by it', async () => {
    const { ctx, id, attempt, code, phone } = await bought()
    await database.db.execute(sql`delete from notices`)
    await tellPaid(ctx, attempt, {})
    await sendLinkAgain(visitor(), { code, phone })
    await changeStatus(as(ctx, admin), id, { status: 'shipped' })
    await sendNotices(visitor({ actor: theShop }))
    const told = await rowsOf<{ kind: string; state: string }>(database, sql`select kind, state from notices where order_id = ${id} order by id`)
    expect(told).toEqual([
      { kind: 'paid', state: 'skipped' },
      { kind: 'link', state: 'sent' },
      { kind: 'shipped', state: 'sent' },
    ])
  })

  it('goes to the mailbox of the order where the shop sends no SMS', async () => {
    const { id, code, phone } = await bought({ customer_email: 'w@example.com' })
    await database.db.execute(sql`delete from notices`)
    await sendLinkAgain(visitor({ sms: null }), { code, phone })
    await sendNotices(visitor({ sms: null, actor: theShop }))
    expect(await links()).toEqual([{ order_id: id, channel: 'email', state: 'sent' }])
  })
})
