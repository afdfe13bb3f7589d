import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { changeCommission, processCommissions } from '#features/affiliates/commission-operations.ts'
import { listCommissions, listUncommissioned } from '#features/affiliates/commissions.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import { nameAffiliate } from '#features/affiliates/name-affiliate.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { claimOrder } from '#features/orders/buyer-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import { listReferralOrders } from '#features/orders/list-orders.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { entered, postOf, refusalOf } from '../../../test/accounts.ts'
import { affiliate, balanceOf, boss, commissionRowOf, earn, referred } from '../../../test/affiliates.ts'
import {
  as,
  contextOn,
  later,
  newPhone,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  secrets,
  settingsOf,
  type TestContext,
  tellFailed,
  tellPaid,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { newReceipt, refusedPrompt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const asBoss = async () => as(ctx(), await boss(database))
const expire = async (orderId: string) => {
  await database.db.execute(sql`update orders set hold_expires_at = now() where id = ${orderId}`)
  await expireOrders(ctx())
}

describe('the commission of an order', () => {
  it('is told to the affiliate once, when the order is paid, without a word of the buyer', async () => {
    const who = await entered(database, { is_affiliate: true, full_name: 'Achieng Otieno' })
    const [row] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const { orderId, ctx: buyer, attempt } = await referred(database, { code: row?.code as string }, 4500)
    const letters = async () => (await postOf(database, who.email)).filter(({ kind }) => kind === 'affiliate-sale')
    expect(await letters()).toEqual([])
    await tellPaid(buyer, attempt)
    expect(await letters()).toHaveLength(1)
    await changeStatus(as(ctx(), await boss(database)), orderId, { status: 'shipped' })
    const rejected = await referred(database, { code: row?.code as string })
    await changeCommission(await asBoss(), rejected.commissionId, { status: 'rejected', reason: 'Not a real sale' })
    await tellPaid(rejected.ctx, rejected.attempt)
    const [letter, ...more] = await letters()
    expect(letter).toMatchObject({ subject: 'Your link brought a sale at Viatu' })
    expect(letter?.text).toContain('Your commission is KSh 450.')
    expect(letter?.text).toContain('It is pending until the shop approves it')
    const [order] = await rowsOf<Record<string, string>>(
      database,
      sql`select customer_name, customer_phone, customer_email, delivery_address from orders where id = ${orderId}`,
    )
    for (const known of Object.values(order ?? {}).filter((each) => each)) expect(letter?.text).not.toContain(known)
    expect(more).toEqual([])
  })

  it('is not approved while its order is cancelled', async () => {
    const { orderId, commissionId, ctx: buyer, attempt } = await referred(database, await affiliate(database))
    await tellPaid(buyer, attempt)
    const admin = await asBoss()
    const refusals = await meanwhile(
      database,
      sql`select from orders where id = ${orderId} for update`,
      [() => changeCommission(admin, commissionId, { status: 'approved' })],
      ({ db }) => changeStatus({ ...admin, db }, orderId, { status: 'cancelled', reason: 'Asked for' }),
    )
    expect(refusals).toEqual(['commission_settled'])
    expect(await rowsOf(database, sql`select action from audit_log where row_id = ${commissionId}`)).toEqual([])
  })

  it('is rejected by the shop when the order is never paid, and pending again when it is paid after all', async () => {
    const { orderId, ctx: buyer, attempt } = await referred(database, await affiliate(database))
    await tellFailed(buyer, attempt)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'pending' })
    await expire(orderId)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected', reason: 'The order was never paid', rejected_by: null })
    await tellPaid(buyer, attempt)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'pending', reason: null, rejected_at: null })
  })

  it('goes with an order that is discarded, or whose prompt M-Pesa refused', async () => {
    const who = await affiliate(database)
    const { orderId, ctx: buyer } = await referred(database, who)
    await discardOrder(buyer, orderId)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected' })
    const refusing = ctx()
    refusing.mpesa.onPrompt(refusedPrompt)
    expect(await refusalOf(placed(refusing, await putOnShelf(database), { affiliate_code: who.code }))).toBe('prompt_refused')
    const rows = await rowsOf(database, sql`select status from affiliate_commissions where affiliate_id = ${who.userId}`)
    expect(rows).toEqual([{ status: 'rejected' }, { status: 'rejected' }])
  })

  it('is rejected when the order is cancelled, and comes back with a recorded payment', async () => {
    const admin = await asBoss()
    const who = await affiliate(database)
    const [{ orderId }, other] = [await earn(database, who), await earn(database, await affiliate(database))]
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'No such size' })
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected', reason: 'The order was cancelled' })
    expect(await balanceOf(database, who.userId)).toBe(0)
    await recordPayment(admin, orderId, { receipt: newReceipt() })
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'pending', approved_at: null })
    expect(await commissionRowOf(database, other.orderId)).toMatchObject({ status: 'approved' })
  })

  it('that was promised to a payout is taken back, and given back when the order is good again', async () => {
    const admin = await asBoss()
    const who = await affiliate(database)
    const { orderId } = await earn(database, who, 300)
    await requestPayout(as(ctx(), who), { amount: 300 })
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'No such size' })
    expect([await commissionRowOf(database, orderId), await balanceOf(database, who.userId)]).toMatchObject([{ status: 'approved' }, -300])
    await recordPayment(admin, orderId, { receipt: newReceipt() })
    expect(await balanceOf(database, who.userId)).toBe(0)
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'Again' })
    expect(await balanceOf(database, who.userId)).toBe(-300)
    const undone = () => rowsOf(database, sql`select undone_at from commission_deductions where affiliate_id = ${who.userId} order by created_at`)
    const [first] = await undone()
    await recordPayment(later(admin, '1 day'), orderId, { receipt: newReceipt() })
    expect(await undone()).toEqual([first, { undone_at: expect.any(String) }])
  })

  it('is given back alone, and then pays the payout that was promised it; one that no payout touched is rejected', async () => {
    const admin = await asBoss()
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const cancel = (orderId: string) => changeStatus(admin, orderId, { status: 'cancelled', reason: 'No such size' })
    const details = { mpesa_phone_number: newPhone(), mpesa_full_name: 'Achieng Otieno' }
    const [good, bad] = [await earn(database, who, 300), await earn(database, other, 300)]
    const { id } = await requestPayout(as(ctx(), who), { amount: 300, ...details })
    await requestPayout(as(ctx(), other), { amount: 300, ...details })
    for (const { orderId } of [good, bad]) await cancel(orderId)
    await recordPayment(admin, good.orderId, { receipt: newReceipt() })
    const next = await earn(database, who, 100)
    // The oldest commission first.
    await completePayout(admin, id, { receipt: newReceipt() })
    expect([await balanceOf(database, who.userId), await balanceOf(database, other.userId)]).toEqual([100, -300])
    await cancel(next.orderId)
    expect([await commissionRowOf(database, next.orderId), await balanceOf(database, who.userId)]).toMatchObject([{ status: 'rejected' }, 0])
  })

  it('is brought in line under the lock of its order: a cancellation at that moment waits for nobody in a circle', async () => {
    const admin = await asBoss()
    const { orderId, ctx: buyer, attempt } = await referred(database, await affiliate(database))
    await tellPaid(buyer, attempt)
    // As an order stands whose commission could not be brought in line when it was paid.
    await database.db.execute(sql`update orders set converted_at = null where id = ${orderId}`)
    const sync = () => database.db.transaction((tx) => syncCommissionWithOrder(tx, { ...admin, db: tx }, orderId))
    const order = sql`select from orders where id = ${orderId} for update`
    const refusals = await meanwhile(database, order, [sync], ({ db }) =>
      changeStatus({ ...admin, db }, orderId, { status: 'cancelled', reason: 'Asked for' }),
    )
    expect(refusals).toEqual(['not refused'])
    expect(await rowsOf(database, sql`select converted_at from orders where id = ${orderId}`)).toEqual([{ converted_at: null }])
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected' })
  })

  it.each([
    ['the same account', (userId: string) => ({ userId })],
    ['the same phone, written otherwise', () => ({})],
  ])('is nobody’s when it was bought through one’s own link: %s', async (_, actor) => {
    const who = await affiliate(database)
    await database.db.execute(sql`update profiles set phone = '254712000111' where id = ${who.userId}`)
    const own = actor(who.userId)
    const buyer = as(ctx(), { ...ctx().actor, ...own })
    const phone = 'userId' in own ? {} : { customer_phone: '0712 000-111' }
    const { id, attempt, ctx: mine } = await placed(buyer, await putOnShelf(database), { affiliate_code: who.code, ...phone })
    expect(await commissionRowOf(database, id)).toMatchObject({ status: 'rejected', reason: 'Bought through your own link' })
    await tellPaid(mine, attempt)
    expect(await commissionRowOf(database, id)).toMatchObject({ status: 'rejected' })
    expect(await ensureCommission(as(ctx(), await boss(database)), { order_id: id }).catch((each) => each)).toMatchObject({
      code: 'commission_unearned',
      message: 'Bought through your own link.',
    })
    await database.db.execute(sql`update profiles set phone = null where id = ${who.userId}`)
  })

  it('is given up by who claims the order, but not when a payout counts on it', async () => {
    const who = await affiliate(database)
    const claim = (id: string) => claimOrder(withOrderKey(as(ctx(), who), secrets.orderKey(id)), id)
    const [one, two] = [await earn(database, who, 100), await earn(database, who, 200)]
    await claim(one.orderId)
    expect([await commissionRowOf(database, one.orderId), await balanceOf(database, who.userId)]).toMatchObject([{ status: 'rejected' }, 200])
    await requestPayout(as(ctx(), who), { amount: 10 })
    expect(await refusalOf(claim(two.orderId))).toBe('order_taken')
    expect(await balanceOf(database, who.userId)).toBe(190)
  })
})

