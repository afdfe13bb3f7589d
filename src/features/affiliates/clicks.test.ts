import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { referralOf, referralSetCookie } from '#core/cookie.ts'
import { type CarriedReferral, noReferral } from '#domain/referral.ts'
import { affiliateSummary } from '#features/affiliates/affiliate-summary.ts'
import { listAffiliates, pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { countConversions, listClicks, recordClick } from '#features/affiliates/clicks.ts'
import { listUncommissioned } from '#features/affiliates/commissions.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { cancelAndRestoreCart } from '#features/orders/buyer-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { listReferralOrders } from '#features/orders/list-orders.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { getProfile, updateProfile } from '#features/people/profiles.ts'
import { countRankings } from '#features/staff/rankings.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { cookieOf, refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, commissionRowOf, earn } from '../../../test/affiliates.ts'
import {
  addProfile,
  as,
  attemptOf,
  contextOn,
  later,
  newPhone,
  orderOf,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  tellFailed,
  tellPaid,
  theShop,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36' }
const carrying = (referral: CarriedReferral) => as(ctx(), { ...ctx().actor, referral })
const carried = (cookies: string[], nowMs = Date.now()) => referralOf(ctx().services, new Headers({ cookie: cookieOf(cookies) }), nowMs)
const clicksOf = (id: string) =>
  rowsOf<Record<string, unknown>>(
    database,
    sql`select product_id, converted, order_id, referrer_url from affiliate_clicks where affiliate_id = ${id} order by clicked_at`,
  )

describe('a click on a link', () => {
  it('counts once per visitor, product and day', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database)
    const first = await recordClick(
      ctx(),
      { affiliate_code: ` ${who.code.toLowerCase()}`, product_id: shoe.id, referrer_url: 'https://example.com/a?q=private' },
      phone,
    )
    expect(first).toMatchObject({ recorded: true, affiliate: { id: who.userId, affiliate_code: who.code } })
    const visitor = carrying(carried(first.cookies))
    const again = (product_id: string | null, at = visitor, referrer_url = 'no address') =>
      recordClick(at, { affiliate_code: who.code, product_id, referrer_url }, phone)
    expect((await again(shoe.id)).recorded).toBe(false)
    expect((await again(null)).recorded).toBe(true)
    expect((await again(null)).recorded).toBe(false)
    expect((await again(shoe.id, later(visitor, '1 day'), `https://example.com/${'a'.repeat(400)}`)).recorded).toBe(true)
    expect(await clicksOf(who.userId)).toMatchObject([
      { product_id: shoe.id, referrer_url: 'https://example.com/a' },
      { product_id: null, referrer_url: null },
      { product_id: shoe.id, referrer_url: `https://example.com/${'a'.repeat(280)}` },
    ])
  })

  it.each([
    ['unknown', 'NOBODY2'],
    ['ten kilobytes long', 'A'.repeat(10_000)],
    ['of look-alike letters', 'КАМАУ23'],
  ])('is ignored when its code is %s', async (_, affiliate_code) => {
    const answer = await recordClick(ctx(), { affiliate_code }, phone).catch((error) => error.code)
    expect(affiliate_code.length > 40 ? answer : answer.affiliate).toBe(affiliate_code.length > 40 ? 'bad_input' : null)
  })

  it('of a bot is carried and not counted', async () => {
    const who = await affiliate(database)
    const answer = await recordClick(ctx(), { affiliate_code: who.code }, { userAgent: 'WhatsApp/2.23' })
    expect(answer).toMatchObject({ recorded: false, affiliate: { id: who.userId, affiliate_code: who.code } })
    expect(carried(answer.cookies).code).toBe(who.code)
    expect(await clicksOf(who.userId)).toEqual([])
  })

  it('is ignored when the affiliate is paused, or nobody is named', async () => {
    const who = await affiliate(database)
    await pauseAffiliate(as(ctx(), await boss(database)), who.userId, true, { reason: 'A test' })
    const nobody = { code: 'NBDY2345', isAffiliate: false }
    await addProfile(database, nobody)
    for (const { code } of [who, nobody])
      expect(await recordClick(ctx(), { affiliate_code: code }, phone), code).toMatchObject({ affiliate: null, cookies: [] })
    expect(await refusalOf(recordClick(ctx(), {}, phone))).toBe('bad_input')
    expect(await clicksOf(who.userId)).toEqual([])
  })

  it('on one’s own link counts for nothing, and is carried all the same', async () => {
    const who = await affiliate(database)
    const answer = await recordClick(as(ctx(), who), { affiliate_id: who.userId }, phone)
    expect([answer.recorded, carried(answer.cookies).code]).toEqual([false, who.code])
    expect(await clicksOf(who.userId)).toEqual([])
  })

  it('by a script counts a hundred and twenty times a minute and two hundred times a day from one network, and everybody keeps the link', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const near = as(ctx(), { ...ctx().actor, address: '203.0.113.7' })
    const click = (at = near, of = who) => recordClick(at, { affiliate_code: of.code }, phone)
    const counted = async (calls: Promise<{ recorded: boolean }>[]) => (await Promise.all(calls)).filter(({ recorded }) => recorded).length
    const first = await Promise.all(Array.from({ length: 130 }, () => click()))
    expect(first.filter(({ recorded }) => recorded)).toHaveLength(120)
    expect(first.every(({ affiliate, cookies }) => affiliate?.id === who.userId && carried(cookies).code === who.code)).toBe(true)
    const soon = later(near, '2 minutes')
    expect(await counted(Array.from({ length: 100 }, () => click(soon)))).toBe(80)
    expect((await clicksOf(who.userId)).length).toBe(200)
    const elsewhere = later(as(ctx(), { ...ctx().actor, address: '203.0.113.8' }), '2 minutes')
    expect([(await click(soon, other)).recorded, (await click(elsewhere)).recorded]).toEqual([true, true])
    expect((await click(later(near, '1 day 3 minutes'))).recorded).toBe(true)
  })

  it('that comes again is one of the day’s all the same', async () => {
    const who = await affiliate(database)
    const visitorId = randomUUID()
    const at = as(ctx(), { ...ctx().actor, address: '203.0.113.9', referral: { ...noReferral, visitorId } })
    for (let turn = 0; turn < 3; turn++) await recordClick(at, { affiliate_code: who.code }, phone)
    const counted = await rowsOf<{ uses: object }>(database, sql`select uses from rate_limits where limit_name = 'click_affiliate'`)
    expect(counted.map(({ uses }) => Object.keys(uses).length)).toContain(1)
  })

  it('is forgotten after thirteen months', async () => {
    const who = await affiliate(database)
    await recordClick(ctx(), { affiliate_code: who.code }, phone)
    await deleteExpiredRows(later(as(ctx(), theShop), '12 months 27 days'))
    expect(await clicksOf(who.userId)).toHaveLength(1)
    await deleteExpiredRows(later(as(ctx(), theShop), '13 months 1 day'))
    expect(await clicksOf(who.userId)).toHaveLength(0)
  })
})

