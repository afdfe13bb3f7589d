import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymous, type Context, type Services, withOrderKey } from '#core/context.ts'
import { limits } from '#domain/limits.ts'
import { parseShortLink, type ShortLink, shortCode } from '#domain/order-code.ts'
import { claimOrder } from '#features/orders/buyer-orders.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { getOrder, getOrderPage } from '#features/orders/get-order.ts'
import { hasOpened, openedLinksSetCookie, openShortLink, readOpened, shortLinkTo } from '#features/orders/short-links.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import {
  type AttemptFacts,
  as,
  attemptsOf,
  contextOn,
  interrupted,
  newPhone,
  orderIn,
  orderRow,
  placed,
  putOnShelf,
  secrets,
  shopFacts,
  tellFailed,
  tellPaid,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { person } from '../../../test/people.ts'

const database = useDatabase()
beforeEach(() => database.db.execute(sql`delete from rate_limits`))

const visitor = (address: string | null = '102.0.0.9') => contextOn(database, { actor: { ...anonymous, address } })
const linkOf = (id: string, phone_changes = 0) => shortLinkTo({ services: { secrets } as Services }, { id, phone_changes }).slice('/o/'.length)
const refusal = (asked: Promise<unknown>) => asked.then((id) => id).catch(({ code, message }) => ({ code, message }))
const wrong = (at: number) => `0badcafe.${String(at).padStart(16, '0')}`

describe('a short link', () => {
  it('is the code and the first 96 bits of the key, and leads to its order', async () => {
    const { id } = await orderIn(database, 'shipped')
    expect(`/o/${linkOf(id)}`).toBe(`/o/${shortCode(id)}.${secrets.orderKey(id).slice(0, 16)}`)
    expect(await openShortLink(visitor(), linkOf(id))).toBe(id)
  })

  it('leads nowhere with another key, in the same words after the same work, whether or not an order has the code', async () => {
    const [{ id }, other] = [await orderIn(database, 'shipped'), await orderIn(database, 'shipped')]
    const guesses = [
      `${shortCode(id)}.${linkOf(other.id).slice(9)}`,
      `${shortCode(id)}.${'A'.repeat(16)}`,
      wrong(1),
      linkOf(id).slice(0, -1),
      `${linkOf(id)}x`,
      `${shortCode(id)}.${secrets.orderKey(id)}`,
      shortCode(id),
      id,
      '',
    ]
    for (const guess of guesses)
      expect(await refusal(openShortLink(visitor(null), guess)), guess).toEqual({ code: 'order_not_found', message: expect.any(String) })
    const work = async (guess: string) => {
      const { db, seen } = interrupted(database)
      const compared = vi.spyOn(secrets, 'matches')
      await openShortLink({ ...visitor(), db }, guess).catch(() => {})
      const times = compared.mock.calls.length
      compared.mockRestore()
      return { statements: seen.statements, times }
    }
    expect(await work(guesses[1] as string)).toEqual(await work(wrong(2)))
  })

  it('is tried in vain so often from one network, and goes on opening for those who have one', async () => {
    const { id } = await orderIn(database, 'shipped')
    for (let miss = 0; miss < limits.short_link_address.max; miss++) {
      expect(await refusal(openShortLink(visitor(), wrong(miss)))).toMatchObject({ code: 'order_not_found' })
      expect(await openShortLink(visitor(), linkOf(id)), 'never counted').toBe(id)
    }
    expect(await refusal(openShortLink(visitor(), wrong(99)))).toMatchObject({ code: 'too_many' })
    expect(await openShortLink(visitor(), linkOf(id))).toBe(id)
    expect(await refusal(openShortLink(visitor('102.0.0.10'), wrong(99)))).toMatchObject({ code: 'order_not_found' })
    expect(limits.short_link_address).toMatchObject({ max: 30, seconds: 600 })
  })

  it('still leads to an order that was cleared, whose page says so', async () => {
    const { id } = await orderIn(database, 'delivered')
    const { actor } = await entered(database, { isAdmin: true })
    await clearUserData(as(contextOn(database), actor), { confirmation: 'DELETE', password: goodPassword })
    expect(await openShortLink(visitor(), linkOf(id))).toBe(id)
  })
})

