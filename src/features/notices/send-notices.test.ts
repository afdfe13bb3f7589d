import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { nextTryAfter } from '#core/outbox.ts'
import { type NoticeKind, noticeFor } from '#domain/buyer-notice.ts'
import { limits } from '#domain/limits.ts'
import { allTransitions, type OrderStatus } from '#domain/order.ts'
import { formatPhone } from '#domain/phone.ts'
import { sendMails } from '#features/mail/message-queue.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { createSmtpMailer } from '#services/mail/smtp-mailer.ts'
import { createAfricasTalking } from '#services/sms/africas-talking.ts'
import type { Sms, SmsAnswer } from '#services/sms/sms.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import {
  admin,
  as,
  attemptOf,
  contextOn,
  later,
  newPhone,
  orderIn,
  placed,
  putOnShelf,
  refundsOf,
  rowsOf,
  secrets,
  tellFailed,
  tellPaid,
  theShop,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()
beforeEach(async () => {
  await database.db.execute(sql`delete from notices`)
  await database.db.execute(sql`delete from messages`)
})

const account = { username: 'sandbox', apiKey: 'notices', senderId: 'VIATU' }
let folder: string
let gateway: Simulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notices-'))
  const rest = { consumerKey: 'k', consumerSecret: 's', shortcode: '174379', passkey: 'p' }
  gateway = await startSimulator({ bookPath: join(folder, 'book.jsonl'), ...rest, sms: account })
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

/** A process of the shop that uses this gateway. */
const process = (sms: Sms | null = createAfricasTalking({ baseUrl: gateway.url, ...account })) => contextOn(database, { actor: theShop, sms })

/** A gateway with scripted answers, which keeps what it receives. */
function scripted(answer: SmsAnswer | (() => never)) {
  const got: string[] = []
  const send: Sms['send'] = async ({ text }) => {
    got.push(text)
    return typeof answer === 'function' ? answer() : answer
  }
  return { got, send }
}

interface Row extends Record<string, unknown> {
  kind: NoticeKind
  channel: 'email' | 'sms'
  state: string
  tries: number
  due_in: number | null
  last_error: string | null
}
const noticesOf = (order?: string) =>
  rowsOf<Row>(
    database,
    sql`select kind, channel, state, tries, last_error, provider_id, extract(epoch from next_at - now())::float as due_in from notices
      where ${order ?? null}::uuid is null or order_id = ${order ?? null} order by id`,
  )
const told = async (order?: string) => (await noticesOf(order)).map(({ kind, channel, state }) => `${kind} ${channel} ${state}`)

async function bought(ctx = process(), changes: Record<string, unknown> = {}) {
  const phone = newPhone()
  const order = await placed(ctx, await putOnShelf(database), { customer_phone: phone, customer_email: `w${phone.slice(1)}@example.com`, ...changes })
  return { ...order, phone: phone.slice(1), desk: as(ctx, admin) }
}

const lastSms = (phone: string) => gateway.control.messages(phone).at(-1)?.text

