import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, anonymous } from '#core/context.ts'
import { changeAd, createAd, deleteAd, getAd, listAds } from '#features/content/ads.ts'
import { changePromotion, createPromotion, deletePromotion } from '#features/content/promotions.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn } from '../../../test/checkout.ts'
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

describe('an ad', () => {
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