describe('approving and rejecting', () => {
  it('is for pending ones of paid orders, and done twice it is done', async () => {
    const who = await affiliate(database)
    const admin = await asBoss()
    const { orderId, commissionId: id, ctx: buyer, attempt } = await referred(database, who)
    expect(await changeCommission(admin, id, { status: 'approved' }).catch((each) => each)).toMatchObject({
      code: 'commission_unearned',
      message: 'The order is not paid: Awaiting Payment.',
    })
    await tellPaid(buyer, attempt)
    expect(await changeCommission(admin, id, { status: 'approved' })).toMatchObject({
      status: 'approved',
      approved_by: admin.actor.userId,
      order: { short_code: orderId.slice(0, 8) },
    })
    expect(await changeCommission(admin, id, { status: 'approved' })).toMatchObject({ status: 'approved' })
    expect(await refusalOf(changeCommission(admin, id, { status: 'rejected' }))).toBe('commission_settled')
    for (const status of ['paid', 'pending', '', null]) expect(await refusalOf(changeCommission(admin, id, { status }))).toBe('bad_input')
    for (const none of ['nonsense', '00000000-0000-4000-8000-000000000000'])
      expect(await refusalOf(changeCommission(admin, none, { status: 'approved' }))).toBe('commission_not_found')
    expect(await balanceOf(database, who.userId)).toBe(450)
    // The list shows in advance which approvals would be refused, to admins only.
    const other = await referred(database, who)
    const told = async (at = admin) => (await listCommissions(at, { order_id: other.orderId })).data.map(({ approval_refusal }) => approval_refusal)
    expect([await told(), await told(as(ctx(), who))]).toEqual([['The order is not paid: Awaiting Payment.'], [null]])
    await tellPaid(other.ctx, other.attempt)
    expect(await told()).toEqual([null])
    const audit = await rowsOf(database, sql`select action, actor_id from audit_log where row_id = ${id}`)
    expect(audit).toEqual([{ action: 'commission approve', actor_id: admin.actor.userId }])
  })

  it('of one’s own is marked in the audit log', async () => {
    const admin = await asBoss()
    const { code } = await affiliate(database)
    await database.db.execute(sql`update profiles set is_affiliate = false, affiliate_code = null where affiliate_code = ${code}`)
    await database.db.execute(sql`update profiles set is_affiliate = true, affiliate_code = ${code} where id = ${admin.actor.userId}`)
    const { commissionId, ctx: buyer, attempt } = await referred(database, { code })
    await tellPaid(buyer, attempt)
    await changeCommission(admin, commissionId, { status: 'approved' })
    expect(await rowsOf(database, sql`select action from audit_log where row_id = ${commissionId}`)).toEqual([{ action: 'own commission approve' }])
  })

  it('stands: what a person rejected no change of the order brings back, only a person', async () => {
    const admin = await asBoss()
    const { orderId, commissionId, ctx: buyer, attempt } = await referred(database, await affiliate(database))
    await changeCommission(admin, commissionId, { status: 'rejected', reason: 'Not a real sale' })
    await tellPaid(buyer, attempt)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected', reason: 'Not a real sale', rejected_by: admin.actor.userId })
    expect(await ensureCommission(buyer, { order_id: orderId, commission_rate: 0.1 })).toBeNull()
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'rejected' })
    expect((await listUncommissioned(admin)).data.map(({ id }) => id)).toContain(orderId)
    expect(await ensureCommission(admin, { order_id: orderId })).toMatchObject({ status: 'pending', reason: null })
    expect((await listUncommissioned(admin)).data.map(({ id }) => id)).not.toContain(orderId)
  })

  it('and cancelling at once, twenty times over, leaves the books whole', async () => {
    const who = await affiliate(database)
    const admin = await asBoss()
    const { orderId, commissionId, ctx: buyer, attempt } = await referred(database, who)
    await tellPaid(buyer, attempt)
    const approve = () => refusalOf(changeCommission(admin, commissionId, { status: 'approved' }))
    const cancel = () => refusalOf(changeStatus(admin, orderId, { status: 'cancelled', reason: 'Race' }))
    const outcomes = await Promise.all([...Array.from({ length: 10 }, approve), cancel(), ...Array.from({ length: 10 }, approve)])
    // On a busy machine it may have waited longer for its locks than is allowed.
    if (outcomes[10] !== 'not refused') await cancel()
    expect([await commissionRowOf(database, orderId), await balanceOf(database, who.userId)]).toMatchObject([{ status: 'rejected' }, 0])
  })

  it('tells the affiliate by e-mail, with the reason', async () => {
    const who = await entered(database, { is_affiliate: true, full_name: 'Achieng Otieno' })
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const admin = await asBoss()
    const { orderId } = await earn(database, { code })
    const other = await referred(database, { code })
    await changeCommission(admin, other.commissionId, { status: 'rejected', reason: 'Not a real sale' })
    const audit = sql`select after from audit_log where row_id = ${other.commissionId}`
    expect(await rowsOf(database, audit)).toEqual([{ after: { status: 'rejected', reason: 'Not a real sale' } }])
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'No such size' })
    const never = await referred(database, { code })
    await expire(never.orderId)
    const promised = await earn(database, { code })
    await requestPayout(as(ctx(), who.actor), { amount: 10 })
    await changeStatus(admin, promised.orderId, { status: 'cancelled', reason: 'No such size' })
    const letters = (await postOf(database, who.email)).filter(({ kind }) => kind.startsWith('commission'))
    expect(letters.map(({ kind }) => kind.replace('commission-', ''))).toEqual(['approved', 'rejected', 'rejected', 'approved', 'taken-back'])
    expect(letters[0]?.subject).toBe('You earned KSh 450 at Viatu')
    expect(letters[1]?.text).toContain('was rejected: Not a real sale.')
    expect(letters[2]?.text).toContain(`for order ${orderId.slice(0, 8)} was rejected: The order was cancelled.`)
    expect(letters[4]?.text).toContain(`for order ${promised.orderId.slice(0, 8)} was taken back: The order was cancelled.`)
  })
})

