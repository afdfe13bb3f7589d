import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, theShop } from '#core/context.ts'
import { referralOf } from '#core/cookie.ts'
import { openDatabase } from '#db/client.ts'
import { noReferral } from '#domain/referral.ts'
import { changeAd, countClick, createAd, deleteAd, findEmbed, getAd } from '#features/content/ads.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { cookieOf, refusalOf } from '../../../test/accounts.ts'
import { as, contextOn, later, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const shop = () => contextOn(database, { actor: theShop })
const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36' }
/** At noon in Nairobi, so that a few hours stay within the day. */
const noon = sql`timestamptz '2026-11-21T09:00:00Z'`
const visitor = (visitorId: string | null = randomUUID(), address: string | null = null) =>
  contextOn(database, { now: noon, actor: { ...anonymous, address, referral: { ...noReferral, visitorId } } })
const newAd = async (more: object = {}) => (await createAd(shop(), { title: 'Ferry', target_url: 'https://shop.example/ferry', ...more })).id
const countOf = async (id: string) => (await getAd(shop(), id)).click_count
const kept = (id: string) => rowsOf<Record<string, unknown>>(database, sql`select * from ad_clicks where ad_id = ${id}`)
const counted = async (calls: Promise<{ recorded: boolean }>[]) => (await Promise.all(calls)).filter(({ recorded }) => recorded).length

describe('a click on an ad', () => {
  const other = () => openDatabase(database.appUrl, { connections: 10 })
  const opened: ReturnType<typeof other>[] = []
  afterAll(() => Promise.all(opened.map(({ close }) => close())))

  it('of one visitor counts once a day in Nairobi, in two processes at once', async () => {
    const id = await newAd()
    const [here, there] = [visitor(), other()]
    opened.push(there)
    const both = [here, { ...here, db: there.db }]
    expect(await counted(Array.from({ length: 20 }, (_, turn) => countClick(both[turn % 2] as typeof here, id, phone)))).toBe(1)
    expect((await countClick(later(here, '11 hours'), id, phone)).recorded).toBe(false)
    expect((await countClick(later(here, '12 hours'), id, phone)).recorded).toBe(true)
    expect((await countClick(visitor(), id, phone)).recorded).toBe(true)
    expect(await countOf(id)).toBe(3)
    expect(Object.keys((await kept(id))[0] ?? {})).toEqual(['ad_id', 'visitor_id', 'day'])
  })

  it('gives who has none a number, and nobody’s link; who has one keeps their cookie', async () => {
    const id = await newAd()
    const { cookies } = await countClick(visitor(null), id, phone)
    const carried = referralOf(shop().services, new Headers({ cookie: cookieOf(cookies) }), Date.now())
    expect(carried).toEqual({ ...noReferral, visitorId: expect.any(String) })
    expect(await countClick(visitor(carried.visitorId), id, phone)).toEqual({ recorded: false, cookies: [] })
  })

  it('is counted to the last one while many click, and while it is changed, and not lost when it is deleted meanwhile', async () => {
    const [id, doomed] = [await newAd(), await newAd()]
    const [many] = await Promise.all([
      counted(Array.from({ length: 60 }, () => countClick(visitor(), id, phone))),
      ...Array.from({ length: 5 }, (_, turn) => changeAd(shop(), id, { title: `Ferry ${turn}` })),
    ])
    expect([many, await countOf(id)]).toEqual([60, 60])
    const rush = Array.from({ length: 30 }, () => countClick(visitor(), doomed, phone).catch((error) => error.code))
    await deleteAd(shop(), doomed)
    for (const answer of await Promise.all(rush)) expect(answer === 'ad_not_found' || typeof answer.recorded === 'boolean').toBe(true)
  })

  it('goes with its ad: one that its open form makes anew begins at nought', async () => {
    const ad = { title: 'Ferry', target_url: 'https://shop.example/ferry' }
    const key = randomUUID()
    const { id } = await createAd(shop(), ad, key)
    await countClick(visitor(), id, phone)
    await deleteAd(shop(), id)
    expect(await kept(id)).toEqual([])
    expect(await createAd(shop(), ad, key)).toMatchObject({ id, click_count: 0 })
  })

  it('is not counted of a program, nor of an ad that is off or not there', async () => {
    const [id, off] = [await newAd(), await newAd({ is_active: false })]
    for (const userAgent of [null, '', 'curl/8.5', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'WhatsApp/2.23'])
      expect(await countClick(visitor(), id, { userAgent })).toEqual({ recorded: false, cookies: [] })
    for (const wrong of [off, randomUUID(), 'x', "'; drop table ads --", '__proto__', '\0'])
      expect(await refusalOf(countClick(visitor(), wrong, phone))).toBe('ad_not_found')
    expect(await countOf(id)).toBe(0)
  })

  it('counts two hundred times a day from one network, where visitors are made up', async () => {
    const id = await newAd()
    let total = 0
    for (const minutes of [0, 2, 4])
      total += await counted(
        Array.from({ length: 90 }, () => countClick(later(visitor(randomUUID(), '203.0.113.7'), `${minutes} minutes`), id, phone)),
      )
    expect([total, await countOf(id)]).toEqual([200, 200])
    expect((await countClick(visitor(randomUUID(), '203.0.113.8'), id, phone)).recorded).toBe(true)
  })

  it('is forgotten when its day is over, and its number stays', async () => {
    const [id, gone] = [await newAd(), await newAd()]
    const late = (from: ReturnType<typeof visitor>) => as(later(from, '12 hours 1 minute'), theShop)
    for (const ad of [id, id, gone]) await countClick(visitor(), ad, phone)
    await deleteAd(shop(), gone)
    await deleteExpiredRows(as(later(visitor(), '11 hours 59 minutes'), theShop))
    expect((await kept(id)).length).toBe(2)
    await Promise.all([deleteExpiredRows(late(visitor())), deleteExpiredRows(late(visitor()))])
    expect([(await kept(id)).length, (await kept(gone)).length, await countOf(id)]).toEqual([0, 0, 2])
  })
})

describe('the code of a network', () => {
  const code = '<script src="https://network.example/a.js"></script>'

  it('is kept with sponsored ads alone, is read by admins, and is found of what is on', async () => {
    const id = await newAd({ is_sponsored: true, embed_code: ` ${code}\n` })
    expect(await getAd(shop(), id)).toMatchObject({ embed_code: code, has_embed: true })
    const seen = await getAd(visitor(), id)
    expect([seen.has_embed, 'embed_code' in seen]).toEqual([true, false])
    expect(await findEmbed(shop(), id)).toEqual({ title: 'Ferry', code })
    await changeAd(shop(), id, { title: 'Boat' })
    expect(await findEmbed(shop(), id)).toEqual({ title: 'Boat', code })
    await changeAd(shop(), id, { is_active: false })
    expect(await findEmbed(shop(), id)).toBeNull()
    await changeAd(shop(), id, { is_active: true, is_sponsored: false })
    expect(await getAd(shop(), id)).toMatchObject({ embed_code: null, has_embed: false })
    expect((await getAd(shop(), await newAd({ embed_code: code }))).embed_code).toBeNull()
    for (const id of ['x', '__proto__', '\0', randomUUID()]) expect(await findEmbed(shop(), id)).toBeNull()
  })

  it.each(['x'.repeat(20_001), 7, ['a']])('is refused as a field when it is %j', async (embed_code) => {
    expect(await refusalOf(createAd(shop(), { title: 'A', target_url: 'https://a.example', is_sponsored: true, embed_code }))).toBe('bad_input')
  })
})
