import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { noReferral } from '#domain/referral.ts'
import { pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { listCommissions } from '#features/affiliates/commissions.ts'
import { markVisitor } from '#features/affiliates/join-affiliates.ts'
import { nameAffiliate } from '#features/affiliates/name-affiliate.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getAdminOrder } from '#features/orders/get-admin-order.ts'
import { listOrderRows } from '#features/orders/list-orders.ts'
import { updateProfile } from '#features/people/profiles.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, commissionRowOf, earn, newCode, referred } from '../../../test/affiliates.ts'
import { as, contextOn, later, newPhone, orderIn, orderRow, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const asBoss = async () => as(ctx(), await boss(database))
const bought = async (changes = {}, buyer = ctx()) => placed(buyer, await putOnShelf(database), changes)

describe('naming the affiliate of an order', () => {
  it('gives it the commission of a link, once, and stands in the audit log', async () => {
    const [who, other, admin] = [await affiliate(database), await affiliate(database), await asBoss()]
    const { id, ctx: buyer, attempt } = await bought()
    await tellPaid(buyer, attempt)
    expect(await getAdminOrder(admin, id)).toMatchObject({ affiliate: null, affiliate_named: null, may_name_affiliate: true })
    expect(await nameAffiliate(admin, id, { affiliate_code: ` ${who.code.toLowerCase()} ` })).toMatchObject({
      affiliate_id: who.userId,
      status: 'pending',
      commission_amount: 450,
    })
    expect(await orderRow(database, id)).toMatchObject({ affiliate_id: who.userId, commission_amount: '450.00' })
    expect(await getAdminOrder(admin, id)).toMatchObject({
      affiliate: { affiliate_code: who.code },
      affiliate_named: { by: { id: admin.actor.userId, full_name: 'Amina Hassan' } },
      may_name_affiliate: false,
    })
    expect(await nameAffiliate(admin, id, { affiliate_code: other.code }).catch((each) => each)).toMatchObject({
      code: 'naming_refused',
      message: 'This order has its affiliate already.',
    })
    expect(await rowsOf(database, sql`select action, actor_id, before, after from audit_log where row_id = ${id}`)).toEqual([
      { action: 'affiliate named', actor_id: admin.actor.userId, before: { affiliate_code: null }, after: { affiliate_code: who.code } },
    ])
    expect((await listCommissions(as(ctx(), who))).data).toHaveLength(1)
  })

  it('gives it a share of the goods, not of the fee of delivery, and that is what the affiliate reads', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const [option] = await putZone(database, 'Western', ['kisumu'], [{ fee: 250 }])
    const { id, ctx: buyer, attempt } = await bought({ delivery_address: 'Kisumu', delivery_option_id: option })
    await tellPaid(buyer, attempt)
    expect(await nameAffiliate(admin, id, { affiliate_code: who.code })).toMatchObject({
      base_amount: 4500,
      commission_amount: 450,
      order: { total_amount: 4750 },
    })
    const mine = as(ctx(), who)
    expect((await listCommissions(mine)).data).toMatchObject([{ base_amount: 4500, commission_amount: 450, order: { total_amount: 4500 } }])
    expect((await listOrderRows(mine, { affiliate_id: who.userId })).data).toMatchObject([
      { total_amount: 4500, delivery_fee: 0, delivery_place: null, promised_from: null },
    ])
  })

  it('is for thirty days, for orders that came by no link and may still earn', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const named = { affiliate_code: who.code }
    const { id } = await bought()
    expect(await nameAffiliate(later(admin, '30 days 1 minute'), id, named).catch((each) => each)).toMatchObject({
      code: 'naming_refused',
      message: 'This order was placed more than 30 days ago.',
    })
    expect((await getAdminOrder(later(admin, '30 days 1 minute'), id)).may_name_affiliate).toBe(false)
    expect(await nameAffiliate(later(admin, '29 days 23 hours'), id, named)).toMatchObject({ status: 'pending' })
    for (const [status, message] of [
      ['cancelled', 'The order was cancelled.'],
      ['buyer_not_paid', 'The order was never paid.'],
    ] as const) {
      const gone = await orderIn(database, status)
      expect(await nameAffiliate(admin, gone.id, named).catch((each) => each)).toMatchObject({ code: 'naming_refused', message })
    }
    expect(await refusalOf(nameAffiliate(admin, (await referred(database, await affiliate(database))).orderId, named))).toBe('naming_refused')
    expect(await refusalOf(nameAffiliate(admin, randomUUID(), named))).toBe('order_not_found')
    expect(await refusalOf(nameAffiliate(admin, 'nonsense', named))).toBe('order_not_found')
  })

  it('is never done by admins for themselves', async () => {
    const [paused, admin] = [await affiliate(database), await asBoss()]
    const { id } = await bought()
    await pauseAffiliate(admin, paused.userId, true, { reason: 'A test' })
    const own = newCode()
    await database.db.execute(sql`update profiles set is_affiliate = true, affiliate_code = ${own} where id = ${admin.actor.userId}`)
    for (const [affiliate_code, words] of [
      [own, 'You cannot name yourself. Ask another admin.'],
      [paused.code, 'No affiliate has this code, or they are paused.'],
      ['NOBODY22', 'No affiliate has this code, or they are paused.'],
      ['', 'Enter the code of an affiliate.'],
    ])
      expect(await nameAffiliate(admin, id, { affiliate_code }).catch((each) => each)).toMatchObject({
        code: 'bad_input',
        details: { fields: { affiliate_code: words } },
      })
    expect(await nameAffiliate(await asBoss(), id, { affiliate_code: own })).toMatchObject({ status: 'pending' })
    const byHand = database.ownerDb.execute(sql`update orders set affiliate_named_by = affiliate_id where id = ${id}`)
    await expect(byHand).rejects.toMatchObject({ cause: { constraint: 'orders_affiliate_named' } })
  })

  it('of their own purchase is rejected as that: by phone, or by their browser', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const phone = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone })
    const visitorId = randomUUID()
    await markVisitor(ctx(), who.userId, visitorId)
    const inTheirs = as(ctx(), { ...ctx().actor, referral: { ...noReferral, visitorId } })
    for (const { id } of [await bought({ customer_phone: phone }), await bought({}, inTheirs)]) {
      expect(await nameAffiliate(admin, id, { affiliate_code: who.code })).toMatchObject({ status: 'rejected', is_own: true })
      expect(await commissionRowOf(database, id)).toMatchObject({ reason: 'Bought through your own link' })
    }
  })

  it('earns beside the order that ended a visit: nobody followed a link for this one', async () => {
    const [who, admin] = [await affiliate(database), await asBoss()]
    const visitorId = randomUUID()
    const visitor = (code: string | null) => as(ctx(), { ...ctx().actor, referral: { ...noReferral, code, visitorId } })
    const [linked, plain] = [await bought({}, visitor(who.code)), await bought({}, visitor(null))]
    for (const each of [linked, plain]) await tellPaid(each.ctx, each.attempt)
    expect(await nameAffiliate(admin, plain.id, { affiliate_code: who.code })).toMatchObject({ status: 'pending' })
    expect(await commissionRowOf(database, linked.id)).toMatchObject({ status: 'pending' })
    await earn(database, who)
    await changeStatus(admin, plain.id, { status: 'cancelled', reason: 'No such size' })
    expect(await commissionRowOf(database, plain.id)).toMatchObject({ status: 'rejected', reason: 'The order was cancelled' })
  })
})
