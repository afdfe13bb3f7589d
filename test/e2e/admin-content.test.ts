import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { photoOf, videoOf } from '../pictures.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { said } from './steps.ts'

const shop = useShop()

const item = (page: Page, title: string) => page.locator('.content-i', { hasText: title })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const rowsIn = async (table: string) =>
  (await shop.db.execute<Record<string, unknown>>(sql`select * from ${sql.raw(table)} order by created_at desc`)).rows
const photo = async () => ({ name: 'wall.png', mimeType: 'image/png', buffer: Buffer.from(await photoOf({ width: 900, height: 720 })) })
const page = (text: string) => ({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(text) })

// The demo comes with two of its own.
beforeAll(() => shop.db.execute(sql`delete from promotional_content`))

describe('what the home page shows', () => {
  it('is changed by admins alone', async () => {
    const { context, expectComplaint } = await shop.visitAs(await account({ db: shop.db }), 'phone')
    expectComplaint(/403/)
    for (const path of ['/admin/promotions', '/admin/ads', '/admin/promotions/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c', '/admin/ads/x']) {
      const stranger = await fetch(shop.url + path, { redirect: 'manual' })
      expect([stranger.status, stranger.headers.get('location')]).toEqual([302, `/auth?next=${encodeURIComponent(path)}`])
      expect((await context.request.get(shop.url + path)).status(), path).toBe(403)
      const form = { intent: 'create', title: 'Mine', content_type: 'text', target_url: 'https://shop.example' }
      expect((await context.request.post(shop.url + path, { form })).status(), path).toBe(403)
    }
    expect([await rowsIn('ads'), await rowsIn('promotional_content')]).toEqual([[], []])
  })
})