describe('the cookie', () => {
  it('is the shop’s own: nothing else opens it, and it does not outlive its days', () => {
    const { services } = ctx()
    const visitorId = randomUUID()
    const cookie = referralSetCookie(services, { code: 'KAMAU23', visitorId, visit: 2 }, Date.now())
    expect(cookie).toMatch(/^viatu-ref=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(carried([cookie])).toEqual({ code: 'KAMAU23', visitorId, visit: 2 })
    expect(carried([cookie.replace('KAMAU23', 'KAMAU24')])).toEqual(noReferral)
    expect(carried(['viatu-ref=nonsense'])).toEqual(noReferral)
    expect(carried([cookie], Date.now() + 31 * 86_400_000)).toEqual({ code: null, visitorId, visit: 2 })
    const https = { ...services, shop: { ...services.shop, origin: 'https://shop.example' } }
    expect(referralSetCookie(https, { ...noReferral, visitorId }, 0)).toMatch(/^__Host-viatu-ref=.*; Secure; SameSite=Lax$/)
  })

  it('decides whose an order is, whatever its body says, until an order is paid', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const shoe = await putOnShelf(database)
    const [mine, others] = [
      await recordClick(ctx(), { affiliate_code: who.code }, phone),
      await recordClick(ctx(), { affiliate_code: who.code }, phone),
    ]
    const buyer = carrying(carried(mine.cookies))
    const { order, key } = await placeOrder(buyer, { ...orderOf(shoe), affiliate_code: other.code, affiliate_id: other.userId })
    expect(await orderRow(database, order.id)).toMatchObject({ affiliate_id: who.userId, commission_amount: '450.00' })
    const ofOrder = withOrderKey(ctx(), key)
    const conversions = () => countConversions(ofOrder, { converted: true, order_id: order.id })
    // Somebody else's order, which converts a click as well.
    const theirs = carrying(carried((await recordClick(ctx(), { affiliate_code: other.code }, phone)).cookies))
    const sold = await placeOrder(theirs, orderOf(shoe))
    await tellPaid(withOrderKey(ctx(), sold.key), await attemptOf(database, sold.order.id))
    expect(await conversions()).toEqual({ converted: 0 })
    await tellPaid(ofOrder, await attemptOf(database, order.id))
    expect(await conversions()).toEqual({ converted: 1 })
    // Only its own buyer's clicks.
    expect((await clicksOf(who.userId)).filter(({ converted }) => converted)).toMatchObject([{ order_id: order.id }])
    const next = await placeOrder(buyer, { ...orderOf(shoe), affiliate_code: other.code })
    expect(await orderRow(database, next.order.id)).toMatchObject({ affiliate_id: null, commission_amount: '0.00' })
    expect(others.recorded).toBe(true)
    expect(await refusalOf(countConversions(ctx(), { converted: true, order_id: order.id }))).toBe('order_not_found')
  })

  it('takes the last link', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const first = await recordClick(ctx(), { affiliate_code: who.code }, phone)
    const second = await recordClick(carrying(carried(first.cookies)), { affiliate_code: other.code }, phone)
    expect(carried(second.cookies)).toEqual({ code: other.code, visitorId: carried(first.cookies).visitorId, visit: 0 })
  })
})