describe('what is told', () => {
  it('names place and hours of the pick-up point by SMS', async () => {
    const point = { kind: 'pickup', name: 'Pick-up at Sarit', address: 'Karuna Road', hours: 'Mon to Sat, 9 to 6' } as const
    const [option] = await putZone(database, 'Westlands', ['nairobi/westlands'], [point])
    const { id, attempt, ctx, desk, phone } = await bought(process(), { delivery_place: 'nairobi/westlands', delivery_option_id: option })
    await tellPaid(ctx, attempt)
    await changeStatus(desk, id, { status: 'shipped' })
    await sendNotices(process())
    expect(lastSms(phone)).toContain(`order ${id.slice(0, 8)} is ready to collect: Pick-up at Sarit, Karuna Road, Mon to Sat, 9 to 6.`)
  })

  it.each(allTransitions())('of the move from $from to $to is written in its statement, and in no other case', async ({ from, to }) => {
    const { id } = await orderIn(database, from)
    await database.db.execute(sql`update orders set customer_email = 'w@example.com' where id = ${id}`)
    const notice = noticeFor(to)
    const isTold = notice !== null && (notice.from === null || notice.from.includes(from))
    const move = (ctx: ReturnType<typeof process>, starts: OrderStatus[]) =>
      database.db
        .transaction(async (tx) => {
          await tx.execute(sql`delete from notices`)
          const moved = await transitionOrder(
            tx,
            ctx,
            id,
            { from: starts, to },
            { paid: to === 'waiting_shipment' || to === 'confirmed', assumed: true },
          )
          const { rows } = await tx.execute<{ told: string }>(sql`select kind || ' ' || channel as told from notices order by channel`)
          throw Object.assign(new Error('rolled back'), { moved, told: rows.map((row) => row.told) })
        })
        .catch((error) => error)
    expect(await move(process(), [from])).toMatchObject({ moved: true, told: isTold ? [`${notice.kind} email`, `${notice.kind} sms`] : [] })
    expect(await move(process(null), [from]), 'without SMS').toMatchObject({ moved: true, told: isTold ? [`${notice.kind} email`] : [] })
    expect(await move(process(), []), 'of a move that is not made').toMatchObject({ moved: false, told: [] })
    expect(await noticesOf(id)).toEqual([])
  })

  it('reaches the phone and the mailbox once each, however many processes look, from the order to the door', async () => {
    const server = await startMailServer()
    const mailer = createSmtpMailer({ url: server.url, from: { name: 'Viatu', address: 'hello@viatu.example' }, replyTo: 'hello@viatu.example' })
    onTestFinished(() => mailer.close())
    const shops = [process(), process(), process()].map((ctx) => ({ ...ctx, services: { ...ctx.services, mailer } }))
    const everybody = async () => {
      await Promise.all(shops.map(sendNotices))
      await Promise.all(shops.map(sendMails))
    }
    const order = await bought()
    const others = await Promise.all(Array.from({ length: 8 }, () => bought()))
    await everybody()
    await tellPaid(order.ctx, order.attempt, { receipt: 'QKJ4XT81ZP' })
    await everybody()
    for (const status of ['shipped', 'delivered']) {
      await changeStatus(order.desk, order.id, { status })
      await everybody()
    }
    await everybody()

    const texts = gateway.control.messages(order.phone).map(({ text }) => text)
    const code = order.id.slice(0, 8)
    const link = `http://localhost/order/${order.id}?key=${secrets.orderKey(order.id)}`
    const short = `http://localhost/o/${code}.${secrets.orderKey(order.id).slice(0, 16)}`
    expect(texts).toEqual([
      expect.stringMatching(/^Viatu: we have your order \w{8}, KSh 4,500 with free delivery, \w{3} \d.*\d \w{3}\. Pay and follow it: http:\S+$/),
      expect.stringMatching(/^Viatu: KSh 4,500 with free delivery.* for order \w{8} was paid, receipt QKJ4XT81ZP\. Follow it: http:\S+$/),
      `Viatu: order ${code} has left the shop and is on its way to you. Follow it: ${short}`,
      `Viatu: order ${code} was delivered. Not right? Call +254 700 000 000. Receipt: ${short}`,
    ])
    const letters = server.taken.filter(({ envelopeTo: [to] }) => to === `w${order.phone}@example.com`)
    expect(letters.map(({ subject }) => subject)).toEqual([
      `We have your order ${code} at Viatu`,
      `Viatu has your payment for order ${code}`,
      `Your order ${code} has left Viatu`,
      `Your order ${code} of Viatu was delivered`,
    ])
    expect(letters[1]?.text).toContain(link)
    expect(letters[1]?.text).toContain('Mbio Wingu, size 40: KSh 4,500')
    for (const other of others) expect(gateway.control.messages(other.phone)).toHaveLength(1)
    expect(server.taken).toHaveLength(4 + others.length)
    expect(new Set((await noticesOf()).map(({ state }) => state))).toEqual(new Set(['sent']))
  })

  it('is nothing of an order that was never there, or that its buyer gave up', async () => {
    const ctx = process()
    ctx.mpesa.onPrompt(() => ({ outcome: 'refused', code: '400.002.02', message: 'Bad number', busy: false }))
    await expect(bought(ctx)).rejects.toMatchObject({ code: 'prompt_refused' })
    expect(await noticesOf()).toEqual([])
    const order = await bought()
    expect((await getOrder(order.ctx, order.id)).notices).toEqual({ email: 'w***@example.com', phone: `07•• ••• ${order.phone.slice(-3)}` })
    await discardOrder(order.ctx, order.id)
    expect((await getOrder(order.ctx, order.id)).notices).toEqual({ email: null, phone: null })
    await sendNotices(process())
    expect(await told()).toEqual(expect.arrayContaining(['received email skipped', 'received sms skipped']))
    expect(gateway.control.messages(order.phone)).toEqual([])
  })

  it('is the last thing that happened: what was overtaken is not sent, and what came back to life is told anew', async () => {
    const order = await bought()
    await tellPaid(order.ctx, order.attempt)
    await changeStatus(order.desk, order.id, { status: 'shipped' })
    await changeStatus(order.desk, order.id, { status: 'delivered' })
    await sendNotices(process())
    expect((await told(order.id)).filter((each) => each.endsWith('sent'))).toEqual(['delivered email sent', 'delivered sms sent'])

    const late = await bought()
    await database.db.execute(sql`update orders set hold_expires_at = now() where id = ${late.id}`)
    await expireOrders(late.ctx)
    await sendNotices(process())
    expect(gateway.control.messages(late.phone), 'it ran out unpaid').toEqual([])
    await tellPaid(late.ctx, late.attempt)
    await sendNotices(process())
    await changeStatus(late.desk, late.id, { status: 'cancelled', reason: 'No such size left' })
    expect(await refundsOf(database, late.id)).toHaveLength(1)
    await sendNotices(process())
    expect(gateway.control.messages(late.phone).map(({ text }) => text)).toEqual([
      expect.stringContaining('was paid'),
      expect.stringContaining('was cancelled. Your KSh 4,500 goes back to your M-Pesa.'),
    ])
    const [letter] = await rowsOf<{ text: string }>(database, sql`select text from messages where kind = 'order-cancelled'`)
    expect(letter?.text).toContain('What you paid, KSh 4,500, goes back to your M-Pesa.')
    expect(letter?.text).not.toContain('No such size left')
  })
})