describe('the rate', () => {
  const at = (percent: number, given: TestContext): TestContext => ({
    ...given,
    services: { ...given.services, shop: { ...given.services.shop, commissionPercent: percent } },
  })
  const rateOfRow = async (orderId: string) =>
    (
      await rowsOf(
        database,
        sql`select o.commission_rate, o.commission_amount, c.rate, c.commission_amount as earned from orders o left join affiliate_commissions c on c.order_id = o.id where o.id = ${orderId}`,
      )
    )[0]

  it('is what the shop has set as the order is placed, and stays so for it', async () => {
    const who = await affiliate(database)
    const { id, ctx: buyer, attempt } = await placed(at(30, ctx()), await putOnShelf(database, { price: 2549 }), { affiliate_code: who.code })
    const row = { commission_rate: '0.3000', commission_amount: '764.70', rate: '0.3000', earned: '764.70' }
    expect(await rateOfRow(id)).toEqual(row)
    await tellPaid(at(5, buyer), attempt)
    expect(await rateOfRow(id)).toEqual(row)
    expect(await refusalOf(ensureCommission(at(5, buyer), { order_id: id, commission_rate: 0.05 }))).toBe('bad_input')
    expect(await ensureCommission(at(5, buyer), { order_id: id, commission_rate: 0.3 })).toBeNull()
  })

  it('is that of the moment in which an admin names the affiliate', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const { id } = await placed(ctx(), await putOnShelf(database))
    await nameAffiliate(at(7, admin), id, { affiliate_code: who.code })
    expect(await rateOfRow(id)).toEqual({ commission_rate: '0.0700', commission_amount: '315.00', rate: '0.0700', earned: '315.00' })
  })

  it('of nothing gives no order an affiliate', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const { id } = await placed(at(0, ctx()), await putOnShelf(database), { affiliate_code: who.code })
    expect(await orderRow(database, id)).toMatchObject({ affiliate_id: null, commission_amount: '0.00' })
    expect(await refusalOf(nameAffiliate(at(0, admin), id, { affiliate_code: who.code }))).toBe('naming_refused')
  })
})

