import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { shortCode } from '#domain/placed-order.ts'
import { parseShortLink, type ShortLink } from '#domain/short-link.ts'
import { anonymous, type Services } from '#features/context.ts'
import { keptOpened, openedKey } from '#features/orders/opened-links.ts'
import { openShortLink, shortLinkTo } from '#features/orders/short-link.ts'
import { clearUserData } from '#features/store-admin/clear-user-data.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import { as, contextOn, interrupted, orderIn, secrets, shopFacts } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
beforeEach(() => database.db.execute(sql`delete from turns`))

const visitor = (address: string | null = '102.0.0.9') => contextOn(database, { actor: { ...anonymous, address } })
const linkOf = (id: string) => shortLinkTo({ services: { secrets } as Services }, id).slice('/o/'.length)
const refusal = (asked: Promise<unknown>) => asked.then((id) => id).catch(({ code, message }) => ({ code, message }))
const wrong = (at: number) => `0badcafe.${String(at).padStart(16, '0')}`

describe('a short link', () => {
  it('is the code and the first 96 bits of the key, and leads to its order', async () => {
    const { id } = await orderIn(database, 'shipped')
    expect(shortLinkTo(visitor(), id)).toBe(`/o/${shortCode(id)}.${secrets.orderKey(id).slice(0, 16)}`)
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
    for (let miss = 0; miss < limits.short_link_address.most; miss++) {
      expect(await refusal(openShortLink(visitor(), wrong(miss)))).toMatchObject({ code: 'order_not_found' })
      expect(await openShortLink(visitor(), linkOf(id)), 'never counted').toBe(id)
    }
    expect(await refusal(openShortLink(visitor(), wrong(99)))).toMatchObject({ code: 'too_many' })
    expect(await openShortLink(visitor(), linkOf(id))).toBe(id)
    expect(await refusal(openShortLink(visitor('102.0.0.10'), wrong(99)))).toMatchObject({ code: 'order_not_found' })
    expect(limits.short_link_address).toMatchObject({ most: 30, seconds: 600 })
  })

  it('still leads to an order that was cleared, whose page says so', async () => {
    const { id } = await orderIn(database, 'delivered')
    const { actor } = await entered(database, { isAdmin: true })
    await clearUserData(as(contextOn(database), actor), { confirmation: 'DELETE', password: goodPassword })
    expect(await openShortLink(visitor(), linkOf(id))).toBe(id)
  })
})

describe('a browser that has opened short links', () => {
  const ids = Array.from({ length: 7 }, (_, at) => `${at}f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c`)
  const ctx = { services: { secrets, shop: shopFacts } as Services }
  const opened = (links: string[]) =>
    links.reduce((headers, link) => {
      const [cookie] = keptOpened(ctx, headers, parseShortLink(link) as ShortLink).split(';')
      return new Headers({ cookie: cookie as string })
    }, new Headers())

  it('holds the keys of the last five, until it is closed', () => {
    const headers = opened([...ids, ids[6] as string].map(linkOf))
    expect(ids.map((id) => openedKey(ctx, headers, id))).toEqual(ids.map((id, at) => (at < 2 ? null : secrets.orderKey(id))))
    const cookie = keptOpened(ctx, headers, parseShortLink(linkOf(ids[0] as string)) as ShortLink)
    expect(cookie).toMatch(/^viatu\.opened=[\w.~-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    const live = { services: { ...ctx.services, shop: { ...ctx.services.shop, origin: 'https://shop.example' } } }
    expect(keptOpened(live, new Headers(), parseShortLink(linkOf(ids[0] as string)) as ShortLink)).toMatch(/^__Host-viatu\.opened=.*; Secure$/)
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
      expect(openedKey(ctx, new Headers({ cookie: `viatu.opened=${value}` }), id)).toBeNull()
  })
})