describe('money that an order cannot take', () => {
  const goesBack = (how: string, id: string) =>
    `Viatu: order ${id.slice(0, 8)} ${how}. KSh 4,500 goes back to your M-Pesa. http://localhost/o/${id.slice(0, 8)}.${secrets.orderKey(id).slice(0, 16)}`

  it('after it was cancelled is told once, by each way, and on its page', async () => {
    const order = await bought()
    await changeStatus(order.desk, order.id, { status: 'cancelled', reason: 'Asked for' })
    await sendNotices(process())
    await tellPaid(order.ctx, order.attempt, { receipt: 'QKJ4XT81ZQ' })
    await tellPaid(order.ctx, order.attempt, { receipt: 'QKJ4XT81ZQ' })
    await Promise.all([process(), process()].map(sendNotices))
    expect((await told(order.id)).slice(-2).sort()).toEqual(['refund email sent', 'refund sms sent'])
    expect(lastSms(order.phone)).toBe(goesBack('was cancelled', order.id))
    expect(gateway.control.messages(order.phone)).toHaveLength(2)
    const letters = await rowsOf<{ subject: string; text: string }>(database, sql`select subject, text from messages where kind = 'order-refund'`)
    expect(letters).toEqual([
      {
        subject: `KSh 4,500 for your order ${order.id.slice(0, 8)} at Viatu goes back to you`,
        text: expect.stringContaining('It goes back to your M-Pesa. If it does not arrive, call +254 700 000 000.'),
      },
    ])
    const due = { amount: 4500, at: expect.any(String), done_at: null, phone: order.phone, receipt: null, in_cash: false }
    expect((await getOrder(order.ctx, order.id)).refunds).toEqual([due])
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${order.id}`)
    await completeRefund(order.desk, refund?.id as string, { receipt: 'TBACK00001' })
    expect((await getOrder(order.ctx, order.id)).refunds).toEqual([{ ...due, done_at: expect.any(String), receipt: 'TBACK00001' }])
  })

  it('a second time is told, and the first payment is told as well', async () => {
    const { ctx, id, phone, attempt } = await bought()
    await tellFailed(ctx, attempt)
    await requestPayment(ctx, id, {})
    const second = await attemptOf(database, id)
    await tellPaid(ctx, attempt)
    await tellPaid(ctx, second)
    await sendNotices(process())
    expect((await told(id)).filter((each) => each.endsWith('sms sent'))).toEqual(['paid sms sent', 'refund sms sent'])
    expect(lastSms(phone)).toBe(goesBack('was paid twice', id))
  })

  it('on a prompt that was replaced is told to the right number, with where it goes; the wrong one is told nothing more', async () => {
    const { ctx, id, phone, attempt } = await bought()
    const before = gateway.control.messages(phone).length
    const right = newPhone().slice(1)
    await requestPayment(ctx, id, { phone: right })
    await tellPaid(ctx, await attemptOf(database, id))
    await tellPaid(ctx, attempt)
    await sendNotices(process())
    expect(gateway.control.messages(phone)).toHaveLength(before)
    expect(gateway.control.messages(right).map(({ text }) => text.split('. ').slice(0, 2))).toEqual([
      [expect.stringContaining(`for order ${id.slice(0, 8)} was paid`), expect.anything()],
      [`Viatu: order ${id.slice(0, 8)} was paid twice`, 'KSh 4,500 goes back to the number that paid it'],
    ])
    const [letter] = await rowsOf<{ text: string }>(database, sql`select text from messages where kind = 'order-refund' order by id desc limit 1`)
    expect(letter?.text).toContain(`It goes back to the number that paid it, ${formatPhone(attempt.phone)}.`)
  })

  it('after its pairs were gone is told, also to a buyer who had taken the order back', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 1 } })
    const phone = newPhone()
    const order = await placed(process(), shoe, { customer_phone: phone })
    await discardOrder(order.ctx, order.id)
    await placed(process(), shoe)
    await tellPaid(order.ctx, order.attempt)
    await sendNotices(process())
    expect(lastSms(phone.slice(1))).toBe(goesBack('was paid too late', order.id))
  })

  it('is not told by itself where a paid order is cancelled: that notice names the sum', async () => {
    const order = await bought()
    await tellPaid(order.ctx, order.attempt)
    await changeStatus(order.desk, order.id, { status: 'cancelled', reason: 'Asked for' })
    expect((await told(order.id)).filter((each) => each.startsWith('refund'))).toEqual([])
  })
})

describe('when something is in the way', () => {
  it.each<[SmsAnswer, string]>([
    [{ outcome: 'never', code: '406 UserInBlacklist' }, 'failed'],
    [{ outcome: 'unknown', code: 'time-out' }, 'unknown'],
  ])('an answer of %j is the last word', async (answer, state) => {
    const sms = scripted(answer)
    const ctx = process(sms)
    const { id } = await bought(ctx, { customer_email: '' })
    await sendNotices(ctx)
    await sendNotices(later(ctx, '5 hours'))
    expect(sms.got).toHaveLength(1)
    expect(await noticesOf(id)).toEqual([
      expect.objectContaining({ channel: 'sms', state, tries: 1, due_in: null, last_error: 'code' in answer ? answer.code : null }),
    ])
    expect(JSON.stringify(ctx.logged)).not.toMatch(/2547\d{8}|@example/)
  })

  it('each message of one moment becomes what the gateway said of it', async () => {
    const answers: SmsAnswer[] = [
      { outcome: 'sent', id: 'first' },
      { outcome: 'never', code: '403' },
      { outcome: 'sent', id: 'third' },
      { outcome: 'unknown', code: 'ETIMEDOUT' },
    ]
    const phones: string[] = []
    const ctx = process({ send: async ({ to }) => answers[phones.indexOf(to)] as SmsAnswer })
    for (const _ of answers) phones.push((await bought(ctx, { customer_email: '' })).phone)
    expect(await sendNotices(ctx)).toBe(2)
    const became = await rowsOf(
      database,
      sql`select n.state, n.provider_id, n.last_error, n.sent_at is not null as is_sent, n.next_at from notices n join orders o on o.id = n.order_id
        order by array_position(${sql.param(phones)}::text[], o.customer_phone::text)`,
    )
    expect(became).toEqual([
      { state: 'sent', provider_id: 'first', last_error: null, is_sent: true, next_at: null },
      { state: 'failed', provider_id: null, last_error: '403', is_sent: false, next_at: null },
      { state: 'sent', provider_id: 'third', last_error: null, is_sent: true, next_at: null },
      { state: 'unknown', provider_id: null, last_error: 'ETIMEDOUT', is_sent: false, next_at: null },
    ])
  })

  it('a gateway that is away is tried again with growing pauses, and what is a day old is not sent any more', async () => {
    const sms = scripted({ outcome: 'later', code: 'ECONNREFUSED' })
    let ctx = process(sms)
    const { id, phone } = await bought(ctx, { customer_email: '' })
    for (let tries = 1; tries <= 3; tries++) {
      await sendNotices(ctx)
      await sendNotices(ctx)
      expect(await noticesOf(id)).toEqual([expect.objectContaining({ state: 'due', tries, last_error: 'ECONNREFUSED' })])
      ctx = later(ctx, `${nextTryAfter(tries)} seconds`)
    }
    expect(sms.got).toHaveLength(3)
    await sendNotices(later(process(), '25 hours'))
    expect(await told(id)).toEqual(['received sms skipped'])
    expect(gateway.control.messages(phone)).toEqual([])
  })

  it('an e-mail that no mail server took for a day is given up as well', async () => {
    const server = await startMailServer()
    await server.stop()
    const mailer = createSmtpMailer({ url: server.url, from: { name: 'Viatu', address: 'hello@viatu.example' }, replyTo: 'hello@viatu.example' })
    onTestFinished(() => mailer.close())
    const ctx = contextOn(database, { actor: theShop, mailer })
    await bought(process(null))
    await sendNotices(ctx)
    await sendMails(ctx)
    const back = await startMailServer({ port: server.port })
    expect(await sendMails(later(ctx, '25 hours'))).toBe(0)
    expect(back.taken).toEqual([])
    expect(await rowsOf(database, sql`select last_error from messages where given_up_at is not null`)).toEqual([
      { last_error: 'ELATE: no news any more' },
    ])
  })

  it('a process that dies before it sends leaves the notice to the next; one that dies while it sends leaves nothing to be sent twice', async () => {
    const dying = scripted(() => {
      throw new Error('killed')
    })
    const { id, phone } = await bought(process(dying))
    const taken = process(dying)
    // The lease of a process that took the notice and died at once.
    await database.db.execute(sql`update notices set tries = 1, next_at = now() + interval '60 seconds' where order_id = ${id}`)
    expect(await sendNotices(taken)).toBe(0)
    expect(await sendNotices(later(taken, '61 seconds'))).toBe(1)
    expect(await told(id)).toEqual(['received email sent', 'received sms sending'])
    expect(dying.got).toHaveLength(1)

    await sendNotices(process())
    await sendNotices(later(process(), '3 minutes'))
    expect(await told(id)).toEqual(['received email sent', 'received sms unknown'])
    expect(gateway.control.messages(phone)).toEqual([])
    expect(await rowsOf(database, sql`select count(*)::integer as letters from messages`)).toEqual([{ letters: 1 }])
  })

  it('a notice that another took meanwhile is not sent by the one that was too slow', async () => {
    const slow = scripted({ outcome: 'sent', id: null })
    const { id, phone } = await bought(process(slow))
    const ctx = process(slow)
    const overtaken = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get: (target, name) =>
          name !== 'execute'
            ? Reflect.get(target, name)
            : async (query: Parameters<typeof ctx.db.execute>[0]) => {
                const answer = await target.execute(query)
                // After it has read the order, its lease runs out and another takes the notice.
                if (JSON.stringify(query).includes('overtaken')) await sendNotices(later(process(), '2 minutes'))
                return answer
              },
      }),
    }
    await sendNotices(overtaken)
    expect(slow.got).toEqual([])
    expect(gateway.control.messages(phone)).toHaveLength(1)
    expect(await told(id)).toEqual(['received email sent', 'received sms sent'])
    expect(await rowsOf(database, sql`select count(*)::integer as letters from messages`)).toEqual([{ letters: 1 }])
  })

  it('nobody fills a stranger with e-mails by ordering in their name', async () => {
    const { max } = limits.notice_address
    const order = await bought(process(null), { customer_email: 'stranger@example.com' })
    await database.db.execute(sql`update notices set next_at = now()`)
    for (let more = 0; more < max; more++) await bought(process(null), { customer_email: 'Stranger@example.com' })
    await sendNotices(process(null))
    expect((await noticesOf()).filter(({ state }) => state === 'sent')).toHaveLength(max)
    expect((await noticesOf()).filter(({ last_error }) => last_error === 'too many to this address')).toHaveLength(1)
    await tellPaid(order.ctx, order.attempt)
    await sendNotices(process(null))
    expect(await told(order.id), 'what was paid is told').toContain('paid email sent')
  })

  it('a buyer who leaves while their e-mail is being written leaves no e-mail behind', async () => {
    const { id } = await bought(process(null), { customer_name: 'Kerubo Achieng' })
    const leaving = sql`
      update orders set customer_name = 'Deleted account', customer_phone = '254700000000', delivery_address = 'Deleted', customer_email = null, anonymised_at = now() where id = ${id}`
    await meanwhile(database, sql`select from orders where id = ${id} for update`, [() => sendNotices(process(null))], ({ db }) =>
      db.execute(leaving),
    )
    expect(await rowsOf(database, sql`select kind from messages where text like '%Kerubo%'`)).toEqual([])
    await sendNotices(later(process(null), '2 minutes'))
    expect(await told(id)).toEqual(['received email skipped'])
  })

  it('an order whose buyer has left, or that was cleared, tells nobody', async () => {
    const gone = await bought()
    await tellPaid(gone.ctx, gone.attempt)
    await changeStatus(gone.desk, gone.id, { status: 'cancelled', reason: 'Asked for' })
    await database.db.execute(sql`
      update orders set customer_name = 'Deleted account', customer_phone = '254700000000', delivery_address = 'Deleted', customer_email = null, anonymised_at = now() where id = ${gone.id}`)
    await sendNotices(process())
    expect(gateway.control.messages('254700000000')).toEqual([])
    expect(new Set((await noticesOf(gone.id)).map(({ state }) => state))).toEqual(new Set(['skipped']))

    const cleared = await bought()
    await sendNotices(process())
    await tellPaid(cleared.ctx, cleared.attempt)
    const who = await entered(database, { isAdmin: true })
    await clearUserData(as(process(), who.actor), { confirmation: 'DELETE', password: goodPassword })
    expect(await noticesOf()).toEqual([])
    expect(await rowsOf(database, sql`select id from messages where text is not null`)).toEqual([])
    expect(await sendNotices(process())).toBe(0)
    expect(gateway.control.messages(cleared.phone)).toHaveLength(1)
  })
})
