import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, anonymous } from '#core/context.ts'
import { listen } from '#db/listen-notify.ts'
import { noReferral } from '#domain/referral.ts'
import { changeAd, countClick, createAd, deleteAd } from '#features/content/ads.ts'
import { listStrip } from '#features/content/home-strip.ts'
import { changePromotion, createPromotion, deletePromotion, getPromotion, listPromotions } from '#features/content/promotions.ts'
import { uploadVideo } from '#features/files/uploads.ts'
import { httpsFiles } from '#services/web-files/https-files.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { photoOf, storedPicture } from '../../../test/pictures.ts'
import { openWebSite, type WebSite } from '../../../test/web-site.ts'

const database = useDatabase({ isWalk: true })
let admin: Actor
beforeAll(async () => {
  admin = (await entered(database, { isAdmin: true })).actor
})
const ctx = (now = 'now()') => contextOn(database, { actor: admin, now: sql.raw(now) })
const visitor = () => contextOn(database, { actor: anonymous })
const code = (wanted: string, fields?: string[]) =>
  expect.objectContaining({
    code: wanted,
    ...(fields && { details: expect.objectContaining({ fields: Object.fromEntries(fields.map((each) => [each, expect.any(String)])) }) }),
  })
let pictures = 0
const picture = (folder = 'promotional-images/images') => storedPicture(database, `${1_700_000_000_000 + ++pictures}`, folder)
const film = new TextEncoder().encode(`\0\0\0\x14ftypisom\0\0\x02\0isom\0\0\0\x08free${'frames of a film '.repeat(100)}`)
const video = async () => (await uploadVideo(ctx(), { body: new Blob([film]).stream(), name: 'a.mp4' })).public_url
const text = (title: string) => createPromotion(ctx(), { title, content_type: 'text' })
const audit = (id: string) =>
  rowsOf<{ action: string; before: unknown; after: unknown }>(
    database,
    sql`select action, before, after from audit_log where row_id = ${id} order by id`,
  )
const isKept = async (url: string) => (await ctx().services.files.find(url.slice('/files/'.length))) !== null

describe('promotional content', () => {
  it('is a picture, or a video with a poster, of our own storage', async () => {
    const [image, film] = [await picture(), await video()]
    expect(await createPromotion(ctx(), { title: 'Wall', content_type: 'image', content_url: image })).toMatchObject({ content_url: image })
    const made = await createPromotion(ctx(), { title: 'Film', content_type: 'video', content_url: film, poster_url: image })
    expect(made).toMatchObject({ content_type: 'video', content_url: film, poster_url: image })
    // Only a video has a poster.
    expect(await createPromotion(ctx(), { title: 'Wall', content_type: 'image', content_url: image, poster_url: image })).toMatchObject({
      poster_url: null,
    })
  })

  it('is seen by visitors while it is on, without who made it', async () => {
    await database.db.execute(sql`delete from promotional_content`)
    const [on, off] = [await text('On'), await text('Off')]
    await changePromotion(ctx(), off.id, { is_active: false })
    const { created_by: _, ...seen } = on
    expect(await listPromotions(visitor())).toEqual({ data: [seen], next: null })
    expect(await listPromotions(visitor(), { is_active: false })).toEqual({ data: [], next: null })
    await expect(getPromotion(visitor(), off.id)).rejects.toEqual(code('promotion_not_found'))
    expect((await listPromotions(ctx(), { is_active: false })).data).toMatchObject([{ id: off.id, created_by: admin.userId }])
  })
})

