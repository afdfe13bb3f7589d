import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { rowsOf } from '../checkout.ts'
import { photoOf, videoOf } from '../pictures.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()

const visitAsAdmin = async () => shop.visitAs(await account(shop.database, { isAdmin: true }))
const rowsIn = (table: string) => rowsOf(shop.database, sql`select * from ${sql.raw(table)} order by created_at desc`)
const item = (admin: PageVisitor, title: string) => admin.texts('.content-item').find((text) => text.includes(title)) ?? `no ${title}`
/** Stores a file as the field of a form does, and returns its address. */
async function upload(admin: PageVisitor, bucket: string, file: BlobPart, name: string): Promise<string> {
  await admin.post(`/admin/upload?${new URLSearchParams({ bucket, name })}`, new File([file], name))
  return JSON.parse(admin.html).public_url
}

describe('promotional content', () => {
  it('is a text: what is wrong is said at its field, and nothing typed is lost', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/promotions')
    admin.page().getByText('No promotional content found')
    await admin.press('Create promotion', { Description: 'Sizes 30 to 40, from KSh 1,800.' })
    admin.page('.new-box[open]').getByText('Enter a title.')
    await admin.press('Create promotion', { Title: 'School shoes are here', 'Where it leads': 'javascript:alert(1)' })
    admin.page('.kind-text').getByText(/^Enter a page of this shop, such as/)
    expect([admin.attributes('[name=title]', 'value')[0], admin.text('textarea[name=description]')]).toEqual([
      'School shoes are here',
      'Sizes 30 to 40, from KSh 1,800.',
    ])
    await admin.press('Create promotion', { 'Where it leads': 'https://shop.example/school' })
    expect(admin.said()).toContain('Promotional content created')
    expect(item(admin, 'School shoes are here')).toMatch(/Sizes 30 to 40, from KSh 1,800\..*On ?Text ?Turn off ?Edit ?Delete/)
    expect(await rowsIn('promotional_content')).toMatchObject([{ content_type: 'text', content_url: 'https://shop.example/school' }])
  })

  it('is a picture or a video with a poster, of a file or of the address of one', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/promotions')
    await admin.press('Create promotion', { Title: 'Sea colours', Image: true })
    admin.page('.kind-image').getByText('Upload the image.')
    await admin.press('Create promotion', { 'Address of the picture at another site': 'https://169.254.169.254/wall.png' })
    admin.page('.kind-image').getByText(/The shop fetches files from public web sites only, and 169\.254\.169\.254 is none\./)
    expect(admin.attributes('[name=image_url_from]', 'value')[0]).toBe('https://169.254.169.254/wall.png')
    const photo = await photoOf()
    const wall = await upload(await visitAsAdmin(), 'promotional-images', photo, 'wall.png')
    await admin.press('Create promotion', { image_url: wall, image_url_from: '' })
    expect(admin.said()).toContain('Promotional content created')
    expect(item(admin, 'Sea colours')).toContain('Image')
    expect(admin.attributes('.content-item img', 'src')[0]).toBe(wall)
    const film = await upload(admin, 'promotional-videos', videoOf('webm'), 'walk.webm')
    const poster = await upload(admin, 'promotional-images', photo, 'poster.png')
    await admin.open('/admin/promotions')
    await admin.press('Create promotion', { Title: 'A walk in Lamu', Video: true, video_url: film, poster_url: poster })
    expect(await rowsIn('promotional_content')).toMatchObject([
      { content_type: 'video', content_url: film, poster_url: poster },
      { content_type: 'image', content_url: wall },
      { content_type: 'text' },
    ])
    await admin.follow('Edit A walk in Lamu')
    expect(admin.attributes('video', 'src')).toContain(film)
    admin.page('.kind-video').getByAltText('Poster as it is')
  })

  it('is switched, edited, found and deleted', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/promotions')
    await admin.press('Turn off Sea colours')
    expect(admin.said()).toContain('Visitors do not see it.')
    admin.page('.content-item', 'Sea colours').getByRole('button', { name: 'Turn on Sea colours' })
    expect(item(admin, 'Sea colours')).toContain('Off')
    await admin.follow('Edit A walk in Lamu')
    expect(admin.text('main h2')).toBe('Edit promotion')
    admin.page('.content-next').getByRole('link', { name: 'What was done to it' })
    await admin.press('Save changes', { Title: 'A walk in old Lamu' })
    expect(admin.said()).toContain('Promotional content updated')
    await admin.open('/admin/promotions')
    await admin.press('Apply filters', { 'Search promotional content': 'lamu' })
    expect(admin.texts('.content-item')).toEqual([expect.stringContaining('A walk in old Lamu')])
    await admin.press('Apply filters', { 'Search promotional content': '', 'Shown to visitors': 'Off' })
    expect(admin.texts('.content-item')).toEqual([expect.stringContaining('Sea colours')])
    const [, sea] = await rowsIn('promotional_content')
    admin.page('.content-item').getByRole('button', { name: 'Delete Sea colours' })
    await admin.post('/admin/promotions', { intent: 'delete', id: String(sea?.id) })
    expect(admin.said()).toContain('Promotional content deleted')
    expect(item(admin, 'Sea colours')).toBe('no Sea colours')
  })
})

describe('an ad', () => {
  it('is made: what is wrong is said at its field, and nothing typed is lost', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/ads')
    admin.page().getByText('No ads found')
    await admin.press('Create ad', { Title: 'Walk to the ferry' })
    admin.page('.new-box[open]').getByText('Enter the address that it leads to.')
    await admin.press('Create ad', { 'Target URL': 'shop.example' })
    admin.page('.new-box[open]').getByText(/^Enter a page of this shop, such as/)
    expect(admin.attributes('[name=title]', 'value')).toEqual(['Walk to the ferry'])
    const image_url = await upload(await visitAsAdmin(), 'ad-images', await photoOf(), 'ferry.png')
    await admin.press('Create ad', { 'Target URL': '/category/loafers', image_url, Sponsored: true })
    expect(admin.said()).toContain('Ad created')
    await shop.database.ownerDb.execute(sql`update ads set click_count = 1234`)
    await admin.open('/admin/ads')
    expect(item(admin, 'Walk to the ferry')).toMatch(/Sponsored.*On ?1,234 clicks ?\/category\/loafers/)
    // Its clicks are counted by rows, which there are none of.
    await shop.database.ownerDb.execute(sql`update ads set click_count = 0`)
  })

  it('is edited with what others have changed meanwhile, switched and deleted', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/ads')
    await admin.follow('Edit Walk to the ferry')
    expect(admin.text('main h2')).toBe('Edit ad')
    await shop.database.ownerDb.execute(sql`update ads set description = 'By sea'`)
    const linked = { 'Linked promotional content': 'A walk in old Lamu', image_url: '', Sponsored: false }
    await admin.press('Save changes', linked)
    expect(admin.said()).toContain('Ad updated')
    expect(await rowsIn('ads')).toMatchObject([{ description: 'By sea', image_url: null, is_sponsored: false, is_active: true }])
    await admin.open('/admin/ads')
    expect(item(admin, 'Walk to the ferry')).toContain('With A walk in old Lamu')
    await admin.press('Turn off Walk to the ferry')
    expect(admin.said()).toContain('Visitors do not see it.')
    expect(JSON.parse((await shop.visit().open('/api/ads')).html).data).toEqual([])
    const [ad] = await rowsIn('ads')
    await admin.post('/admin/ads', { intent: 'delete', id: String(ad?.id) })
    expect(admin.said()).toContain('Ad deleted')
    admin.page().getByText('No ads found')
  })
})
