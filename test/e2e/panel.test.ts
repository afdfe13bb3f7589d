import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type SectionName, sections } from '#web/admin/sections.ts'
import { orderIn } from '../checkout.ts'
import { photoOf } from '../pictures.ts'
import { seededOrders } from '../seed.ts'
import { sizes } from './browser.ts'
import { examineNow, expectRoom } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, said } from './steps.ts'

const shop = useShop()

const dialog = (page: Page) => page.getByRole('dialog')
const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement)
const png = async (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(await photoOf()) })
const heic = { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') }
const script = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') }

/** By the rail, which is there from 1100 px. */
async function go(page: Page, section: SectionName) {
  await page.locator(`.rail a[href^="/admin/${section}"]`).click()
  await heading(page, sections[section]).waitFor()
}

/** A form or dialog that is new here is read by axe and fits, on a phone. */
async function look(page: Page, named: string) {
  const before = page.viewportSize()
  await page.setViewportSize(sizes.phone)
  await page.mouse.move(1, 1)
  await page.evaluate(() => window.scrollTo(0, 0))
  await examineNow(page, named)
  if (before) await page.setViewportSize(before)
}

async function find(page: Page, words: string, { away }: { away: string }) {
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill(words)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(`**/admin/products?search=${words}`)
  await page.getByText(away).first().waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(search)).toBe(true)
}

it('takes a new product with its pictures, changes those that are picked, and puts pictures in the order of a button, of keys and of a mouse', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('desk')
  expectComplaint(/422.*pictures/)
  await shop.open(page, '/admin/products/new')
  await describeShoe(page, 'Ziwa Trail, Reed')
  await sendPictures(page)
  const made = page.getByRole('article').filter({ hasText: 'Ziwa Trail, Reed' })
  await expect.poll(() => made.locator('img').getAttribute('src')).toMatch(/^\/files\/product-images\/products\/.*\.webp$/)
  expect(await made.count(), 'pressed twice, it is created once').toBe(1)
  await made.getByText('stock 13').waitFor()
  await find(page, 'Nyota', { away: 'Ziwa Trail, Reed' })
  await changePicked(page, ['Nyota Trainer, Violet', 'Nyota Trainer, Sky'])
  await page.waitForURL('**/admin/products?search=Nyota')
  await find(page, 'Lake', { away: 'Nyota Trainer' })
  await page.getByRole('link', { name: 'Edit Mbio Runner, Lake' }).click()
  await putInOrder(page)
})

/** Fills in the form of a new product: sizes 38 to 40, with 13 pairs in all. */
async function describeShoe(page: Page, name: string) {
  const form = dialog(page)
  await expect.poll(() => isFocused(form.getByLabel('Name'))).toBe(true)
  for (const [label, text] of Object.entries({ Name: name, 'Price, KSh': '2,999', 'Discount, %': '15' })) await form.getByLabel(label).fill(text)
  await form.getByText('Customers pay KSh 2,549').waitFor()
  await form.getByLabel('Sizes').check()
  for (const [label, text] of Object.entries({ From: '38', To: '41', 'Stock of each': '3' })) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Fill' }).click()
  await form.getByLabel('Stock of 40').fill('7')
  await form.getByRole('button', { name: 'Take 41 away' }).click()
}