describe('a file of another site', () => {
  let site: WebSite
  let photo: Uint8Array
  let isThere = true
  beforeAll(async () => {
    photo = await photoOf()
    const answers: Record<string, () => Uint8Array | string> = {
      '/wall.png': () => photo,
      '/film.mp4': () => film,
      '/page.png': () => '<html></html>',
    }
    site = await openWebSite((path, response) => {
      if (isThere) response.end(answers[path]?.() ?? Buffer.alloc(10 * 2 ** 20 + 1))
      else response.writeHead(404).end()
    })
  })
  afterAll(() => site.close())
  const shop = () => contextOn(database, { actor: admin, webFiles: httpsFiles(site.exceptions) })
  const wordsOf = (call: Promise<unknown>) => call.then(() => null).catch((error) => error.details?.fields ?? error)

  it('is fetched once, written anew and kept here, and says where it came from', async () => {
    const made = await createPromotion(shop(), { title: 'Wall', content_type: 'image', content_url: `${site.origin}/wall.png` }, 'one key')
    expect(made.content_url).toMatch(/^\/files\/promotional-images\/images\/\d+\.webp$/)
    expect(await isKept(made.content_url as string)).toBe(true)
    const stem = made.content_url?.slice('/files/'.length).replace('.webp', '')
    expect(await rowsOf(database, sql`select fetched_from, content_type, remove_after from stored_files where stem = ${stem}`)).toEqual([
      { fetched_from: `${site.origin}/wall.png`, content_type: 'image/webp', remove_after: null },
    ])
    expect(await audit(stem as string)).toMatchObject([{ action: 'file uploaded', after: { fetched_from: `${site.origin}/wall.png` } }])
    const again = await createPromotion(shop(), { title: 'Wall', content_type: 'image', content_url: `${site.origin}/wall.png` }, 'one key')
    expect(again, 'a form that is sent twice makes nothing twice').toEqual(made)
    expect(site.asked).toHaveLength(1)
  })

  it('may be a video with its poster, and the picture of an ad', async () => {
    const made = await createPromotion(shop(), {
      title: 'Film',
      content_type: 'video',
      content_url: `${site.origin}/film.mp4`,
      poster_url: `${site.origin}/wall.png`,
    })
    expect(made.content_url).toMatch(/^\/files\/promotional-videos\/videos\/\d+\.mp4$/)
    expect(made.poster_url).toMatch(/^\/files\/promotional-images\//)
    const ad = await createAd(shop(), { title: 'Ferry', target_url: 'https://a.example', image_url: `${site.origin}/wall.png` })
    expect(ad.image_url).toMatch(/^\/files\/ad-images\/ads\/\d+\.webp$/)
    for (const url of [made.content_url, made.poster_url, ad.image_url]) expect(await isKept(url as string)).toBe(true)
  })

  it('takes the place of what was shown, and is not fetched for a text, which leads there', async () => {
    const { id } = await createPromotion(ctx(), { title: 'Wall', content_type: 'image', content_url: await picture() })
    const changed = await changePromotion(shop(), id, { content_url: `${site.origin}/wall.png` })
    expect(changed.content_url).toMatch(/^\/files\/promotional-images\//)
    const text = await changePromotion(shop(), id, { content_type: 'text', content_url: `${site.origin}/nowhere` })
    expect(text.content_url).toBe(`${site.origin}/nowhere`)
    const ad = await createAd(ctx(), { title: 'Ferry', target_url: 'https://a.example' })
    expect((await changeAd(shop(), ad.id, { image_url: `${site.origin}/wall.png` })).image_url).toMatch(/^\/files\/ad-images\//)
    expect(site.asked.map(({ path }) => path)).not.toContain('/nowhere')
  })

  it('is refused in words beside its field, and nothing is made', async () => {
    const before = await rowsOf(database, sql`select count(*) from promotional_content`)
    const tried = (path: string, more: object = {}) =>
      wordsOf(createPromotion(shop(), { title: 'Not', content_type: 'image', content_url: `${site.origin}${path}`, ...more }))
    expect(await tried('/page.png')).toEqual({ content_url: expect.stringMatching(/page\.png is a web page, not a picture/) })
    expect(await tried('/large')).toEqual({ content_url: expect.stringMatching(/larger than 10 MB/) })
    expect(await tried('/wall.png', { content_type: 'video' })).toEqual({ content_url: expect.stringMatching(/no video that browsers play/) })
    expect(await tried('/film.mp4', { content_type: 'video', poster_url: `${site.origin}/page.png` })).toEqual({ poster_url: expect.any(String) })
    expect(await tried('', { content_url: 'http://pictures.example/wall.png' })).toEqual({ content_url: expect.stringMatching(/https:\/\/ only/) })
    expect(await tried('', { content_url: 'https://169.254.169.254/' })).toEqual({ content_url: expect.stringMatching(/public web sites only/) })
    isThere = false
    expect(await tried('/gone.png')).toEqual({ content_url: expect.stringMatching(/answered 404/) })
    isThere = true
    const ad = createAd(shop(), { title: 'Not', target_url: 'https://a.example', image_url: `${site.origin}/page.png` })
    expect(await wordsOf(ad)).toEqual({ image_url: expect.stringMatching(/web page/) })
    expect(await rowsOf(database, sql`select count(*) from promotional_content`)).toEqual(before)
  })
})

describe('the strip', () => {
  it('is what is on of both, newest first, and content that an ad shows once', async () => {
    await database.db.execute(sql`delete from ads`)
    await database.db.execute(sql`delete from promotional_content`)
    const at = (day: number) => ctx(`timestamptz '2026-01-0${day}'`)
    const shown = await createPromotion(at(1), {
      title: 'Shown by its ad',
      description: 'Words of it',
      content_type: 'text',
      content_url: 'https://a.example',
    })
    await createPromotion(at(2), { title: 'Of ourselves', content_type: 'text', content_url: 'http://localhost/category/heels?size=40' })
    await createPromotion(at(3), { title: 'Off', content_type: 'text', is_active: false })
    const ad = { title: 'Of a network', target_url: 'https://a.example', promotional_content_id: shown.id, is_sponsored: true }
    const { id } = await createAd(at(4), { ...ad, embed_code: '<script>1</script>' })
    await createAd(at(5), { title: 'Off', target_url: 'https://a.example', is_active: false })
    const { id: plain } = await createAd(at(6), { title: 'Plain', target_url: 'http://localhost', description: '' })
    const strip = await listStrip(ctx())
    const bare = { media: null, isSponsored: false, hasEmbed: false }
    expect(strip).toEqual([
      { ...bare, id: plain, of: 'ad', title: 'Plain', text: null, href: '/' },
      { ...bare, id: expect.any(String), of: 'promotion', title: 'Of ourselves', text: null, href: '/category/heels?size=40' },
      { ...bare, id, of: 'ad', title: 'Of a network', text: 'Words of it', href: 'https://a.example', isSponsored: true, hasEmbed: true },
    ])
    await changePromotion(ctx(), shown.id, { is_active: false })
    expect((await listStrip(ctx())).map(({ text }) => text)).toEqual([null, null, null])
  })

  it('holds ten, and tells the kept pages of every change but a click', async () => {
    const told: string[] = []
    const listening = listen(database.appUrl, { shelf_changed: () => told.push('shelf'), order_changed: () => {} }, () => told.push('open'))
    await expect.poll(() => told).toEqual(['open'])
    await database.db.execute(sql`insert into ads (title, target_url) select 'Many', 'https://a.example' from generate_series(1, 30)`)
    expect(await listStrip(ctx())).toHaveLength(10)
    const { id } = await createAd(ctx(), { title: 'One more', target_url: 'https://a.example' })
    await expect.poll(() => told.length).toBe(3)
    const shopper = { ...contextOn(database), actor: { ...anonymous, referral: { ...noReferral, visitorId: randomUUID() } } }
    await countClick(shopper, id, { userAgent: 'Mozilla/5.0 (Linux; Android 10; K)' })
    await changeAd(ctx(), id, { is_active: false })
    await expect.poll(() => told.length).toBe(4)
    const { id: text } = await createPromotion(ctx(), { title: 'A', content_type: 'text' })
    await changePromotion(ctx(), text, { title: 'B' })
    await deletePromotion(ctx(), text)
    await deleteAd(ctx(), id)
    await expect.poll(() => told.length).toBe(8)
    await listening.stop()
  })
})