describe('a visit by a link', () => {
  const follow = async (who: { code: string }, referral: CarriedReferral = noReferral) =>
    carrying(carried((await recordClick(carrying(referral), { affiliate_code: who.code }, phone)).cookies))
  const reasonOf = async (orderId: string) => {
    const found = await commissionRowOf(database, orderId)
    return found && [found.status, found.reason]
  }
  const paidFirst = 'Another order of this visit was paid first'

  it('outlives an order that was not paid: the one that is paid earns', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database)
    const buyer = await follow(who)
    const first = await placed(buyer, shoe)
    await tellFailed(first.ctx, first.attempt)
    await cancelAndRestoreCart(first.ctx, first.id)
    const second = await placed(buyer, shoe)
    await tellPaid(second.ctx, second.attempt)
    expect([await reasonOf(first.id), await reasonOf(second.id)]).toEqual([
      ['rejected', 'The order was never paid'],
      ['pending', null],
    ])
    expect(await clicksOf(who.userId)).toMatchObject([{ converted: true, order_id: second.id }])
    // A late payment of the first order finds that the visit has ended.
    await tellPaid(first.ctx, first.attempt)
    expect(await reasonOf(first.id)).toEqual(['rejected', paidFirst])
  })

  it('ends with the first of its orders to be paid; another click begins another', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database)
    const buyer = await follow(who)
    const [first, second] = [await placed(buyer, shoe), await placed(buyer, shoe)]
    // Following the same link again, as reloading a page does, is the same visit.
    const third = await placed(await follow(who, buyer.actor.referral), shoe)
    for (const { ctx: mine, attempt } of [second, first, third]) await tellPaid(mine, attempt)
    expect([await reasonOf(first.id), await reasonOf(second.id), await reasonOf(third.id)]).toEqual([
      ['rejected', paidFirst],
      ['pending', null],
      ['rejected', paidFirst],
    ])
    const admin = as(ctx(), await boss(database))
    expect((await listUncommissioned(admin)).data.map(({ id }) => id)).not.toContain(first.id)
    expect(await ensureCommission(admin, { order_id: first.id }).catch((each) => each)).toMatchObject({
      code: 'commission_unearned',
      message: `${paidFirst}.`,
    })
    expect((await follow(who)).actor.referral.visit, 'of another visitor').toBe(0)
    const again = await placed(await follow(who, buyer.actor.referral), shoe)
    await tellPaid(again.ctx, again.attempt)
    expect(await reasonOf(again.id)).toEqual(['pending', null])
  })

  it('by another affiliate is a visit of its own', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const shoe = await putOnShelf(database)
    const buyer = await follow(who)
    const first = await placed(buyer, shoe)
    const second = await placed(await follow(other, buyer.actor.referral), shoe)
    for (const { ctx: mine, attempt } of [second, first]) await tellPaid(mine, attempt)
    expect([await reasonOf(first.id), await reasonOf(second.id)]).toEqual([
      ['pending', null],
      ['pending', null],
    ])
  })

  it('is not ended by the affiliate’s own purchase', async () => {
    const who = await affiliate(database)
    const number = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone: number })
    const shoe = await putOnShelf(database)
    const buyer = await follow(who)
    const own = await placed(buyer, shoe, { customer_phone: number })
    await tellPaid(own.ctx, own.attempt)
    expect(await clicksOf(who.userId)).toMatchObject([{ converted: false }])
    const theirs = await placed(buyer, shoe)
    await tellPaid(theirs.ctx, theirs.attempt)
    expect([await reasonOf(own.id), await reasonOf(theirs.id)]).toEqual([
      ['rejected', 'Bought through your own link'],
      ['pending', null],
    ])
  })

  it('pays one of two orders that are paid at the same instant', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database, { sizes: { '40': 100 } })
    for (let turn = 0; turn < 6; turn++) {
      const buyer = await follow(who)
      const both = [await placed(buyer, shoe), await placed(buyer, shoe)]
      await Promise.all(both.map((each) => tellPaid(each.ctx, each.attempt)))
      const told = await Promise.all(both.map(({ id }) => reasonOf(id)))
      expect(
        told.filter((each) => each?.[0] === 'pending'),
        JSON.stringify(told),
      ).toHaveLength(1)
    }
  })

  it('the database itself ends once', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database)
    const buyer = await follow(who)
    const both = [await placed(buyer, shoe), await placed(buyer, shoe)]
    for (const each of both) await tellPaid(each.ctx, each.attempt)
    const second = both[1]?.id
    const approval = sql`update affiliate_commissions set status = 'approved', approved_at = now(), rejected_at = null, reason = null where order_id = ${second}`
    await expect(database.ownerDb.execute(approval)).rejects.toMatchObject({ cause: { constraint: 'affiliate_commissions_one_per_visit' } })
  })
})