/** Presses twice; one picture is none, and one a browser cannot draw. */
async function sendPictures(page: Page) {
  const form = dialog(page)
  await form.getByLabel('Add pictures').setInputFiles([await png('side.png'), script, await png('pair.png'), heic])
  await form.getByText('This is a HEIC photo').waitFor()
  await form.getByRole('button', { name: 'Leave out IMG_0042.HEIC' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/pictures', (route) => held.promise.then(() => route.continue()))
  await form.getByRole('button', { name: 'Add product' }).dblclick()
  await form.getByRole('progressbar', { name: 'Sending side.png' }).waitFor()
  held.resolve()
  // One after the other, as they are encoded.
  await form.getByRole('button', { name: 'Try again, page.jpg' }).waitFor()
  await form.getByText('pair.png').waitFor({ state: 'detached' })
  await said(page, 'Product created but some images failed to upload.')
  await look(page, 'panel-partly-uploaded')
  await form.getByRole('button', { name: 'Leave out page.jpg' }).click()
  await form.getByRole('link', { name: 'Close' }).click()
  await form.waitFor({ state: 'detached' })
}

async function changePicked(page: Page, names: string[]) {
  // Only scripts know what is picked.
  await expect.poll(() => page.getByRole('button', { name: 'Change picked' }).isDisabled()).toBe(true)
  for (const name of names) await page.getByLabel(`Pick ${name}`).check()
  await page.getByRole('button', { name: 'Change picked (2)' }).click()
  await page.getByLabel('By how many percent').fill('10')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('button', { name: 'Change 2 products' }).click()
  await said(page, '2 products changed')
}

async function putInOrder(page: Page) {
  const [form, shown, first] = [dialog(page), dialog(page).locator('.picture-list img'), dialog(page).locator('.picture-list img').first()]
  await expect.poll(() => shown.count()).toBe(4)
  const [side, top] = [await shown.nth(0).getAttribute('src'), await shown.nth(1).getAttribute('src')]
  const isFirst = (src: string | null) => expect.poll(() => first.getAttribute('src')).toBe(src)
  const isOver = (place: number) => page.getByText(`It is over place ${place} of 4.`).waitFor({ state: 'attached' })
  await form.getByRole('button', { name: 'Move picture 1 of 4 back' }).click()
  await isFirst(top)
  await form.getByRole('button', { name: 'Drag picture 1 of 4' }).focus()
  await page.keyboard.press('Space')
  // Only then the places are measured: an arrow that comes before leads nowhere. The same holds for the mouse.
  await isOver(1)
  await page.keyboard.press('ArrowRight')
  await isOver(2)
  await page.keyboard.press('Space')
  await isFirst(side)
  await first.hover()
  await page.mouse.down()
  await first.hover({ position: { x: 20, y: 60 } })
  await isOver(1)
  await shown.nth(1).hover()
  await isOver(2)
  await page.mouse.up()
  await isFirst(top)
  const places = sql`select display_order from product_images where image_url in (${top}, ${side}) order by image_url = ${side}`
  await expect.poll(async () => (await shop.db.execute(places)).rows).toEqual([{ display_order: 0 }, { display_order: 1 }])
  await form.getByText('Details of picture 2 of 4').click()
  await form.getByRole('button', { name: 'Delete picture 2 of 4', exact: true }).click()
  await form.getByRole('button', { name: 'Delete now, picture 2 of 4' }).click()
  await said(page, 'Picture deleted')
  await expect.poll(() => shown.count()).toBe(3)
}

it('keeps what is typed while others change the product, asks before it is lost, and imports a table after it has shown what that would do', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('phone')
  expectComplaint(/409/)
  const line = await shop.line('Ruka High, Tarmac', '42')
  await shop.open(page, '/admin/products?search=Ruka')
  await page.getByRole('link', { name: 'Edit Ruka High, Tarmac' }).click()
  const form = dialog(page)
  for (const [label, text] of Object.entries({ Name: 'Ruka High, Asphalt', 'Stock of 42': '30', Description: 'Mine' }))
    await form.getByLabel(label).fill(text)
  await shop.setStock(line, 1)
  await shop.db.execute(sql`update products set description = 'Theirs' where id = ${line.id}`)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await said(page, 'Someone else has changed this meanwhile: description is now "Theirs".')
  // What is said above a dialog can be closed there.
  await page.getByRole('button', { name: 'Close message' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('now 1', { exact: true }).waitFor()
  await expect.poll(() => Promise.all(['Description', 'Stock of 42'].map((label) => form.getByLabel(label).inputValue()))).toEqual(['Mine', '30'])
  await page.keyboard.press('Escape')
  await page.getByText('What you changed is not saved.').waitFor()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await said(page, 'Product updated')
  expect(await page.locator('.toast').count(), 'no error outlives it').toBe(1)
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Edit Ruka High, Asphalt' }).click()
  await form.getByLabel('Name').fill('Changed')
  await form.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/admin/products?search=Ruka')
  await form.waitFor({ state: 'detached' })
  await importShoes(page)
})

/** What the import would do is forgotten as soon as another table is chosen. */
async function importShoes(page: Page) {
  const choose = (text: string) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name: 'shoes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await choose('name;price;stock\r\nPwani Slide, Salt;1,990;12\r\nPwani Slide, Sand;free;3\r\n')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('1 new product').waitFor()
  await examineNow(page, 'panel-import-checked')
  await page.getByRole('button', { name: 'Import 1 product without the 1 row with problems' }).click()
  await said(page, 'Products imported')
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  expect((await shop.db.execute(sql`select stock from shelf where name = 'Pwani Slide, Salt'`)).rows).toEqual([{ stock: 12 }])
  await choose('name;price;stock\r\n')
  await page.getByRole('heading', { name: 'Imported' }).waitFor({ state: 'detached' })
}

it('moves categories; is steered by keys, on a low phone by a thumb; draws its figures, and its status looks again by itself', async () => {
  await seededOrders(shop.ownerUrl, 60)
  const broken = (codes: string) =>
    shop.db.execute(sql`insert into job_runs (name, done_at, broken) values ('check ledger', now(), ${codes})
      on conflict (name) do update set done_at = now(), broken = ${codes}`)
  await broken('{S2}')
  const { page, expectComplaint } = await shop.visitAsAdmin('desk')
  expectComplaint(/400.*categories/)
  await page.clock.install()
  await shop.open(page, '/dashboard')
  await page.locator('header').getByRole('link', { name: 'Admin Panel' }).click()
  await heading(page, 'Product Management').waitFor()
  await changeCategories(page)
  await go(page, 'status')
  await page.getByRole('row', { name: /Books.*Bad/ }).waitFor()
  await steer(page)
  await broken('{}')
  // Not the first time, where it has looked a moment before.
  const looksAgain = () => page.clock.fastForward(15_000).then(() => page.getByRole('row', { name: /Books.*Good/ }).count())
  await expect.poll(looksAgain).toBe(1)
  await page.setViewportSize({ width: 390, height: 664 })
  expect(await page.locator('.status-lines').evaluate((list) => list.clientHeight), 'two screens at most').toBeLessThan(2 * 844)
  await steerByThumb(page)
  await expect.poll(() => page.locator('.figure svg.recharts-surface').count()).toBeGreaterThan(3)
  await page.locator('.days-menu summary').click()
  await page.getByRole('link', { name: 'Last 7 days' }).waitFor()
  await expectRoom(page, 'the menu of days')
})

/** Moves one, and puts the products of another into it. */
async function changeCategories(page: Page) {
  await go(page, 'categories')
  await page.getByRole('button', { name: 'Move Sandals of Women Shoes back' }).click()
  await expect.poll(async () => (await shop.db.execute(sql`select position from categories where slug = 'sandals'`)).rows).toEqual([{ position: 1 }])
  await page.getByRole('button', { name: 'Merge or delete Flats of Women Shoes' }).click()
  await dialog(page).getByRole('button', { name: 'Merge or delete' }).click()
  await dialog(page).getByText('Choose the category that its products go to, or none.').waitFor()
  await look(page, 'panel-merge-refused')
  await dialog(page).getByLabel('Its products go to').selectOption({ label: 'Sandals' })
  await dialog(page).getByRole('button', { name: 'Merge or delete' }).click()
  await said(page, 'Category merged')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

/** Opens the menu of sections by keys, and closes it. */
async function steer(page: Page) {
  const [summary, links] = [page.locator('.section-menu summary'), page.getByRole('navigation', { name: 'Sections' }).getByRole('link')]
  await summary.focus()
  await page.keyboard.press('Enter')
  await links.first().waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isFocused(links.last())).toBe(true)
  await page.keyboard.press('Escape')
  await links.first().waitFor({ state: 'hidden' })
  await expect.poll(() => isFocused(summary)).toBe(true)
}

/** Reaches each section behind the bar at the foot, and opens the figures. */
async function steerByThumb(page: Page) {
  const bar = page.locator('.tab-bar')
  await bar.getByText('More').click()
  const titles = []
  for (const link of await bar.locator('a[href^="/admin/"]').all()) {
    // Scrolls to it, and fails where it stays out of reach or under something else.
    await link.click({ trial: true })
    titles.push(await link.locator('span').first().textContent())
  }
  expect(titles.toSorted()).toEqual(Object.values(sections).toSorted())
  await examineNow(page, 'panel-more', { pictured: 'screen', finger: '.tab-bar' })
  await bar.getByRole('link', { name: 'Figures' }).click()
  await bar.locator('.dropdown-body').waitFor({ state: 'hidden' })
}

it('says what is wrong with a file, keeps what is typed when the connection is lost, and shows ad, help, message, way and colour as they will be', async () => {
  const { page, who, context, expectComplaint } = await shop.visitAsAdmin('desk')
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await shop.open(page, '/admin/promotions')
  await promoteOnTheRoad(page, (isOffline) => context.setOffline(isOffline))
  await go(page, 'ads')
  await previewAd(page)
  await go(page, 'delivery')
  await changeDelivery(page)
  await go(page, 'settings')
  await setUp(page, who.password)
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await previewMessage(page)
  await go(page, 'help')
  await previewHelp(page)
  const colour = () =>
    page
      .locator('.button-ink')
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(() => shop.open(page, '/products').then(colour)).toBe('rgb(179, 54, 27)')
  await look(page, 'panel-accent')
})

async function promoteOnTheRoad(page: Page, setOffline: (isOffline: boolean) => Promise<void>) {
  await page.getByLabel('Title').fill('On the road')
  await page.getByLabel('Description').fill('Sizes 30 to 40')
  await page.getByRole('radio', { name: 'Image' }).check()
  await page.getByRole('region', { name: 'Preview' }).getByText('Sizes 30 to 40').waitFor()
  await setOffline(true)
  await page.getByLabel('Choose a picture').setInputFiles(heic)
  await page.getByText('This is a HEIC photo').waitFor()
  expect(await page.getByRole('button', { name: `Try again: ${heic.name}` }).count(), 'it would not help').toBe(0)
  await page.getByRole('button', { name: `Leave out ${heic.name}` }).click()
  await page.getByLabel('Choose a picture').setInputFiles(await png('wall.png'))
  await page.getByText('The connection was lost.').waitFor()
  await setOffline(false)
  await page.getByRole('button', { name: 'Try again: wall.png' }).click()
  await page.getByRole('img', { name: 'Picture as it is' }).waitFor()
  await setOffline(true)
  await page.getByRole('button', { name: 'Create promotion' }).click()
  await page.getByText('The connection was lost.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('On the road')
  await setOffline(false)
  await page.getByRole('button', { name: 'Create promotion' }).click()
  await said(page, 'Promotional content created')
  await page.getByRole('button', { name: 'Delete On the road' }).click()
  await page.getByRole('button', { name: 'Delete promotion' }).click()
  await page.getByText('No promotional content found').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

async function previewAd(page: Page) {
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Title').fill('Walk to the ferry')
  await page.getByLabel('Choose a picture').setInputFiles(await png('ferry.png'))
  await preview.locator('img').waitFor()
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await preview.locator('img').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Sponsored' }).check()
  await preview.getByRole('button', { name: "Verify I'm Human" }).click()
  await preview.getByText('Walk to the ferry').waitFor()
}

async function previewHelp(page: Page) {
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByRole('link', { name: 'Edit Shipping and returns' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Yes, **by boat**, says {shop}. <script>alert(1)</script>')
  await expect.poll(() => preview.textContent()).toContain('Yes, by boat, says Viatu.')
}

async function previewMessage(page: Page) {
  await page.locator('summary', { hasText: /^Payout paid/ }).click()
  const letter = page.locator('details[open]').getByLabel('E-mail', { exact: true })
  await letter.fill('Asante! {amount}')
  await page.getByText("Keep {receipt} outside of [ ]: m-pesa's receipt.").waitFor()
  await letter.fill('Asante! {amount}, {receipt}')
  await page.getByText('Asante! KSh 450, QKJ4XT81ZP').waitFor()
}

/** A key is empty once it is stored; then the colour. */
async function setUp(page: Page, password: string) {
  const [about, sms] = [page.getByRole('region', { name: 'The shop' }), page.getByRole('region', { name: 'SMS' })]
  const typed = { "User name at Africa's Talking": 'viatu', 'API key': 'atsk_hush', Sender: 'VIATU', 'Your password': password }
  for (const [label, text] of Object.entries(typed)) await sms.getByLabel(label, { exact: true }).fill(text)
  await sms.getByRole('button', { name: /^Save/ }).click()
  await sms.getByText(/^Set on .* by Amina Hassan, and not shown again/).waitFor()
  expect(await sms.getByLabel('API key').inputValue()).toBe('')
  await about.getByLabel('Accent colour', { exact: true }).fill('#b3361b')
  await about.getByRole('button', { name: /^Save/ }).click()
  await said(page, 'Settings saved')
}

/** A way is asked what its kind needs; a place that comes with the shop takes other names. */
async function changeDelivery(page: Page) {
  await page.getByRole('link', { name: 'Open Elsewhere in Kenya' }).click()
  await page.getByText('New way').click()
  const [kind, asked] = [page.getByLabel('How orders get there'), ['Courier', 'Where it is', 'When it is open']]
  const shown = () => Promise.all(asked.map((label) => page.getByLabel(label, { exact: true }).isVisible()))
  for (const [value, fields] of [
    ['door', [false, false, false]],
    ['stage', [true, false, false]],
    ['collect', [false, true, true]],
  ] as const) {
    await kind.selectOption(value)
    await expect.poll(shown).toEqual(fields)
  }
  await go(page, 'delivery')
  await page.locator('.sheet').getByRole('link', { name: 'Places', exact: true }).click()
  await page.getByLabel('Search places').fill('karen')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('button', { name: 'Edit Karen', exact: true }).click()
  await dialog(page).getByText('It comes with the shop and keeps its name.').waitFor()
  await dialog(page).getByLabel('What people also call it').fill('Bogani Hill, Geti')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await said(page, 'Place saved')
  await page.getByText('also called Bogani Hill, Geti').waitFor()
}

it('clears all user data after two questions, and a third where buyers wait for shoes; what came meanwhile after another, and puts it back', async () => {
  const { page, who, expectComplaint } = await shop.visitAsAdmin('phone')
  expectComplaint(/status of (403|409|503)/)
  await orderIn(shop, 'waiting_shipment')
  await shop.open(page, '/admin/data')
  const [begin, question] = [
    page.getByRole('button', { name: 'Clear All User Data' }).first(),
    page.getByRole('dialog', { name: 'Clear All User Data' }),
  ]
  const [word, go] = [question.getByLabel('Type DELETE to clear everything'), question.getByRole('button', { name: 'Continue' })]
  const count = page.locator('.sheet .stat', { hasText: 'Orders' }).locator('b')
  const before = (await count.textContent()) as string
  await begin.click()
  await question.getByText(`This clears ${before} order`).waitFor()
  await question.getByText('Their buyers wait for shoes').or(question.getByText('Its buyer waits for shoes')).waitFor()
  await go.click()
  await word.fill('delete')
  await go.click()
  await said(page, 'Data clearing cancelled - confirmation text did not match')
  await question.waitFor({ state: 'hidden' })
  await begin.click()
  await go.click()
  await word.fill('DELETE')
  await go.click()
  await answerWithPassword(page, question, who.password)
  await expect.poll(() => count.textContent()).toBe('0')
  // No error of before stands beside it: the word that did not match, the wrong password, the shop that was busy.
  expect(await page.locator('.toast').allTextContents()).toEqual([expect.stringContaining('Data Cleared Successfully')])
  await clearMeanwhile(page, who.password)
  await putBack(page)
})

/** Tries a wrong password, then the right one, which a busy shop takes the second time: what was typed is sent again by itself. */
async function answerWithPassword(page: Page, question: Locator, password: string) {
  const field = question.getByLabel('Your password')
  await expect.poll(() => isFocused(field)).toBe(true)
  await field.fill('not-this-one')
  await question.getByRole('button', { name: 'Clear All User Data' }).click()
  await question.locator('.field').getByText('This is not the password of your account.').waitFor()
  await examineNow(page, 'panel-clear-refused')
  await field.fill(password)
  let isBusy = true
  await page.route('**/admin/data.data**', (route) => {
    if (route.request().method() !== 'POST' || !isBusy) return route.fallback()
    isBusy = false
    return route.fulfill({ status: 503, body: 'busy' })
  })
  await question.getByRole('button', { name: 'Clear All User Data' }).click()
  await said(page, 'Failed to clear data. Please try again.')
  await said(page, 'Data Cleared Successfully')
  await question.waitFor({ state: 'hidden' })
}

/** More is there than was asked about. */
async function clearMeanwhile(page: Page, password: string) {
  await orderIn(shop, 'waiting_shipment')
  const [question, checks] = [page.getByRole('dialog'), page.getByRole('link', { name: /^Check whether the snapshot/ })]
  const before = await checks.count()
  await page.getByRole('button', { name: 'Clear All User Data' }).click()
  await question.getByRole('button', { name: 'Continue' }).click()
  await question.getByLabel('Type DELETE to clear everything').fill('DELETE')
  await question.getByRole('button', { name: 'Clear All User Data' }).click()
  await question.locator('form').getByText('One order of KSh 4,500 is paid and has not been shipped. Its buyer waits for shoes').waitFor()
  await question.getByLabel('Your password').fill(password)
  await question.getByRole('button', { name: 'Clear All User Data' }).click()
  await said(page, 'One order was cleared; a snapshot is kept below.')
  await question.waitFor({ state: 'detached' })
  // The page reads itself again after it has said so: until then the first is an older one.
  await expect.poll(() => checks.count()).toBe(before + 1)
}

async function putBack(page: Page) {
  const question = page.getByRole('dialog')
  await page
    .getByRole('link', { name: /^Check whether the snapshot/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Put it back' }).click()
  await examineNow(page, 'panel-put-back')
  await question.getByRole('button', { name: 'Put it back' }).click()
  await said(page, 'One order is back.')
  await page.getByText(/Put back on/).waitFor()
}