describe('the two functions', () => {
  it('may be called any number of times and change nothing that is in line', async () => {
    const admin = await asBoss()
    const { orderId, ctx: buyer } = await referred(database, await affiliate(database))
    const before = await commissionRowOf(database, orderId)
    for (let turn = 0; turn < 3; turn++) {
      await ensureCommission(buyer, { order_id: orderId })
      await processCommissions(admin, { action: 'process_order', order_id: orderId })
    }
    expect(await commissionRowOf(database, orderId)).toEqual(before)
    expect(await refusalOf(ensureCommission(ctx(), { order_id: orderId }))).toBe('order_not_found')
    expect(await refusalOf(ensureCommission(buyer, { order_id: orderId, commission_rate: 0.5 }))).toBe('bad_input')
    expect(await refusalOf(processCommissions(admin, { action: 'delete', order_id: orderId }))).toBe('bad_input')
    const plain = await placed(ctx(), await putOnShelf(database))
    expect(await ensureCommission(plain.ctx, { order_id: plain.id })).toBeNull()
    expect(await processCommissions(admin, { action: 'process_order', order_id: plain.id })).toBeNull()
  })

  it('mend an order whose commission is missing', async () => {
    const admin = await asBoss()
    const { orderId, ctx: buyer, attempt } = await referred(database, await affiliate(database))
    await tellPaid(buyer, attempt)
    await database.db.execute(sql`delete from affiliate_commissions where order_id = ${orderId}`)
    expect((await listUncommissioned(admin)).data.map(({ id }) => id)).toContain(orderId)
    expect(await processCommissions(admin, { action: 'process_order', order_id: orderId })).toMatchObject({
      status: 'pending',
      commission_amount: 450,
    })
  })
})