describe('what an affiliate sees', () => {
  it('are their own clicks, newest first', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const shoe = await putOnShelf(database)
    await recordClick(ctx(), { affiliate_code: who.code, product_id: shoe.id }, phone)
    await recordClick(ctx(), { affiliate_code: who.code }, phone)
    await recordClick(ctx(), { affiliate_code: other.code }, phone)
    const mine = as(ctx(), who)
    const page = await listClicks(mine, { limit: 1 })
    const rest = await listClicks(mine, { limit: 1, cursor: page.next as string })
    expect([page.data[0]?.product_name, rest.data[0]?.product_name, rest.next]).toEqual([null, shoe.name, null])
    expect((await listClicks(mine, { affiliate_id: other.userId })).data).toEqual([])
    expect((await listClicks(as(ctx(), theShop), { affiliate_id: other.userId, converted: false })).data).toHaveLength(1)
    expect(await refusalOf(listClicks(ctx()))).toBe('signed_out')
  })

  it('are cards, days without gaps, and how many of the clicks became referrals', async () => {
    const who = await affiliate(database)
    await recordClick(ctx(), { affiliate_code: who.code }, phone)
    await earn(database, who, 450)
    const summary = await affiliateSummary(as(ctx(), who), { days: 7 })
    expect(summary.cards).toEqual({ total_earnings: 0, taken_back: 0, pending: 0, approved: 450, referrals: 1, paid_referrals: 1 })
    expect(summary.days).toHaveLength(7)
    expect(summary.days.at(-1)).toMatchObject({ clicks: 1, orders: 1, commission: 450 })
    expect(summary.funnel).toEqual({ clicks: 1, orders: 1 })
    expect(summary.minimum_payout).toBe(10)
    const nobody = await affiliateSummary(as(ctx(), await affiliate(database)))
    expect(nobody.days).toHaveLength(30)
    expect([nobody.cards.referrals, nobody.funnel]).toEqual([0, { clicks: 0, orders: 0 }])
    expect(await refusalOf(affiliateSummary(ctx()))).toBe('signed_out')
  })

  it('counts every commission and lists every order that names them, and says how many are paid, by another person, not cancelled', async () => {
    const [who, admin] = [await affiliate(database), as(ctx(), await boss(database))]
    const number = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone: number })
    const shoe = await putOnShelf(database, { price: 1000 })
    const bought = async (changes = {}) => placed(ctx(), shoe, { affiliate_code: who.code, ...changes })
    const paid = async (changes = {}) => {
      const order = await bought(changes)
      await tellPaid(order.ctx, order.attempt)
      return order
    }
    const named = [await paid(), await paid(), await paid({ customer_phone: number }), await paid()]
    await changeStatus(admin, named[3]?.id as string, { status: 'cancelled', reason: 'No such size' })
    const expired = await bought()
    await tellFailed(expired.ctx, expired.attempt)
    named.push(expired, await bought())
    const discarded = await bought()
    await tellFailed(discarded.ctx, discarded.attempt)
    await discardOrder(discarded.ctx, discarded.id)
    const mine = as(ctx(), who)
    const { cards, days, funnel } = await affiliateSummary(mine)
    const { data } = await listReferralOrders(mine)
    expect(data.map(({ id }) => id)).toEqual(named.map(({ id }) => id).reverse())
    const [row] = (await listAffiliates(admin, { search: who.code })).data
    const [commissions] = await rowsOf(database, sql`select count(*)::integer as of from affiliate_commissions where affiliate_id = ${who.userId}`)
    expect(cards.referrals).toBe(commissions?.of)
    expect(cards.referrals).toBeGreaterThan(4)
    expect([cards.paid_referrals, funnel.orders, days.at(-1)?.orders, row?.referral_orders]).toEqual([2, 2, 2, 2])
    expect(days.at(-1)?.commission).toBe(200)
  })

  it('have as Total Earnings what was paid, less what was taken back of it', async () => {
    const [who, admin] = [await affiliate(database), as(ctx(), await boss(database))]
    const mine = as(ctx(), who)
    const [paid] = [await earn(database, who, 300), await earn(database, who, 200)]
    const earnings = async () => (await affiliateSummary(mine)).cards.total_earnings
    const { id } = await requestPayout(mine, { amount: 500, mpesa_phone_number: newPhone(), mpesa_full_name: 'Achieng Otieno' })
    const promised = await earn(database, who, 100)
    expect(await earnings()).toBe(0)
    await completePayout(admin, id, { receipt: newReceipt() })
    expect(await earnings()).toBe(500)
    for (const { orderId } of [paid, promised]) await changeStatus(admin, orderId, { status: 'cancelled', reason: 'No such size' })
    expect(await earnings(), 'without the commission that was approved only').toBe(200)
  })

  it('holds nothing that was taken back, whatever it is called', async () => {
    const [who, admin] = [await affiliate(database), as(ctx(), await boss(database))]
    const mine = as(ctx(), who)
    const [gone] = [await earn(database, who, 3000), await earn(database, who, 1000)]
    const today = { name: 'today' } as const
    const before = await getStoreFigures(admin, today)
    await requestPayout(mine, { amount: 3100, mpesa_phone_number: newPhone(), mpesa_full_name: 'Achieng Otieno' })
    const read = async () => {
      const { cards, days } = await affiliateSummary(mine)
      const [row] = (await listAffiliates(admin, { search: who.code })).data
      const balance = await getBalance(mine)
      return {
        earned: [balance.total_earned, row?.total_earned, (await getProfile(mine, who.userId)).total_commission],
        takenBack: [cards.taken_back, balance.clawed_back, row?.taken_back],
        approved: cards.approved,
        charted: days.at(-1)?.commission,
        ofTheShop: (await getStoreFigures(admin, today)).commissions - before.commissions,
        ranked: (await countRankings(admin, today)).affiliates.find(({ id }) => id === who.userId)?.commission,
      }
    }
    const whole = { earned: [4000, 4000, 4000], takenBack: [0, 0, 0], approved: 4000, charted: 4000, ofTheShop: 0, ranked: 4000 }
    expect(await read()).toEqual(whole)
    await changeStatus(admin, gone.orderId, { status: 'cancelled', reason: 'No such size' })
    expect(await read()).toEqual({
      earned: [1000, 1000, 1000],
      takenBack: [3000, 3000, 3000],
      approved: 1000,
      charted: 1000,
      ofTheShop: -3000,
      ranked: 1000,
    })
    // The order becomes valid again.
    await recordPayment(admin, gone.orderId, { receipt: newReceipt() })
    expect(await read()).toEqual(whole)
  })
})
