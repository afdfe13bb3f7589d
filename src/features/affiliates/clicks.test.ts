import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CarriedReferral } from '#domain/referral.ts'
import { affiliateSummary } from '#features/affiliates/affiliate-summary.ts'
import { confirmConversion } from '#features/affiliates/confirm-conversion.ts'
import { listClicks } from '#features/affiliates/list-clicks.ts'
import { pauseAffiliate } from '#features/affiliates/pause-affiliate.ts'
import { recordClick } from '#features/affiliates/record-click.ts'
import { keptReferral, referralOf } from '#features/affiliates/referral-cookie.ts'
import { placeOrder } from '#features/checkout/place-order.ts'
import { forgetOld } from '#features/upkeep/forget-old.ts'
import { cookieOf, refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, earn } from '../../../test/affiliates.ts'
import { as, contextOn, later, orderOf, orderRow, putOnShelf, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

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
    const again = (product_id: string | null, at = visitor) => recordClick(at, { affiliate_code: who.code, product_id }, phone)
    expect((await again(shoe.id)).recorded).toBe(false)
    expect((await again(null)).recorded).toBe(true)
    expect((await again(null)).recorded).toBe(false)
    expect((await again(shoe.id, later(visitor, '1 day'))).recorded).toBe(true)
    expect(await clicksOf(who.userId)).toMatchObject([
      { product_id: shoe.id, referrer_url: 'https://example.com/a' },
      { product_id: null },
      { product_id: shoe.id },
    ])
  })

  it.each([
    ['unknown', 'NOBODY2'],
    ['ten kilobytes long', 'A'.repeat(10_000)],
    ['SQL', "' or 1=1 --"],
    ['markup', '<svg onload=1>'],
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
    await pauseAffiliate(as(ctx(), await boss(database)), who.userId, true)
    expect(await recordClick(ctx(), { affiliate_code: who.code }, phone)).toMatchObject({ affiliate: null, cookies: [] })
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
    const at = as(ctx(), { ...ctx().actor, address: '203.0.113.9', referral: { code: null, visitorId } })
    for (let turn = 0; turn < 3; turn++) await recordClick(at, { affiliate_code: who.code }, phone)
    const turns = await rowsOf<{ taken: object }>(database, sql`select taken from turns where limit_name = 'click_affiliate'`)
    expect(turns.map(({ taken }) => Object.keys(taken).length)).toContain(1)
  })

  it('is forgotten after thirteen months', async () => {
    const who = await affiliate(database)
    await recordClick(ctx(), { affiliate_code: who.code }, phone)
    await forgetOld(later(as(ctx(), theShop), '12 months 27 days'))
    expect(await clicksOf(who.userId)).toHaveLength(1)
    await forgetOld(later(as(ctx(), theShop), '13 months 1 day'))
    expect(await clicksOf(who.userId)).toHaveLength(0)
  })
})

describe('the cookie', () => {
  it('is the shop’s own: nothing else opens it, and it does not outlive its days', () => {
    const { services } = ctx()
    const visitorId = randomUUID()
    const cookie = keptReferral(services, { code: 'KAMAU23', visitorId }, Date.now())
    expect(cookie).toMatch(/^viatu-ref=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(carried([cookie])).toEqual({ code: 'KAMAU23', visitorId })
    expect(carried([cookie.replace('KAMAU23', 'KAMAU24')])).toEqual({ code: null, visitorId: null })
    expect(carried(['viatu-ref=nonsense'])).toEqual({ code: null, visitorId: null })
    expect(carried([cookie], Date.now() + 31 * 86_400_000)).toEqual({ code: null, visitorId })
    const https = { ...services, shop: { ...services.shop, origin: 'https://shop.example' } }
    expect(keptReferral(https, { code: null, visitorId }, 0)).toMatch(/^__Host-viatu-ref=.*; Secure; SameSite=Lax$/)
  })

  it('decides whose an order is, whatever its body says, and is over with it', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const shoe = await putOnShelf(database)
    const [mine, others] = [
      await recordClick(ctx(), { affiliate_code: who.code }, phone),
      await recordClick(ctx(), { affiliate_code: who.code }, phone),
    ]
    const buyer = carrying(carried(mine.cookies))
    const { order, cookies } = await placeOrder(buyer, { ...orderOf(shoe), affiliate_code: other.code, affiliate_id: other.userId })
    expect(await orderRow(database, order.id)).toMatchObject({ affiliate_id: who.userId, commission_amount: '450.00' })
    // Its own buyer's clicks, nobody else's.
    expect((await clicksOf(who.userId)).filter(({ converted }) => converted)).toMatchObject([{ order_id: order.id }])
    expect(carried(cookies)).toEqual({ code: null, visitorId: buyer.actor.referral.visitorId })
    const next = await placeOrder(carrying(carried(cookies)), orderOf(shoe))
    expect(await orderRow(database, next.order.id)).toMatchObject({ affiliate_id: null })
    expect(others.recorded).toBe(true)
    const ofOrder = as(ctx(), { ...ctx().actor, orderKey: ctx().services.secrets.orderKey(order.id) })
    expect(await confirmConversion(ofOrder, { converted: true, order_id: order.id })).toEqual({ converted: 1 })
    expect(await refusalOf(confirmConversion(ctx(), { converted: true, order_id: order.id }))).toBe('order_not_found')
  })

  it('takes the last link', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const first = await recordClick(ctx(), { affiliate_code: who.code }, phone)
    const second = await recordClick(carrying(carried(first.cookies)), { affiliate_code: other.code }, phone)
    expect(carried(second.cookies)).toEqual({ code: other.code, visitorId: carried(first.cookies).visitorId })
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

  it('are cards, days without gaps, and how many of the clicks were paid', async () => {
    const who = await affiliate(database)
    await recordClick(ctx(), { affiliate_code: who.code }, phone)
    await earn(database, who, 450)
    const summary = await affiliateSummary(as(ctx(), who), { days: 7 })
    expect(summary.cards).toEqual({ total_earnings: 0, pending: 0, approved: 450, referrals: 1 })
    expect(summary.days).toHaveLength(7)
    expect(summary.days.at(-1)).toMatchObject({ clicks: 1, orders: 1, commission: 450 })
    expect(summary.funnel).toEqual({ clicks: 1, orders: 1, paid: 1 })
    expect(summary.minimum_payout).toBe(10)
    const nobody = await affiliate(database)
    expect((await affiliateSummary(as(ctx(), nobody))).days).toHaveLength(30)
    expect(await refusalOf(affiliateSummary(ctx()))).toBe('signed_out')
  })
})
