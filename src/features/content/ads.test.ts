import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeAd, createAd, deleteAd, getAd, listAds } from '#features/content/ads.ts'
import { changePromotion, createPromotion, deletePromotion } from '#features/content/promotions.ts'
import { type Actor, anonymous } from '#features/context.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { storedPicture } from '../../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
let admin: Actor
beforeAll(async () => {
  admin = (await entered(database, { isAdmin: true })).actor
})
const ctx = () => contextOn(database, { actor: admin })
const visitor = () => contextOn(database, { actor: anonymous })
const code = (wanted: string, field?: string) =>
  expect.objectContaining({ code: wanted, ...(field && { details: expect.objectContaining({ fields: { [field]: expect.any(String) } }) }) })
const ferry = { title: 'Ferry', target_url: 'https://shop.example/ferry' }
let pictures = 0
const picture = () => storedPicture(database, `${1_700_000_000_000 + ++pictures}`, 'ad-images/ads')
const content = () => createPromotion(ctx(), { title: 'Shule', content_type: 'text' })
const actions = async (id: string) =>
  (await rowsOf<{ action: string }>(database, sql`select action from audit_log where row_id = ${id} order by id`)).map(({ action }) => action)

describe('an ad', () => {
  it('is a title and where it leads, and is on', async () => {
    const row = await createAd(ctx(), ferry)
    expect(row).toMatchObject({ ...ferry, image_url: null, promotional_content: null, is_sponsored: false, is_active: true, click_count: 0 })
    expect(row.created_by).toBe(admin.userId)
    expect(await actions(row.id)).toEqual(['ad created'])
  })

  it('is made once for a key, and changed against what its form showed', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([createAd(ctx(), ferry, key), createAd(ctx(), ferry, key)])
    expect(second).toEqual(first)
    expect(await actions(first.id)).toEqual(['ad created'])
    await expect(createAd(ctx(), { ...ferry, title: 'Tuk-tuk' }, key)).rejects.toEqual(code('made_already'))
    await changeAd(ctx(), first.id, { title: 'Boat' })
    await expect(changeAd(ctx(), first.id, { title: 'Dhow' }, ferry)).rejects.toEqual(code('changed_meanwhile'))
    expect(await changeAd(ctx(), first.id, { description: 'By sea' }, ferry)).toMatchObject({ title: 'Boat', description: 'By sea' })
    await deleteAd(ctx(), first.id)
  })

  it('leads to an address in capitals as browsers write it, and so does a text', async () => {
    const row = await createAd(ctx(), { ...ferry, target_url: 'HTTPS://EXAMPLE.COM' })
    expect(row.target_url).toBe('https://example.com')
    expect((await changeAd(ctx(), row.id, { target_url: 'Http://Shop.Example/Ferry?To=LAMU' })).target_url).toBe('http://shop.example/Ferry?To=LAMU')
    const text = await createPromotion(ctx(), { title: 'Shule', content_type: 'text', content_url: 'HTTPS://EXAMPLE.COM/Shule' })
    expect(text.content_url).toBe('https://example.com/Shule')
    expect((await changePromotion(ctx(), text.id, { content_url: 'HTTPS://EXAMPLE.COM' })).content_url).toBe('https://example.com')
    await deleteAd(ctx(), row.id)
    await deletePromotion(ctx(), text.id)
  })

  it('may have a picture and linked content, which it is joined with', async () => {
    const [image_url, { id }] = [await picture(), await content()]
    const row = await createAd(ctx(), { ...ferry, image_url, promotional_content_id: id, is_sponsored: true })
    expect(row).toMatchObject({ image_url, is_sponsored: true, promotional_content: { title: 'Shule', content_type: 'text', is_active: true } })
  })

  it.each<[string, Record<string, unknown>]>([
    ['title', { title: '' }],
    ['target_url', { target_url: undefined }],
    ['target_url', { target_url: 'shop.example' }],
    ['target_url', { target_url: 'javascript:alert(1)' }],
    ['target_url', { target_url: 'data:text/html,x' }],
    ['target_url', { target_url: '//shop.example' }],
    ['target_url', { target_url: '/\\shop.example' }],
    ['target_url', { target_url: '/nowhere' }],
    ['target_url', { target_url: 'https://a@shop.example' }],
    ['image_url', { image_url: 'https://shop.example/a.webp' }],
    ['image_url', { image_url: '/files/ad-images/ads/1000000000001.webp' }],
    ['image_url', { image_url: '/files/ad-images/../ads/1000000000001.webp' }],
    ['promotional_content_id', { promotional_content_id: 'x' }],
    ['promotional_content_id', { promotional_content_id: randomUUID() }],
    ['is_sponsored', { is_sponsored: 1 }],
  ])('is refused with a word about %s: %j', async (field, more) => {
    await expect(createAd(ctx(), { ...ferry, ...more })).rejects.toEqual(code('bad_input', field))
    const { id } = await createAd(ctx(), ferry)
    if (Object.values(more)[0] !== undefined) await expect(changeAd(ctx(), id, more)).rejects.toEqual(code('bad_input', field))
  })

  it('changes in what is named', async () => {
    const [one, two] = [await picture(), await picture()]
    const { id } = await createAd(ctx(), { ...ferry, image_url: one })
    expect(await changeAd(ctx(), id, { is_active: false })).toMatchObject({ ...ferry, image_url: one, is_active: false })
    expect(await changeAd(ctx(), id, { image_url: two, description: 'New' })).toMatchObject({ image_url: two, description: 'New', is_active: false })
    await deleteAd(ctx(), id)
    await expect(getAd(ctx(), id)).rejects.toEqual(code('ad_not_found'))
    await expect(deleteAd(ctx(), id)).rejects.toEqual(code('ad_not_found'))
    expect(await actions(id)).toEqual(['ad created', 'ad changed', 'ad changed', 'ad deleted'])
  })

  it('stays when the content it links to is deleted', async () => {
    const { id: promotional_content_id } = await content()
    const { id } = await createAd(ctx(), { ...ferry, promotional_content_id })
    await deletePromotion(ctx(), promotional_content_id)
    expect(await getAd(ctx(), id)).toMatchObject({ promotional_content_id: null, promotional_content: null })
  })

  it('is changed and its content deleted at once, one after the other', async () => {
    const { id: promotional_content_id } = await content()
    const ads = await Promise.all(Array.from({ length: 5 }, () => createAd(ctx(), { ...ferry, promotional_content_id })))
    await Promise.all([deletePromotion(ctx(), promotional_content_id), ...ads.map(({ id }) => changeAd(ctx(), id, { title: 'Changed' }))])
    for (const { id } of ads) expect(await getAd(ctx(), id)).toMatchObject({ title: 'Changed', promotional_content_id: null })
  })

  it('is seen by visitors while it is on: without its clicks, and without content that is off', async () => {
    await database.db.execute(sql`delete from ads`)
    const shown = await content()
    const on = await createAd(ctx(), { ...ferry, promotional_content_id: shown.id })
    const off = await createAd(ctx(), { ...ferry, is_active: false })
    const { click_count: _, created_by: __, embed_code: ___, ...seen } = on
    expect(await listAds(visitor())).toEqual({ data: [seen], next: null })
    expect(await listAds(visitor(), { is_active: false })).toEqual({ data: [], next: null })
    await expect(getAd(visitor(), off.id)).rejects.toEqual(code('ad_not_found'))
    await changePromotion(ctx(), shown.id, { is_active: false })
    expect(await getAd(visitor(), on.id)).toMatchObject({ promotional_content_id: null, promotional_content: null })
    expect((await listAds(ctx())).data.map(({ id }) => id)).toEqual([off.id, on.id])
    expect((await listAds(ctx())).data[1]).toMatchObject({ promotional_content: { title: 'Shule', is_active: false } })
  })
})