describe('the lists', () => {
  it('show an affiliate their own, without phone or address, masked where the settings say so', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const { orderId, ctx: buyer, attempt } = await referred(database, who)
    await tellPaid(buyer, attempt)
    await referred(database, other)
    const mine = as(ctx(), who)
    expect((await listCommissions(mine, { affiliate_id: other.userId })).data).toEqual([])
    expect((await listCommissions(mine)).data).toMatchObject([
      { order_id: orderId, affiliate: { full_name: null, affiliate_code: who.code }, order: { customer_name: 'Wanjiku Kamau' }, approved_at: null },
    ])
    const { data } = await listReferralOrders(mine)
    expect(data).toMatchObject([
      {
        id: orderId,
        customer_name: 'Wanjiku Kamau',
        total_amount: 4500,
        commission_amount: 450,
        commission_status: 'pending',
        status: 'waiting_shipment',
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Moi Avenue|"2547/)
    const masked = { ...mine, services: { ...mine.services, settings: settingsOf({ referral_names: 'masked' }) } }
    expect((await listReferralOrders(masked)).data[0]?.customer_name).toBe('W. K.')
    expect((await listCommissions(masked)).data[0]?.order.customer_name).toBe('W. K.')
    const desk = { ...(await asBoss()), services: masked.services }
    expect((await listCommissions(desk, { affiliate_id: who.userId, status: 'pending' })).data[0], 'an admin reads whole names').toMatchObject({
      affiliate: { full_name: 'Achieng Otieno' },
      order: { customer_name: 'Wanjiku Kamau' },
    })
  })

  it('are paged by key', async () => {
    const who = await affiliate(database)
    const ids: string[] = []
    for (let turn = 0; turn < 3; turn++) ids.unshift((await earn(database, who)).orderId)
    const first = await listReferralOrders(as(ctx(), who), { limit: 2 })
    const rest = await listReferralOrders(as(ctx(), who), { limit: 2, cursor: first.next as string })
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids)
    const newest = await listCommissions(as(ctx(), who), { limit: 2 })
    const oldest = await listCommissions(as(ctx(), who), { limit: 2, cursor: newest.next as string })
    expect([newest.data, oldest.data].map((page) => page.map(({ order_id }) => order_id))).toEqual([ids.slice(0, 2), ids.slice(2)])
    expect(await refusalOf(listCommissions(as(ctx(), who), { cursor: 'nonsense' }))).toBe('malformed')
  })
})

describe('a paused affiliate', () => {
  it('brings nobody, keeps what was earned, and may be paid', async () => {
    const who = await affiliate(database)
    const admin = await asBoss()
    await earn(database, who)
    await pauseAffiliate(admin, who.userId, true, { reason: 'A test' })
    await pauseAffiliate(admin, who.userId, true, { reason: 'A test' })
    const { order } = await placed(ctx(), await putOnShelf(database), { affiliate_code: who.code })
    expect(order.affiliate_code).toBeNull()
    expect((await requestPayout(as(ctx(), who), { amount: 450 })).status).toBe('pending')
    await pauseAffiliate(admin, who.userId, false)
    expect((await placed(ctx(), await putOnShelf(database), { affiliate_code: who.code })).order.affiliate_code).toBe(who.code)
    expect(await refusalOf(pauseAffiliate(admin, admin.actor.userId as string, true))).toBe('affiliate_not_found')
  })
})
