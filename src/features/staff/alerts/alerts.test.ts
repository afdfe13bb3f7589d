import { randomUUID } from 'node:crypto'
import type { PromptAnswer } from '@viatu/daraja'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { type AlertKind, alertKinds, allChoices, isQuiet, usualChoices, usualQuietHours } from '#domain/alert.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { addPushDevice, listPushDevices, removePushDevice } from '#features/people/push-devices.ts'
import { endOtherSessions, signOut } from '#features/people/sessions.ts'
import { demoteAdmin, signOutEverywhere } from '#features/people/users.ts'
import { getAlertSettings, saveAlertChoices, saveQuietHours } from '#features/staff/alerts/alert-settings.ts'
import { collectAlerts } from '#features/staff/alerts/collect-alerts.ts'
import { findPushKeys, requirePushKeys, sendTestPush } from '#features/staff/alerts/push-keys.ts'
import { sendAlerts } from '#features/staff/alerts/send-alerts.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { secretsFrom } from '#server/secrets.ts'
import { webPush } from '#services/push/push.ts'
import type { Sms, SmsAnswer } from '#services/sms/sms.ts'
import { type Entered, entered, goodPassword, signedIn } from '../../../../test/accounts.ts'
import { affiliate, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, newPhone, orderIn, placed, putOnShelf, rowsOf, tellPaid, theShop } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { openPushService } from '../../../../test/push-service.ts'
import { accountPrompt, refusedPrompt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
let service: Awaited<ReturnType<typeof openPushService>>
let owner: Entered
beforeAll(async () => {
  service = await openPushService()
  owner = await entered(database, { isAdmin: true })
  owner.actor = (await signedIn(contextOn(database), owner)).actor
})
afterAll(() => service.close())

/** What happened in earlier tests is found, and forgotten. */
beforeEach(async () => {
  await database.db.execute(sql`update alert_cursor set seen_at = now()`)
  await collectAlerts(shop())
  await database.db.execute(sql`delete from alert_messages`)
  await database.db.execute(sql`delete from push_devices`)
  await database.db.execute(sql`delete from messages`)
  await saveAlertChoices(mine(), usualChoices({ hasDevice: true }))
  await saveQuietHours(mine(), null)
  service.taken.splice(0)
  service.asked.splice(0)
  service.answers.clear()
})

const shop = (changes: Parameters<typeof contextOn>[1] = {}) => contextOn(database, { actor: theShop, push: service.push(), ...changes })
const mine = (who = owner, changes: Parameters<typeof contextOn>[1] = {}) => shop({ actor: who.actor, ...changes })
const laterOn = (seconds: number, changes: Parameters<typeof contextOn>[1] = {}) =>
  shop({ now: sql`now() + make_interval(secs => ${seconds}::integer)`, ...changes })

async function allowed(who = owner) {
  await requirePushKeys(mine(who))
  const device = service.device()
  return { ...device, id: await addPushDevice(mine(who), device.subscription, 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0') }
}
/** A paid order of KSh 4,500 after another. */
const paidOrders = async (count: number) => {
  const orders = []
  for (let each = 0; each < count; each++) orders.push(await orderIn(database, 'waiting_shipment'))
  return orders.map(({ id }) => id)
}
const told = async (ctx: Context = shop()) => {
  await collectAlerts(ctx)
  return sendAlerts(ctx)
}
const titles = () => service.taken.map(({ message }) => message.title)
const messages = () =>
  rowsOf<{ way: string; state: string; tries: number; last_error: string | null; due_in: number | null }>(
    database,
    sql`select way, state, tries, last_error, extract(epoch from next_at - now())::float as due_in from alert_messages order by id`,
  )
const letters = () => rowsOf(database, sql`select subject from messages where kind = 'alert'`)
const only = (...choices: (typeof allChoices)[number][]) => saveAlertChoices(mine(), choices)
function scripted(...answers: SmsAnswer[]): Sms & { got: { to: string; text: string }[] } {
  const got: { to: string; text: string }[] = []
  const send: Sms['send'] = async (message) => {
    got.push(message)
    return answers.shift() ?? { outcome: 'sent', id: null }
  }
  return { got, send }
}

describe('a device', () => {
  it('is told of a paid order within one run, encrypted for it alone and signed by the shop, with nothing personal', async () => {
    const { path } = await allowed()
    const [id] = await paidOrders(1)
    expect(await told()).toBeGreaterThanOrEqual(1)
    const { publicKey } = (await findPushKeys(shop())) ?? {}
    const code = id?.slice(0, 8)
    expect(service.taken).toEqual([
      {
        path,
        publicKey,
        topic: expect.stringMatching(/^alert-\d+$/),
        message: {
          title: 'Paid order',
          body: `Order ${code}, KSh 4,500.`,
          path: `/admin/orders/${id}`,
          tag: expect.stringMatching(/^alert-\d+$/),
          waiting: expect.any(Number),
        },
      },
    ])
    expect(await listPushDevices(mine())).toMatchObject([
      { user_agent: expect.stringContaining('Android'), last_sent_at: expect.any(String), is_current: true },
    ])
    expect(await told(), 'once').toBe(0)
  })

  it('takes the place of the one that this browser was before, and is whose who allowed it last', async () => {
    const first = await allowed()
    const second = await allowed()
    expect(await listPushDevices(mine())).toMatchObject([{ id: second.id }])
    const other = await entered(database, { isAdmin: true })
    await addPushDevice(mine(other), second.subscription, null)
    expect(await listPushDevices(mine())).toEqual([])
    await removePushDevice(mine(), first.id)
    await removePushDevice(mine(), 'no id')
    await demoteAdmin(mine(), { id: other.id })
  })

  it.each([
    ['plain http', 'http://push.example/a'],
    ['this machine', 'https://127.0.0.1/a'],
    ['an odd port', 'https://push.example:8443/a'],
    ['a user', 'https://me:secret@push.example/a'],
  ])('with an endpoint that is %s is refused', async (_, endpoint) => {
    const { subscription } = service.device()
    await expect(addPushDevice(contextOn(database, { actor: owner.actor }), { ...subscription, endpoint }, null)).rejects.toMatchObject({
      code: 'bad_input',
      details: { fields: { endpoint: expect.any(String) } },
    })
  })

  it('with an endpoint whose name leads into a private network is refused, by one address of several', async () => {
    const { subscription } = service.device()
    const add = (...addresses: string[]) =>
      addPushDevice(
        contextOn(database, { actor: owner.actor, push: webPush({ resolve: async () => addresses }) }),
        { ...subscription, endpoint: 'https://push.thief.example/a' },
        null,
      )
    for (const addresses of [['10.0.0.7'], ['1.1.1.1', '169.254.169.254']])
      await expect(add(...addresses)).rejects.toMatchObject({ code: 'bad_input', details: { fields: { endpoint: expect.any(String) } } })
    await removePushDevice(mine(), await add('1.1.1.1'))
  })

  it('whose name leads to a private address, or whose service sends elsewhere, is not reached', async () => {
    const { path, id } = await allowed()
    await paidOrders(1)
    service.answers.set(path, [{ status: 307, headers: { location: 'https://pictures.example/other' } }])
    await told()
    expect(await messages()).toMatchObject([{ state: 'failed', last_error: '307' }, { way: 'email' }])
    expect(service.asked).toHaveLength(1)
    await paidOrders(1)
    const { webPush } = await import('#services/push/push.ts')
    await told(laterOn(120, { push: webPush({ ...service.exceptions, resolve: async () => ['10.0.0.1'] }) }))
    expect(service.asked).toHaveLength(1)
    expect((await listPushDevices(mine())).map((device) => device.id)).not.toContain(id)
  })

  it.each([404, 410])('that answers %i is dropped, and what it did not take goes by e-mail, once', async (status) => {
    const { path } = await allowed()
    await paidOrders(1)
    service.answers.set(path, [status])
    expect(await told()).toBe(0)
    expect(await listPushDevices(mine())).toEqual([])
    expect(await told(laterOn(1))).toBe(1)
    expect(await told(laterOn(120))).toBe(0)
    expect(await messages()).toMatchObject([{ way: 'email', state: 'sent' }])
    expect(await letters()).toEqual([{ subject: expect.stringMatching(/^Paid order at Viatu: Order \w{8}, KSh 4,500$/) }])
  })

  it('that is gone while another of the person takes the push: no letter says it again', async () => {
    const { path } = await allowed()
    const other = service.device()
    const elsewhere = { ...owner.actor, sessionId: randomUUID() }
    await addPushDevice(shop({ actor: elsewhere }), other.subscription, null)
    await paidOrders(1)
    service.answers.set(path, [410])
    expect(await told()).toBe(1)
    await told(laterOn(120))
    expect([titles(), await letters()]).toEqual([['Paid order'], []])
  })

  it.each([
    [
      'keys that no secret of the shop opens',
      async () => void (await database.db.execute(sql`update push_keys set private_key = 'of another secret'`)),
    ],
    ['a service that refuses the message', async (paths: string[]) => paths.forEach((path) => void service.answers.set(path, [400]))],
  ])('and all others that cannot be reached, by %s: one letter', async (_, spoil) => {
    const [first, second] = [await allowed(), service.device()]
    await addPushDevice(shop({ actor: { ...owner.actor, sessionId: randomUUID() } }), second.subscription, null)
    await paidOrders(2)
    await spoil([first.path, second.path])
    expect(await told()).toBe(0)
    expect(await told(laterOn(1))).toBe(1)
    await told(laterOn(120))
    expect((await messages()).map(({ way, state }) => `${way} ${state}`).sort()).toEqual(['email sent', 'push failed', 'push failed'])
    expect(await letters()).toHaveLength(1)
    await database.db.execute(sql`delete from push_keys`)
  })

  it.each([
    [{ status: 429, headers: { 'retry-after': '40' } }, 40],
    [503, 10],
    ['silent' as const, 10],
  ])('that answers %j is tried again after %i seconds, under the same topic', async (answer, seconds) => {
    const { path } = await allowed()
    await paidOrders(1)
    service.answers.set(path, [answer])
    const hasty = shop({ push: service.push(500) })
    expect(await told(hasty)).toBe(0)
    const [waiting] = await messages()
    expect(waiting).toMatchObject({ state: 'due', tries: 1 })
    expect(Math.abs((waiting?.due_in ?? 0) - seconds)).toBeLessThan(5)
    expect(await sendAlerts(laterOn(seconds - 6))).toBe(0)
    expect(await sendAlerts(laterOn(seconds + 2))).toBe(1)
    expect(titles()).toEqual(['Paid order'])
    expect(await sendAlerts(laterOn(600))).toBe(0)
  })

  it('is one of ten at most', async () => {
    await requirePushKeys(mine())
    const { actor } = owner
    for (let each = 0; each < 10; each++)
      await addPushDevice(shop({ actor: { ...actor, sessionId: randomUUID() } }), service.device().subscription, null)
    await expect(allowed()).rejects.toMatchObject({ code: 'too_many_devices' })
    expect(await listPushDevices(mine())).toHaveLength(10)
  })

  it('is tried by hand, also in quiet hours, and said to be gone where it is', async () => {
    await expect(sendTestPush(mine())).rejects.toMatchObject({ code: 'no_push_devices' })
    const { path } = await allowed()
    expect(await sendTestPush(mine())).toBe(1)
    expect(titles()).toEqual(['Viatu can reach you'])
    service.answers.set(path, [410])
    await expect(sendTestPush(mine())).rejects.toMatchObject({ code: 'push_failed' })
    expect(await listPushDevices(mine())).toEqual([])
  })
})

describe('a device goes', () => {
  const devicesOf = async (who: Entered) =>
    (await rowsOf<{ count: number }>(database, sql`select count(*)::integer as count from push_devices where user_id = ${who.id}`))[0]?.count
  const somebody = async () => {
    const who = await entered(database, { isAdmin: true })
    await allowed(who)
    return who
  }

  it('when its browser signs out, and when another signs it out', async () => {
    const who = await somebody()
    await signOut(mine(who))
    expect(await devicesOf(who)).toBe(0)
    const again = { ...who, ...(await signedIn(contextOn(database), who)) }
    await allowed(again)
    await endOtherSessions(mine({ ...who, ...(await signedIn(contextOn(database), who)) }))
    expect(await devicesOf(who)).toBe(0)
    await demoteAdmin(mine(), { id: who.id })
  })

  it('with the role, with all sessions and with the account; choices of a person who left are gone', async () => {
    const [demoted, signedOut, deleted] = [await somebody(), await somebody(), await somebody()]
    await saveAlertChoices(mine(deleted), [])
    await demoteAdmin(mine(), { id: demoted.id })
    await signOutEverywhere(mine(), { id: signedOut.id })
    await deleteAccount(mine(deleted), { password: goodPassword })
    for (const who of [demoted, signedOut, deleted]) expect(await devicesOf(who)).toBe(0)
    expect(await rowsOf(database, sql`select from alert_settings where user_id = ${deleted.id}`)).toEqual([])
    await demoteAdmin(mine(), { id: signedOut.id })
  })

  it('not when its session runs out, and stays of the browser that signs in again', async () => {
    const who = await somebody()
    const browser = { userId: who.id, id: randomUUID() }
    await allowed({ ...who, actor: { ...who.actor, device: browser } })
    await database.db.execute(sql`update auth.sessions set updated_at = now() - interval '8 days' where user_id = ${who.id}`)
    await deleteExpiredRows(shop())
    expect(await devicesOf(who)).toBe(2 - 1)
    const again = await signedIn(as(contextOn(database), { ...anonymous, device: browser }), who)
    expect(await listPushDevices(mine({ ...who, actor: again.actor }))).toMatchObject([{ is_current: true }])
    await signOut(mine({ ...who, actor: again.actor }))
    expect(await devicesOf(who)).toBe(0)
    await demoteAdmin(mine(), { id: who.id })
  })
})

describe('many', () => {
  it('within a minute become one: the first is told at once, those after it together', async () => {
    await allowed()
    await paidOrders(1)
    await told()
    await paidOrders(3)
    expect(await told(), 'not yet').toBe(0)
    await paidOrders(4)
    await collectAlerts(shop())
    expect(await told(laterOn(62))).toBe(1)
    expect(titles()).toEqual(['Paid order', '7 paid orders'])
    expect(service.taken[1]?.message).toMatchObject({ body: 'KSh 31,500 together.', path: '/admin/orders?view=pack' })
  })

  it('are never sent by both of two processes, nor lost between them', async () => {
    await only('paid push', 'paid sms', 'paid email')
    const devices = [await allowed()]
    const sms = scripted()
    const processes = Array.from({ length: 4 }, () => shop({ sms }))
    await paidOrders(5)
    await Promise.all(processes.map(collectAlerts))
    await Promise.all(processes.map(sendAlerts))
    await Promise.all(processes.map(told))
    expect(titles()).toEqual(['5 paid orders'])
    expect(devices).toHaveLength(1)
    expect(sms.got).toEqual([{ to: owner.phone.slice(1), text: 'Viatu: 5 paid orders. KSh 22,500 together http://localhost/admin/orders?view=pack' }])
    expect(await rowsOf(database, sql`select subject from messages where kind = 'alert'`)).toEqual([
      { subject: '5 paid orders at Viatu: KSh 22,500 together' },
    ])
    expect((await messages()).map(({ way, state }) => `${way} ${state}`).sort()).toEqual(['email sent', 'push sent', 'sms sent'])
  })

  it('are all found, also those that are committed late and out of turn', async () => {
    await allowed()
    const order = await placed(contextOn(database), await putOnShelf(database))
    await database.db.transaction(async (tx) => {
      await tellPaid({ ...order.ctx, db: tx }, order.attempt)
      await paidOrders(1)
      await told()
    })
    await told(laterOn(5))
    await told(laterOn(70))
    expect(titles()).toEqual(['Paid order', 'Paid order'])
  })
})

describe('quiet hours', () => {
  // 11 PM in Nairobi, and 7 AM after it.
  const night = new Date('2030-01-07T20:00:00Z')
  const at = (hours: number) => shop({ now: sql`${new Date(night.getTime() + hours * 3_600_000).toISOString()}::timestamptz` })
  const happened = async (hours: number) => {
    const [id] = await paidOrders(1)
    await database.ownerDb.execute(
      sql`update orders set paid_at = ${new Date(night.getTime() + hours * 3_600_000).toISOString()}::timestamptz where id = ${id}`,
    )
  }
  beforeEach(async () => {
    await only('paid push', 'paid email')
    await database.db.execute(sql`update alert_cursor set seen_at = ${new Date(night.getTime() - 60_000).toISOString()}::timestamptz`)
  })

  it('keep everything until they are over, and then it is one summary in each way', async () => {
    await saveQuietHours(mine(), { quiet_from: '22:00', quiet_until: '06:30' })
    await allowed()
    await happened(0)
    expect(await told(at(0.1))).toBe(0)
    await happened(3)
    await happened(4)
    expect(await told(at(5))).toBe(0)
    expect(await told(at(7.4))).toBe(0)
    expect(await told(at(7.6))).toBe(2)
    expect(titles()).toEqual(['3 paid orders'])
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('of others are their own, and none are none', async () => {
    await saveQuietHours(mine(), { quiet_from: '08:00', quiet_until: '17:00' })
    await allowed()
    await happened(0)
    expect(await told(at(0.1))).toBe(2)
  })

  it('are from ten to six for those who chose nothing', async () => {
    await database.db.execute(sql`delete from alert_settings`)
    await allowed()
    await happened(0)
    expect(await told(at(6.9))).toBe(0)
    expect(await told(at(7.1))).toBe(1)
  })

  it.each([
    [{ quiet_from: '25:00', quiet_until: '06:00' }, 'quiet_from'],
    [{ quiet_from: '22:00', quiet_until: '' }, 'quiet_until'],
    [{ quiet_from: '22:00', quiet_until: '22:00' }, 'quiet_until'],
  ])('%j are refused in words', async (sent, field) => {
    await expect(saveQuietHours(mine(), sent)).rejects.toMatchObject({ code: 'bad_input', details: { fields: { [field]: expect.any(String) } } })
  })

  it('end the day with a digest, once, for those who want it', async () => {
    await only('digest email')
    await happened(-4)
    const evening = (minutes: number) => at(-3 + minutes / 60)
    await database.db.execute(sql`update alert_cursor set seen_at = ${new Date(night.getTime() - 4 * 3_600_000).toISOString()}::timestamptz`)
    expect(await told(evening(-1))).toBe(0)
    expect(await told(evening(1))).toBe(1)
    expect(await told(evening(2))).toBe(0)
    const [letter] = await rowsOf<{ text: string }>(database, sql`select text from messages where kind = 'alert'`)
    expect(letter?.text).toMatch(/1 paid order, KSh 4,500 that day\. Waiting: \d+ to pack/)
  })
})

describe('a paid order', () => {
  const ways = async () => (await messages()).map(({ way, state }) => `${way} ${state}`).sort()

  it('reaches by e-mail who has chosen nothing, and once a device takes pushes, by push alone', async () => {
    await database.db.execute(sql`delete from alert_settings`)
    await saveQuietHours(mine(), null)
    await paidOrders(1)
    await told()
    expect(await ways()).toEqual(['email sent'])
    expect(await rowsOf(database, sql`select subject from messages where kind = 'alert'`)).toEqual([
      { subject: expect.stringMatching(/^Paid order at Viatu: Order \w{8}, KSh 4,500$/) },
    ])
    await allowed()
    await paidOrders(1)
    await told()
    expect(await ways()).toEqual(['email sent', 'push sent'])
  })

  it('goes as it was chosen by hand, with a device or without one', async () => {
    await only('paid push')
    await paidOrders(1)
    await told()
    expect(await ways()).toEqual([])
    await only('paid email')
    await allowed()
    await paidOrders(1)
    await told()
    expect(await ways()).toEqual(['email sent'])
  })
})

describe('short messages and letters', () => {
  it('are sent to whoever chose them, and a short one that nobody knows of is never repeated', async () => {
    await only('paid sms')
    const sms = scripted({ outcome: 'later', code: 'busy' }, { outcome: 'unknown', code: 'cut' })
    await paidOrders(1)
    expect(await told(shop({ sms }))).toBe(0)
    expect(await sendAlerts(laterOn(20, { sms }))).toBe(0)
    expect(await sendAlerts(laterOn(4_000, { sms }))).toBe(0)
    expect(sms.got).toHaveLength(2)
    expect(await messages()).toMatchObject([{ way: 'sms', state: 'unknown', last_error: 'cut' }])
  })

  it('that a process died over are not repeated, and its pushes are', async () => {
    await only('paid sms', 'paid push')
    await allowed()
    const dying = { send: () => Promise.reject(new Error('killed')), mayReach: async () => true, makeKeys: service.push().makeKeys }
    await paidOrders(1)
    await told(shop({ sms: { send: dying.send }, push: dying }))
    const sms = scripted()
    expect(await sendAlerts(laterOn(61, { sms }))).toBe(1)
    expect([titles(), sms.got]).toEqual([['Paid order'], []])
    expect((await messages()).map(({ way, state }) => `${way} ${state}`).sort()).toEqual(['push sent', 'sms unknown'])
  })

  it('are not for somebody who works here no more by the time they go', async () => {
    const who = await entered(database, { isAdmin: true })
    await saveAlertChoices(mine(who), ['paid email'])
    await saveQuietHours(mine(who), null)
    await only()
    await paidOrders(1)
    await collectAlerts(shop())
    await demoteAdmin(mine(), { id: who.id })
    // The choice of hours is gone with the role.
    const minute = (Math.floor(Date.now() / 60_000) + 180) % 1440
    const untilMorning = isQuiet(minute, usualQuietHours) ? (usualQuietHours.until - minute + 1440) % 1440 : 0
    await sendAlerts(laterOn(untilMorning * 60))
    expect(await messages()).toMatchObject([{ state: 'skipped' }])
    expect(await rowsOf(database, sql`select from messages where kind = 'alert'`)).toEqual([])
  })

  it('are no news after a day', async () => {
    await only('paid email')
    await paidOrders(1)
    await collectAlerts(shop())
    expect(await sendAlerts(laterOn(25 * 3600))).toBe(0)
    expect(await messages()).toMatchObject([{ state: 'skipped' }])
  })
})

describe('what happens', () => {
  const found = async () => {
    const before = await rowsOf<{ id: string }>(database, sql`select coalesce(max(id), 0)::text as id from alerts`)
    await collectAlerts(shop())
    return rowsOf<{ kind: AlertKind; label: string; amount: string | null }>(
      database,
      sql`select kind, label, amount from alerts where id > ${before[0]?.id}::bigint order by kind, at`,
    )
  }

  it('is found in the rows that it leaves, each once', async () => {
    const buyer = await entered(database)
    const { id, attempt, ctx } = await orderIn(database, 'cancelled')
    await tellPaid(ctx, attempt)
    const review = await orderIn(database, 'awaiting_payment')
    await database.ownerDb.execute(sql`
      update payment_attempts set needs_review_at = now(), review_reason = 'No answer', state = 'unknown', next_check_at = null where id = ${review.attempt.id}`)
    const { affiliate_code } = await joinAffiliates(mine(buyer))
    const seller = await affiliate(database)
    const { orderId } = await earn(database, seller, 300)
    await requestPayout(as(shop(), seller), {
      amount: 50,
      mpesa_phone_number: '0712345678',
      mpesa_full_name: 'Achieng Otieno',
    })
    await database.ownerDb.execute(sql`insert into backup_runs (kind, ended_at, outcome, reason) values ('drill', now(), 'failed', 'No room')`)
    const late = await orderIn(database, 'waiting_shipment')
    await database.ownerDb.execute(
      sql`update orders set late_at = now(), promised_from = coalesce(promised_from, now()::date), promised_to = coalesce(promised_to, now()::date) where id = ${late.id}`,
    )
    expect(await found()).toEqual([
      { kind: 'affiliate', label: affiliate_code, amount: null },
      { kind: 'backup', label: 'drill', amount: null },
      { kind: 'late', label: late.id.slice(0, 8), amount: null },
      { kind: 'paid', label: orderId.slice(0, 8), amount: '3000.00' },
      { kind: 'paid', label: late.id.slice(0, 8), amount: '4500.00' },
      { kind: 'payout', label: 'payout', amount: '50.00' },
      { kind: 'refund', label: id.slice(0, 8), amount: '4500.00' },
      { kind: 'review', label: review.id.slice(0, 8), amount: '4500.00' },
    ])
    expect(await found()).toEqual([])
  })

  it('to the last pair of a size is told once a day', async () => {
    const shoe = await putOnShelf(database, { sizes: { '42': 3 } })
    const buy = (customer_phone = newPhone()) => placed(contextOn(database), shoe, { customer_phone })
    await buy()
    expect(await found()).toEqual([])
    await buy()
    expect(await found()).toEqual([{ kind: 'last_pair', label: 'Mbio Wingu, size 42', amount: null }])
    const third = await buy()
    await database.ownerDb.execute(
      sql`insert into stock_movements (product_size_id, delta, reason, note) values (${shoe.sizes['42']}, 1, 'manual', 'found one')`,
    )
    await database.ownerDb.execute(
      sql`insert into stock_movements (product_size_id, delta, reason, note) values (${shoe.sizes['42']}, 1, 'manual', 'found one')`,
    )
    await database.ownerDb.execute(
      sql`insert into stock_movements (product_size_id, delta, reason, note) values (${shoe.sizes['42']}, -1, 'manual', 'lost one')`,
    )
    expect(third.id).toBeTruthy()
    expect(await found()).toEqual([])
  })

  it('is not what the demo made up', async () => {
    const [id] = await paidOrders(1)
    await database.ownerDb.execute(sql`insert into made_up_orders (order_id) values (${id})`)
    expect(await found()).toEqual([])
    await database.ownerDb.execute(sql`delete from made_up_orders`)
  })
})

describe('a role', () => {
  it('hears what it may see, and no sums where it sees no money', async () => {
    const [packer, content] = [await entered(database, { role: 'packer' }), await entered(database, { role: 'content' })]
    for (const who of [packer, content]) {
      await saveAlertChoices(mine(who), allChoices)
      await saveQuietHours(mine(who), null)
    }
    await only()
    expect((await getAlertSettings(mine(packer))).kinds).toEqual(['paid', 'late'])
    expect((await getAlertSettings(mine(content))).kinds).toEqual(['last_pair'])
    const { path } = await allowed(packer)
    await paidOrders(1)
    const { id, attempt, ctx } = await orderIn(database, 'cancelled')
    await tellPaid(ctx, attempt)
    await told()
    expect(service.taken).toMatchObject([{ path, message: { title: 'Paid order', body: expect.stringMatching(/^Order \w{8}\.$/) } }])
    expect(await rowsOf(database, sql`select from messages where kind = 'alert' and user_id in (${packer.id}, ${content.id})`)).toHaveLength(1)
    expect(id).toBeTruthy()
    for (const who of [packer, content]) await demoteAdmin(mine(), { id: who.id })
    expect(await rowsOf(database, sql`select from alert_settings where user_id = ${packer.id}`)).toEqual([])
  })

  it('that counts only with a second factor hears only with one', async () => {
    await allowed()
    await paidOrders(1)
    const live = { ...shop(), services: { ...shop().services, asksSecondFactor: true } }
    expect(await told(live)).toBe(0)
    expect(await messages()).toEqual([])
  })
})

describe('choices', () => {
  it('are the usual ones until somebody chooses, and only of the table', async () => {
    const who = await entered(database, { isAdmin: true })
    expect(await getAlertSettings(mine(who))).toMatchObject({
      chosen: usualChoices({ hasDevice: false }),
      quiet: { from: 1320, until: 360 },
      phone: null,
      hasSms: false,
    })
    await saveAlertChoices(mine(who), allChoices)
    expect(await getAlertSettings(mine(who, { sms: scripted() }))).toMatchObject({
      chosen: allChoices,
      quiet: { from: 1320, until: 360 },
      phone: who.phone.slice(1),
    })
    await expect(saveAlertChoices(mine(who), ['paid pigeon'])).rejects.toMatchObject({ code: 'bad_input' })
    await demoteAdmin(mine(), { id: who.id })
  })

  it('are of those who work here alone', async () => {
    const shopper = mine(await entered(database))
    await expect(saveAlertChoices(shopper, [])).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('tell of an account that M-Pesa refuses once, until it has taken a prompt again', async () => {
    const shoe = await putOnShelf(database)
    const place = async (...answers: PromptAnswer[]) => {
      const ctx = contextOn(database)
      for (const answer of answers) ctx.mpesa.onPrompt(answer)
      await placed(ctx, shoe).catch(() => null)
      await collectAlerts(shop())
      return rowsOf(database, sql`select label, order_id from alerts where kind = 'account'`)
    }
    const refused = { label: '500.001.1001: Wrong credentials', order_id: null }
    expect(await place(accountPrompt)).toEqual([refused])
    expect(await place(accountPrompt), 'the second order of the outage').toEqual([refused])
    expect(await place(refusedPrompt), 'a wrong number is no fault of the account').toEqual([refused])
    await place()
    await database.db.execute(sql`update alert_cursor set seen_at = (select at + interval '30 seconds' from alerts where kind = 'account')`)
    expect(await place(), 'its second refusal is looked at again after it has ended').toEqual([refused])
    expect(await place(accountPrompt), 'another outage').toEqual([refused, refused])
  })

  it('tell of a copy that fails every hour once a day, and of another reason at once', async () => {
    await only('backup email')
    const fails = (reason: string, ago: string) =>
      database.db.execute(sql`insert into backup_runs (kind, started_at, ended_at, outcome, reason)
        values ('drill', now() - ${ago}::interval, now() - ${ago}::interval, 'failed', ${reason})`)
    const written = async () => (await rowsOf(database, sql`select id from alerts where kind = 'backup'`)).length
    const found: number[] = []
    for (const [reason, ago] of [
      ['not sealed', '23.5 hours'],
      ['not sealed', '10 hours'],
      ['no room', '9 hours'],
      ['not sealed', '0'],
    ] as const) {
      await fails(reason, ago)
      await database.db.execute(sql`update alert_cursor set seen_at = now() - interval '1 day'`)
      const before = await written()
      // Not counted by what it answers: between 20:00 and midnight it finds the day's digest as well.
      await collectAlerts(shop())
      found.push((await written()) - before)
    }
    expect(found).toEqual([1, 0, 1, 1])
  })

  it('have a row of the table for each kind that the database knows', async () => {
    for (const kind of Object.keys(alertKinds))
      await database.db.execute(sql`insert into alerts (kind, at, label) values (${kind}, now() - interval '2 days', 'label')`)
    await database.db.execute(sql`delete from alerts where label = 'label'`)
  })
})

describe('the keys of the shop', () => {
  it('are made once by many, and sealed', async () => {
    await database.db.execute(sql`delete from push_keys`)
    const keys = await Promise.all(Array.from({ length: 4 }, () => requirePushKeys(shop())))
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
    const [row] = await rowsOf<{ private_key: string }>(database, sql`select private_key from push_keys`)
    expect(row?.private_key).not.toContain(keys[0]?.privateKey)
  })

  it('open with the secret of before; where none opens them they are made anew, and the devices of the old ones go', async () => {
    await allowed()
    const { publicKey } = await requirePushKeys(shop())
    const withSecrets = (secrets: Context['services']['secrets']) => ({ ...shop(), services: { ...shop().services, secrets } })
    const renewed = withSecrets(secretsFrom('another secret, long enough for it', 'a secret for tests, long enough'))
    expect(await findPushKeys(renewed)).toMatchObject({ publicKey })
    const lost = withSecrets(secretsFrom('a third secret, as long as needed'))
    expect(await findPushKeys(lost)).toBeNull()
    expect((await requirePushKeys(lost)).publicKey).not.toBe(publicKey)
    expect(await listPushDevices(mine())).toEqual([])
    await database.db.execute(sql`delete from push_keys`)
  })
})