describe('Promotional Content', () => {
  it('is made of a text, a picture or a video, edited, switched and deleted', async () => {
    const { page: desk, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/400|422/)
    await shop.open(desk, '/admin/promotions')
    await desk.getByText('No promotional content found').waitFor()
    await desk.getByText('New promotion').click()
    await desk.getByRole('button', { name: 'Create promotion' }).click()
    await desk.getByText('Write a title.').waitFor()
    await examine(desk, 'admin-content-refused')

    await desk.getByLabel('Title').fill('School shoes are here')
    await desk.getByLabel('Description').fill('Sizes 30 to 40, from KSh 1,800.')
    await preview(desk).getByText('Sizes 30 to 40').waitFor()
    await desk.getByLabel('Where it leads').fill('javascript:alert(1)')
    await desk.getByRole('button', { name: 'Create promotion' }).click()
    await desk.getByText('Write a web address that begins with').waitFor()
    await expect.poll(() => desk.getByLabel('Title').inputValue()).toBe('School shoes are here')
    await desk.getByLabel('Where it leads').fill('https://shop.example/school')
    await desk.getByRole('button', { name: 'Create promotion' }).click()
    await said(desk, 'Promotional content created')
    await item(desk, 'School shoes are here').waitFor()

    await desk.getByText('New promotion').click()
    await desk.getByLabel('Title').fill('Sea colours')
    await desk.getByRole('radio', { name: 'Image' }).check()
    await desk.getByLabel('Choose a picture').setInputFiles(page('<!doctype html><script>alert(1)</script>'))
    await desk.getByRole('button', { name: 'Try again: page.jpg' }).waitFor()
    await examine(desk, 'admin-content-file-refused')
    await desk.getByRole('button', { name: 'Leave out page.jpg' }).click()
    await desk.getByRole('button', { name: 'Create promotion' }).click()
    await desk.getByText('Upload the image.').waitFor()
    await desk.getByLabel('Choose a picture').setInputFiles(await photo())
    await desk.getByRole('img', { name: 'Picture as it is' }).waitFor()
    await examine(desk, 'admin-content-picture')
    await desk.getByRole('button', { name: 'Create promotion' }).dblclick()
    await item(desk, 'Sea colours').waitFor()

    await desk.getByText('New promotion').click()
    await desk.getByLabel('Title').fill('A walk in Lamu')
    await desk.getByRole('radio', { name: 'Video' }).check()
    await desk.getByLabel('Choose a video').setInputFiles({ name: 'walk.webm', mimeType: 'video/webm', buffer: videoOf('webm') })
    await desk.getByRole('button', { name: 'Remove the video' }).waitFor()
    await desk.getByLabel('Choose a poster').setInputFiles(await photo())
    await desk.getByRole('img', { name: 'Poster as it is' }).waitFor()
    await desk.getByRole('button', { name: 'Create promotion' }).click()
    await item(desk, 'A walk in Lamu').waitFor()
    await examine(desk, 'admin-content-promotions')
    expect((await rowsIn('promotional_content')).map(({ content_type, content_url }) => [content_type, String(content_url).slice(0, 35)])).toEqual([
      ['video', '/files/promotional-videos/videos/17'.slice(0, 35)],
      ['image', '/files/promotional-images/images/17'.slice(0, 35)],
      ['text', 'https://shop.example/school'],
    ])

    await desk.getByRole('button', { name: 'Turn off Sea colours' }).click()
    await said(desk, 'Visitors do not see it.')
    await desk.getByRole('button', { name: 'Turn on Sea colours' }).waitFor()
    expect((await (await fetch(`${shop.url}/api/promotional_content`)).json()).data).toHaveLength(2)

    await desk.getByRole('link', { name: 'Edit A walk in Lamu' }).click()
    await desk.getByRole('heading', { name: 'Edit promotion' }).waitFor()
    await desk.getByRole('link', { name: 'What was done to it' }).waitFor()
    await examine(desk, 'admin-content-edit')
    await desk.getByLabel('Title').fill('A walk in old Lamu')
    await desk.getByRole('button', { name: 'Save changes' }).click()
    await said(desk, 'Promotional content updated')
    await item(desk, 'A walk in old Lamu').waitFor()

    await desk.getByRole('button', { name: 'Delete Sea colours' }).click()
    await examine(desk, 'admin-content-delete')
    await desk.getByRole('button', { name: 'Delete promotion' }).click()
    await said(desk, 'Promotional content deleted')
    await item(desk, 'Sea colours').waitFor({ state: 'detached' })
    await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Edit /)
    await desk.getByRole('searchbox', { name: 'Search promotional content' }).fill('lamu')
    await desk.getByRole('button', { name: 'Show', exact: true }).click()
    await item(desk, 'School shoes are here').waitFor({ state: 'detached' })
    await expect.poll(() => desk.locator('.content-i').count()).toBe(1)
  })

  it('keeps what was typed and the file when the connection is lost', async () => {
    const { page: phone, context, expectComplaint } = await shop.visitAsAdmin('phone')
    expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load|fetch/)
    await shop.open(phone, '/admin/promotions')
    await phone.getByText('New promotion').click()
    await phone.getByLabel('Title').fill('On the road')
    await phone.getByRole('radio', { name: 'Image' }).check()
    await context.setOffline(true)
    await phone.getByLabel('Choose a picture').setInputFiles(await photo())
    await phone.getByText('The connection was lost.').waitFor()
    await context.setOffline(false)
    await phone.getByRole('button', { name: 'Try again: wall.png' }).click()
    await phone.getByRole('img', { name: 'Picture as it is' }).waitFor()
    await context.setOffline(true)
    await phone.getByRole('button', { name: 'Create promotion' }).click()
    await phone.getByText('The connection was lost.').waitFor()
    await expect.poll(() => phone.getByLabel('Title').inputValue()).toBe('On the road')
    await context.setOffline(false)
    await phone.getByRole('button', { name: 'Create promotion' }).click()
    await said(phone, 'Promotional content created')
  })
})