describe('a mistyped number', () => {
  /** A visitor who has opened a link that came by a short message, and has its cookie. */
  const holder = (link: string, actor = anonymous) => contextOn(database, { actor: { ...actor, opened: [parseShortLink(link) as ShortLink] } })
  const correct = (order: { ctx: Context; id: string }) => requestPayment(order.ctx, order.id, { phone: newPhone(), wrong_number: true })
  const phoneOf = async (id: string) => (await orderRow(database, id)).customer_phone

  it('has its link void once it is corrected, opened or not, while the key of the buyer and the link of the right number open', async () => {
    const order = await placed(contextOn(database), await putOnShelf(database))
    const links = [0, 1, 2].map((changes) => linkOf(order.id, changes))
    const opening = () =>
      Promise.all(
        links.map(async (link) => {
          const [led, seen] = [
            await refusal(openShortLink(visitor(null), link)),
            await getOrder(holder(link), order.id).then(
              () => true,
              () => false,
            ),
          ]
          return [led === order.id, seen]
        }),
      )
    const [open, shut] = [
      [true, true],
      [false, false],
    ]
    const wrong = await phoneOf(order.id)
    expect(await opening()).toEqual([open, shut, shut])
    await correct(order)
    expect(await opening()).toEqual([shut, open, shut])
    const attempt = (await attemptsOf(database, order.id)).find(({ phone }) => phone === wrong)
    await tellFailed(order.ctx, attempt as AttemptFacts)
    await requestPayment(order.ctx, order.id, { phone: wrong })
    expect([await phoneOf(order.id), await opening()], 'the first number again has a link of its own').toEqual([wrong, [shut, shut, open]])
    await tellPaid(order.ctx, (await attemptsOf(database, order.id)).find(({ replaced_at }) => replaced_at === null) as AttemptFacts)
    expect(await opening()).toEqual([shut, shut, open])
    expect(await getOrder(order.ctx, order.id)).toMatchObject({ id: order.id })
    const { actor } = await entered(database, { isAdmin: true })
    await clearUserData(as(contextOn(database), actor), { confirmation: 'DELETE', password: goodPassword })
    for (const link of links) expect(await openShortLink(visitor(), link), 'all that is told is that it was cleared').toBe(order.id)
    expect(await refusal(openShortLink(visitor(), linkOf(order.id, 3)))).toMatchObject({ code: 'order_not_found' })
  })

  it('leaves the link alone where another number only pays', async () => {
    const order = await placed(contextOn(database), await putOnShelf(database))
    await tellFailed(order.ctx, order.attempt)
    await requestPayment(order.ctx, order.id, { phone: newPhone() })
    expect(await openShortLink(visitor(), linkOf(order.id))).toBe(order.id)
  })

  it('is corrected by nobody who came by its link: they pay from another, and go on seeing the order', async () => {
    for (const isOpen of [true, false]) {
      const order = await placed(contextOn(database), await putOnShelf(database))
      const [own, phone] = [await phoneOf(order.id), newPhone().slice(1)]
      if (!isOpen) await tellFailed(order.ctx, order.attempt)
      const link = linkOf(order.id)
      expect(await requestPayment(holder(link), order.id, { phone, wrong_number: true })).toMatchObject({ customer_phone: own, payment: { phone } })
      expect(await getOrder(holder(link), order.id)).toMatchObject({ customer_phone: own })
    }
  })

  it('takes no unpaid order to an account, so that no correction comes too late', async () => {
    const [order, who] = [await placed(contextOn(database), await putOnShelf(database)), await person(database)]
    const [link, theirs] = [linkOf(order.id), holder(linkOf(order.id), who)]
    const path = `/o/${link}`
    expect(await refusal(claimOrder(theirs, order.id))).toMatchObject({ code: 'forbidden' })
    expect(await getOrderPage(theirs, order.id)).toMatchObject({ mayClaim: false, link: path })
    expect(await getOrderPage(order.ctx, order.id)).toMatchObject({ mayClaim: true, link: null })
    await tellPaid(order.ctx, order.attempt)
    expect(await getOrderPage(theirs, order.id)).toMatchObject({ mayClaim: true, link: path })
    expect(await claimOrder(theirs, order.id)).toMatchObject({ id: order.id })
    expect(await getOrderPage(theirs, order.id), 'it is their own by now').toMatchObject({ mayClaim: false, link: null })
    expect(await refusal(getOrderPage(visitor(), order.id))).toMatchObject({ code: 'order_not_found' })
  })

  it('beside a key in the address no link counts', async () => {
    const { id } = await orderIn(database, 'shipped')
    expect(await refusal(getOrder(withOrderKey(holder(linkOf(id)), 'wrong'), id))).toMatchObject({ code: 'order_not_found' })
    expect(await getOrder(withOrderKey(holder(linkOf(id)), null), id)).toMatchObject({ id })
  })
})

describe('a browser that has opened short links', () => {
  const ids = Array.from({ length: 7 }, (_, at) => `${at}f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c`)
  const ctx = { services: { secrets, shop: shopFacts } as Services }
  const opened = (links: string[]) =>
    links.reduce((headers, link) => {
      const [cookie] = openedLinksSetCookie(ctx, headers, parseShortLink(link) as ShortLink).split(';')
      return new Headers({ cookie: cookie as string })
    }, new Headers())

  const sees = (headers: Headers, id: string) =>
    hasOpened({ ...ctx, actor: { ...anonymous, opened: readOpened(ctx, headers) } }, { id, phone_changes: 0 })

  it('holds the last five, until it is closed', () => {
    const headers = opened([...ids, ids[6] as string].map((id) => linkOf(id)))
    expect(ids.map((id) => sees(headers, id))).toEqual(ids.map((_, at) => at >= 2))
    const cookie = openedLinksSetCookie(ctx, headers, parseShortLink(linkOf(ids[0] as string)) as ShortLink)
    expect(cookie).toMatch(/^viatu\.opened=[\w.~-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    const live = { services: { ...ctx.services, shop: { ...ctx.services.shop, origin: 'https://shop.example' } } }
    expect(openedLinksSetCookie(live, new Headers(), parseShortLink(linkOf(ids[0] as string)) as ShortLink)).toMatch(
      /^__Host-viatu\.opened=.*; Secure$/,
    )
  })

  it('opens nothing by a cookie that somebody made up', () => {
    const id = ids[0] as string
    for (const value of [
      '',
      '~~',
      `${shortCode(id)}.${'A'.repeat(16)}`,
      `${shortCode(ids[1] as string)}.${secrets.orderKey(id).slice(0, 16)}`,
      '%00',
    ])
      expect(sees(new Headers({ cookie: `viatu.opened=${value}` }), id)).toBe(false)
  })
})