describe('Advertisement Management', () => {
  it('takes an ad with a picture, shows its clicks, edits, switches and deletes it', async () => {
    const { page: phone, expectComplaint } = await shop.visitAsAdmin('phone')
    expectComplaint(/400/)
    await shop.db.execute(sql`insert into promotional_content (title, content_type) values ('Old town', 'text')`)
    await shop.open(phone, '/admin/ads')
    await phone.getByText('No ads found').waitFor()
    await phone.getByLabel('Title').fill('Walk to the ferry')
    await phone.getByLabel('Target URL').fill('shop.example')
    await phone.getByRole('button', { name: 'Create ad' }).click()
    await phone.getByText('Write a web address that begins with').waitFor()
    await phone.getByLabel('Target URL').fill('https://shop.example/ferry')
    await phone.getByLabel('Choose a picture').setInputFiles(await photo())
    await phone.getByRole('img', { name: 'Picture as it is' }).waitFor()
    await phone.getByRole('checkbox', { name: 'Sponsored' }).check()
    await preview(phone).getByRole('button', { name: "Verify I'm Human" }).waitFor()
    await examine(phone, 'admin-content-ad')
    await preview(phone).getByRole('button', { name: "Verify I'm Human" }).click()
    await preview(phone).getByText('Walk to the ferry').waitFor()
    await phone.getByRole('button', { name: 'Create ad' }).click()
    await said(phone, 'Ad created')
    await shop.db.execute(sql`update ads set click_count = 1234`)
    await shop.open(phone, '/admin/ads')
    await item(phone, 'Walk to the ferry').getByText('1,234 clicks').waitFor()
    await item(phone, 'Walk to the ferry').getByText('Sponsored').waitFor()
    await examine(phone, 'admin-content-ads')
    await phone.getByRole('link', { name: 'Edit Walk to the ferry' }).click()
    await phone.getByRole('heading', { name: 'Edit ad' }).waitFor()
    await shop.db.execute(sql`update ads set description = 'By sea'`)
    await phone.getByRole('checkbox', { name: 'Sponsored' }).uncheck()
    await phone.getByLabel('Linked promotional content').selectOption({ label: 'Old town' })
    await phone.getByRole('button', { name: 'Remove the picture' }).click()
    await examine(phone, 'admin-content-edit-ad')
    await phone.getByRole('button', { name: 'Save changes' }).click()
    await said(phone, 'Ad updated')
    await item(phone, 'Walk to the ferry').getByText('With Old town').waitFor()
    expect(await rowsIn('ads')).toMatchObject([{ description: 'By sea', image_url: null, is_sponsored: false, is_active: true, click_count: 1234 }])
    await phone.getByRole('button', { name: 'Turn off Walk to the ferry' }).click()
    await phone.getByRole('button', { name: 'Turn on Walk to the ferry' }).waitFor()
    expect((await (await fetch(`${shop.url}/api/ads`)).json()).data).toEqual([])
    await phone.getByRole('button', { name: 'Delete Walk to the ferry' }).click()
    await phone.getByRole('button', { name: 'Delete ad' }).click()
    await said(phone, 'Ad deleted')
    await phone.getByText('No ads found').waitFor()
  })

  it('works without scripts', async () => {
    const { page: plain, expectComplaint } = await shop.visitAsAdmin('desk', { javaScriptEnabled: false })
    expectComplaint(/400/)
    await plain.goto(`${shop.url}/admin/ads`)
    await plain.getByLabel('Title').fill('Plain ad')
    await plain.getByRole('button', { name: 'Create ad' }).click()
    await plain.getByText('Write the address that it leads to.').waitFor()
    await expect.poll(() => plain.getByLabel('Title').inputValue()).toBe('Plain ad')
    await plain.getByLabel('Target URL').fill('https://shop.example')
    await plain.getByRole('button', { name: 'Create ad' }).click()
    await plain.getByText('Ad created').waitFor()
    await plain.getByRole('button', { name: 'Turn off Plain ad' }).click()
    await plain.getByText('Visitors do not see it.').waitFor()
    expect(await rowsIn('ads')).toMatchObject([{ title: 'Plain ad', is_active: false }])
  })
})
