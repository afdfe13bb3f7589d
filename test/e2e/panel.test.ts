import { sql } from 'drizzle-orm'
import type { Locator, Page, Worker } from 'playwright-core'
import { expect, it } from 'vitest'
import { alertPush } from '#features/alerts/alert-texts.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { sections } from '#web/admin/sections.ts'
import { account } from '../accounts.ts'
import { admin, as, orderIn, rowsOf, tellPaid } from '../checkout.ts'
import { orderFor } from '../orders-of.ts'
import { pendingPayout } from '../payout-scene.ts'
import { photoOf } from '../pictures.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { seededOrders } from '../seed.ts'
import { sizes } from './browser.ts'
import { examineNow } from './examine.ts'
import { clickOn, deliver, shown, watch, withPushService } from './push.ts'
import { useShop } from './shop.ts'
import { hasFocus, heading, heldScripts, loseFirstAnswer, said } from './steps.ts'

const shop = useShop()
const on = () => ({ db: shop.db })
const order = (...named: [name: string, becomes: 'awaiting_payment' | 'paid' | 'failed']) => orderFor(on(), ...named)
const row = (page: Page, code: string) => page.getByRole('article', { name: `Order ${code}` })
/** The order beside the list. */
const pane = (page: Page, code: string) => page.getByRole('complementary', { name: `Order ${code}` })
const dialog = (page: Page) => page.locator('dialog[open]')
const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const fill = async (form: Page | Locator, typed: Record<string, string>) => {
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text)
}
const statusOf = async (id: string) => (await rowsOf<{ status: string }>(on(), sql`select status from orders where id = ${id}`))[0]?.status
const keepsFocus = (page: Page) => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
const png = async (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(await photoOf()) })
const heic = { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') }
const script = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') }

it('all user data is cleared after two questions, and a third where an order was paid meanwhile; a wrong answer clears nothing, a busy shop is asked again', async () => {
  const { page, who, expectComplaint } = await shop.visitAsAdmin('phone')
  expectComplaint(/status of (403|409|503)/)
  await shop.open(page, '/admin/data')
  const [question, count] = [page.getByRole('dialog'), page.locator('.sheet .stat', { hasText: 'Orders' }).locator('b')]
  const begin = async (word: string) => {
    await press(page.locator('.danger > .acts'), 'Clear All User Data')
    await press(question, 'Continue')
    await fill(question, { 'Type DELETE to clear everything': word })
    await press(question, 'Clear All User Data')
  }
  await begin('delete')
  await said(page, 'Data clearing cancelled - confirmation text did not match')
  await question.waitFor({ state: 'hidden' })
  await orderIn(shop, 'waiting_shipment')
  await begin('DELETE')
  await question.getByText('Its buyer waits for shoes').waitFor()
  const password = question.getByLabel('Your password')
  await hasFocus(password)
  await password.fill('not-this-one')
  await press(question, 'Clear All User Data')
  await question.locator('.field').getByText('This is not the password of your account.').waitFor()
  await examineNow(page, 'panel-clear-refused')
  await password.fill(who.password)
  let isBusy = true
  await page.route('**/admin/data.data**', (route) => {
    if (route.request().method() !== 'POST' || !isBusy) return route.fallback()
    isBusy = false
    return route.fulfill({ status: 503, body: 'busy' })
  })
  await press(question, 'Clear All User Data')
  await said(page, 'Failed to clear data. Please try again.')
  await said(page, 'Data Cleared Successfully')
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => count.textContent()).toBe('0')
  // No error of before stands beside it: the word that did not match, the wrong password, the shop that was busy.
  expect(await page.locator('.toast').allTextContents()).toEqual([expect.stringContaining('Data Cleared Successfully')])
})

it('a new product is made once though it is pressed twice; its pictures are sent with progress, and those that are none are left out', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('desk')
  expectComplaint(/422.*pictures/)
  await shop.open(page, '/admin/products/new')
  const form = dialog(page)
  await hasFocus(form.getByLabel('Name'))
  await fill(form, { Name: 'Ziwa Trail, Reed', 'Price, KSh': '2,999' })
  await form.getByLabel('Discount, %').fill('15')
  await form.getByText('Customers pay KSh 2,549').waitFor()
  await form.getByLabel('Sizes').check()
  await fill(form, { From: '38', To: '41', 'Stock of each': '3' })
  await press(form, 'Fill')
  await press(form, 'Take 41 away')
  await form.getByLabel('Add pictures').setInputFiles([await png('side.png'), script, heic])
  await form.getByText('This is a HEIC photo').waitFor()
  await press(form, 'Leave out IMG_0042.HEIC')
  const held = Promise.withResolvers<void>()
  await page.route('**/pictures', (route) => held.promise.then(() => route.continue()))
  await form.getByRole('button', { name: 'Add product' }).dblclick()
  await form.getByRole('progressbar', { name: 'Sending side.png' }).waitFor()
  held.resolve()
  await form.getByRole('button', { name: 'Try again, page.jpg' }).waitFor()
  await said(page, 'Product created but some images failed to upload.')
  await examineNow(page, 'panel-partly-uploaded')
  await press(form, 'Leave out page.jpg')
  await form.getByRole('link', { name: 'Close' }).click()
  const made = page.getByRole('article').filter({ hasText: 'Ziwa Trail, Reed' })
  await expect.poll(() => made.locator('img').getAttribute('src')).toMatch(/^\/files\/product-images\/products\/.*\.webp$/)
  await made.getByText('stock 9').waitFor()
  expect(await made.count(), 'pressed twice, it is created once').toBe(1)
})

it('pictures are put in order by a button, by keys and by a mouse, and deleted; what is typed beside them is asked about before it is lost', async () => {
  const { page } = await shop.visitAsAdmin('desk')
  await shop.open(page, '/admin/products?search=Lake')
  await page.getByRole('link', { name: 'Edit Mbio Runner, Lake' }).click()
  const [form, shown] = [dialog(page), dialog(page).locator('.picture-list img')]
  const [side, top] = [await shown.nth(0).getAttribute('src'), await shown.nth(1).getAttribute('src')]
  const isFirst = (src: string | null) => expect.poll(() => shown.first().getAttribute('src')).toBe(src)
  const isOver = (place: number) => page.getByText(`It is over place ${place} of 4.`).waitFor({ state: 'attached' })
  await press(form, 'Move picture 1 of 4 back')
  await isFirst(top)
  await form.getByRole('button', { name: 'Drag picture 1 of 4' }).focus()
  await page.keyboard.press('Space')
  // Only then the places are measured: an arrow that comes before leads nowhere. The same holds for the mouse.
  await isOver(1)
  await page.keyboard.press('ArrowRight')
  await isOver(2)
  await page.keyboard.press('Space')
  await isFirst(side)
  await shown.first().hover()
  await page.mouse.down()
  await shown.first().hover({ position: { x: 20, y: 60 } })
  await isOver(1)
  await shown.nth(1).hover()
  await isOver(2)
  await page.mouse.up()
  await isFirst(top)
  const places = sql`select display_order from product_images where image_url in (${top}, ${side}) order by image_url = ${side}`
  await expect.poll(() => rowsOf(on(), places)).toEqual([{ display_order: 0 }, { display_order: 1 }])
  await form.getByText('Details of picture 2 of 4').click()
  await press(form, 'Delete picture 2 of 4')
  await press(form, 'Delete now, picture 2 of 4')
  await expect.poll(() => shown.count()).toBe(3)
  await fill(form, { Name: 'Mbio Runner, Shore' })
  await page.keyboard.press('Escape')
  await page.getByText('What you changed is not saved.').waitFor()
  await press(page, 'Continue editing')
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Mbio Runner, Shore')
  await form.getByRole('link', { name: 'Close' }).click()
  await press(page, 'Leave without saving')
  await page.waitForURL('**/admin/products?search=Lake')
  await form.waitFor({ state: 'detached' })
})

it('keys of the panel go to the search, walk the rows, choose one, open it and close it, and steer the menu of sections', async () => {
  const { page } = await shop.visitAsAdmin('desk')
  const [older, newer] = [await order('Kiprop Sang', 'paid'), await order('Kiprop Sang', 'paid')]
  const [above, below] = [row(page, newer.code).getByRole('link'), row(page, older.code).getByRole('link')]
  const keys = async (...steps: [key: string, focused: Locator][]) => {
    for (const [key, focused] of steps) {
      await page.keyboard.press(key)
      await expect.poll(() => focused.evaluate((element) => element === document.activeElement), { message: key }).toBe(true)
    }
  }
  await shop.open(page, '/admin/orders')
  const search = page.getByRole('searchbox')
  await keys(['/', search], ['j', search], ['x', search])
  expect(await search.inputValue(), 'in a field they are letters').toBe('jx')
  await search.fill('Kiprop')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/orders?search=Kiprop')
  await hasFocus(search)
  await search.evaluate((field) => (field as HTMLElement).blur())
  await keys(['j', above], ['j', below], ['k', above])
  // With no row chosen, the act of this one.
  await keys(['a', page.getByRole('button', { name: `Confirm Shipment, order ${newer.code}` })])
  await page.keyboard.press('x')
  await page.getByText('1 chosen').waitFor()
  await keys(['j', below], ['k', above], ['Enter', pane(page, newer.code)])
  expect(new URL(page.url()).pathname, 'its address is the order’s own').toBe(`/admin/orders/${newer.id}`)
  expect(await page.getByLabel(`Choose order ${newer.code}`).isChecked(), 'the list stays as it is').toBe(true)
  await keys(['j', below], ['Enter', pane(page, older.code)], ['Escape', below], ['a', page.getByRole('link', { name: 'Slips' })])
  expect(await pane(page, older.code).count()).toBe(0)
  const [summary, links] = [page.locator('.section-menu summary'), page.getByRole('navigation', { name: 'Sections' }).getByRole('link')]
  await summary.focus()
  await page.keyboard.press('Enter')
  await links.first().waitFor()
  await keys(['ArrowUp', links.last()], ['Escape', summary])
  expect(await links.first().isVisible()).toBe(false)
})

it('orders that are chosen before the scripts come are shipped at once, and which stayed is said; a new one is told of without moving the rows', async () => {
  const { page } = await shop.visitAsAdmin('phone')
  const [one, two] = [await order('Barasa Wafula', 'paid'), await order('Barasa Wafula', 'paid')]
  const letGo = await heldScripts(page)
  await page.goto(`${shop.url}/admin/orders?search=Barasa&status=waiting_shipment`, { waitUntil: 'commit' })
  const all = page.getByLabel('Choose all 2')
  await all.click()
  await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
  letGo()
  await press(page, 'Confirm Shipment: 2 orders chosen')
  await changeStatus(as(two.ctx, admin), two.id, { status: 'cancelled', reason: 'Gone' })
  await press(dialog(page), 'Confirm Shipment')
  const outcomes = page.locator('.bulk-outcomes', { hasText: '1 of 2 orders updated.' })
  await outcomes.getByText('It is now: Cancelled.').waitFor()
  await hasFocus(outcomes)
  for (const { code } of [one, two]) await row(page, code).getByText('Changed. It no longer matches this list.').waitFor()
  expect(await page.getByRole('button', { name: /^(Confirm Shipment|Cancel), order/ }).count()).toBe(0)
  expect(await statusOf(one.id)).toBe('shipped')

  const fresh = await order('Fatuma Ali', 'awaiting_payment')
  await tellPaid(fresh.ctx, fresh.attempt)
  const bar = page.getByRole('link', { name: /1 new paid order/ })
  await bar.waitFor()
  expect(await row(page, fresh.code).count()).toBe(0)
  await bar.click()
  await press(page, `Confirm Shipment, order ${fresh.code}`)
  const next = page.getByRole('button', { name: `Mark as Delivered, order ${fresh.code}` })
  // The second click of a double click was meant for the button before.
  await next.evaluate((button: HTMLElement) => button.click())
  await hasFocus(next)
  await said(page, 'Order updated')
  expect(await statusOf(fresh.id)).toBe('shipped')
  await expect.poll(() => next.evaluateAll((all) => (all[0] as HTMLElement)?.click()).then(() => statusOf(fresh.id))).toBe('delivered')
})

it('a rider hands over at one door and cannot at another, which the buyer’s page follows by itself', async () => {
  const [first, second] = [await order('Nafula Barasa', 'paid'), await order('Nafula Wekesa', 'paid')]
  const { request } = (await shop.visitAsAdmin('desk')).context
  const assigned = { intent: 'assign', ids: `${first.id} ${second.id}`, rider_day_id: 'new', name: 'Otieno', phone: '0722 111 222' }
  await request.post(`${shop.url}/admin/orders`, { form: assigned, headers: { origin: shop.url } })
  const riders = await (await request.get(`${shop.url}/admin/orders/riders`)).text()

  const { page, expectComplaint } = await shop.visit('phone')
  expectComplaint(/status of 400/)
  await shop.open(page, decodeURIComponent(/%2Frider%2F[\w-]+/.exec(riders)?.[0] as string))
  await examineNow(page, 'rider-day', { finger: '.rider' })
  const { home, code } = await buyerOf(first.id)
  await press(page, `On the way to ${first.code}`)
  await home.getByText('The rider has been on the way to you since').waitFor()
  const stop = (name: string) => page.getByRole('article', { name: new RegExp(name) })
  const [field, why] = [stop(first.code).getByLabel('Delivery code'), stop(second.code).getByLabel('In your words')]
  await field.fill(code === '1234' ? '4321' : '1234')
  await press(page, `Handed over ${first.code}`)
  await stop(first.code).getByText('That is not the code. 4 tries are left.').waitFor()
  await hasFocus(field)
  await stop(second.code).getByText('Could not hand over').click()
  await why.fill('The gate is shut')
  await press(page, `Save this reason for ${second.code}`)
  await expect.poll(() => why.isVisible()).toBe(false)
  expect(await why.inputValue()).toBe('')
  await hasFocus(stop(second.code).getByText('Could not hand over'))
  await field.fill(code)
  await press(page, `Handed over ${first.code}`)
  await expect.poll(() => home.getByRole('heading', { level: 1 }).textContent()).toMatch(/delivered/i)
})

/** The buyer at the page of an order, which has the code for the rider. */
async function buyerOf(id: string) {
  const owner = await account(on())
  await shop.db.execute(sql`update orders set user_id = ${owner.id} where id = ${id}`)
  const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(on(), sql`select code from deliveries where order_id = ${id}`)
  const { page: home } = await shop.visitAs(owner, 'phone')
  await shop.open(home, `/order/${id}`)
  await home.getByText(`Delivery code ${code}`).waitFor()
  return { home, code }
}

it('a dialog closes by Escape without its menu, keeps what was typed when it is refused or lost, and does once what is pressed again', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('desk')
  expectComplaint(/400|ERR_FAILED/)
  const { code } = await order('Njeri Mwangi', 'paid')
  await pendingPayout(on())
  await shop.open(page, `/admin/orders?search=${code}`)
  await page.locator('.order-menu summary').click()
  const cancel = page.locator('.order-menu').getByRole('button', { name: `Cancel order ${code}` })
  await cancel.click()
  await fill(dialog(page), { Reason: 'Asked for' })
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await hasFocus(cancel)
  await row(page, code).getByRole('link').click()
  await press(page, 'Name an affiliate')
  const field = dialog(page).getByLabel('Affiliate code')
  await field.fill('NOBODY22')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('No affiliate has this code, or they are paused.').waitFor()
  expect(await field.inputValue()).toBe('NOBODY22')
  await hasFocus(field)

  const desk = '**/admin/payouts.data*'
  await shop.open(page, '/admin/payouts?show=pending')
  await page.route(desk, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const first = page.locator('.record').first()
  await press(first, /^Mark Paid: /)
  const receipt = newReceipt()
  await fill(dialog(page), { 'M-Pesa receipt code': receipt })
  await press(dialog(page), 'Mark Paid')
  await said(page, 'Failed to process payout completion')
  // What is said above a dialog can be closed there.
  await press(page.locator('.toast'), 'Close message')
  expect(await dialog(page).getByLabel('M-Pesa receipt code').inputValue()).toBe(receipt)
  await press(dialog(page), 'Cancel')
  await page.unroute(desk)
  await loseFirstAnswer(page, desk)
  await press(page, 'Export batch')
  await press(dialog(page), 'Export')
  await dialog(page).getByText('The connection was lost.').waitFor()
  const download = page.waitForEvent('download')
  await press(dialog(page), 'Export')
  expect((await download).suggestedFilename()).toBe('viatu-payouts.csv')
  await dialog(page).waitFor({ state: 'detached' })
  await pendingPayout(on())
  await shop.open(page, '/admin/payouts')
  await press(page, /^Pay by M-Pesa: /)
  await press(dialog(page), /^Pay KSh 300/)
  await said(page, 'Payout status updated')
  // Its result, not the button, completes the payout: the page looks again by itself.
  await page
    .getByText(/^M-Pesa [A-Z0-9]{10}/)
    .first()
    .waitFor()
})

it('a promotion that is written on the road is seen as it will be, and its picture and words outlast a lost connection', async () => {
  const { page, context, expectComplaint } = await shop.visitAsAdmin('phone')
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await shop.open(page, '/admin/promotions')
  await page.getByLabel('Title').fill('On the road')
  await page.getByLabel('Description').fill('Sizes 30 to 40')
  await page.getByRole('radio', { name: 'Image' }).check()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Sizes 30 to 40').waitFor()
  await context.setOffline(true)
  const file = page.getByLabel('Choose a picture')
  await file.setInputFiles(heic)
  await page.getByText('This is a HEIC photo').waitFor()
  expect(await page.getByRole('button', { name: `Try again: ${heic.name}` }).count(), 'it would not help').toBe(0)
  await press(page, `Leave out ${heic.name}`)
  await file.setInputFiles(await png('wall.png'))
  await page.getByText('The connection was lost.').waitFor()
  await context.setOffline(false)
  await press(page, 'Try again: wall.png')
  await preview.locator('img').waitFor()
  await context.setOffline(true)
  await press(page, 'Create promotion')
  await page.getByText('The connection was lost.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('On the road')
  await context.setOffline(false)
  await press(page, 'Create promotion')
  await said(page, 'Promotional content created')
  await press(page, 'Delete On the road')
  await press(dialog(page), 'Delete promotion')
  await page.getByText('No promotional content found').waitFor()
  await keepsFocus(page)
})

it('forms show at once what their kind needs and how their words will be read; a key is forgotten once it is stored, a check once its file is another', async () => {
  const { page, who } = await shop.visitAsAdmin('desk')
  await shop.open(page, '/admin/settings')
  const sms = page.getByRole('region', { name: 'SMS' })
  await fill(sms, { "User name at Africa's Talking": 'viatu', 'API key': 'atsk_hush', Sender: 'VIATU', 'Your password': who.password })
  await press(sms, /^Save/)
  await sms.getByText(/^Set on .* by Amina Hassan, and not shown again/).waitFor()
  expect(await sms.getByLabel('API key').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await page.locator('summary', { hasText: /^Payout paid/ }).click()
  const letter = page.locator('details[open]').getByLabel('E-mail', { exact: true })
  await letter.fill('Asante! {amount}')
  await page.getByText("Keep {receipt} outside of [ ]: m-pesa's receipt.").waitFor()
  await letter.fill('Asante! {amount}, {receipt}')
  await page.getByText('Asante! KSh 450, QKJ4XT81ZP').waitFor()
  await go(page, 'help')
  await page.getByRole('link', { name: 'Edit Shipping and returns' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await fill(page, { Text: 'Yes, **by boat**, says {shop}. <script>alert(1)</script>' })
  await expect.poll(() => preview.textContent()).toContain('Yes, by boat, says Viatu.')
  await go(page, 'ads')
  await fill(page, { Title: 'Walk to the ferry' })
  await page.getByRole('checkbox', { name: 'Sponsored' }).check()
  await press(preview, "Verify I'm Human")
  await preview.getByText('Walk to the ferry').waitFor()
  await go(page, 'delivery')
  await page.getByRole('link', { name: 'Open Elsewhere in Kenya' }).click()
  await page.getByText('New way').click()
  await page.getByLabel('How orders get there').selectOption('stage')
  await page.getByLabel('Courier', { exact: true }).waitFor()
  expect(await page.getByLabel('Where it is', { exact: true }).isVisible()).toBe(false)
  await page.getByLabel('How orders get there').selectOption('collect')
  await page.getByLabel('Where it is', { exact: true }).waitFor()
  await shop.open(page, '/admin/products/import')
  const choose = (text: string) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name: 'shoes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('name;price;stock\r\nPwani Slide, Salt;1,990;12\r\n')
  await press(page, 'Check the file')
  await page.getByText('1 new product').waitFor()
  await choose('name;price;stock\r\n')
  await page.getByText('1 new product').waitFor({ state: 'detached' })
})

/** By the rail, which is there from 1100 px. */
async function go(page: Page, section: keyof typeof sections) {
  await page.locator(`.rail a[href^="/admin/${section}"]`).click()
  await heading(page, sections[section]).waitFor()
}

it('a category is moved by a button and merged away, which leaves the focus on the page; figures are drawn, and the status looks again by itself', async () => {
  await seededOrders(shop.ownerUrl, 60)
  const broken = (codes: string) =>
    shop.db.execute(sql`insert into job_runs (name, done_at, broken) values ('check ledger', now(), ${codes})
      on conflict (name) do update set done_at = now(), broken = ${codes}`)
  await broken('{S2}')
  const { page } = await shop.visitAsAdmin('desk')
  await page.clock.install()
  await shop.open(page, '/admin/categories')
  await press(page, 'Move Sandals of Women Shoes back')
  await expect.poll(() => rowsOf(on(), sql`select position from categories where slug = 'sandals'`)).toEqual([{ position: 1 }])
  await press(page, 'Merge or delete Flats of Women Shoes')
  await dialog(page).getByLabel('Its products go to').selectOption({ label: 'Sandals' })
  await press(dialog(page), 'Merge or delete')
  await said(page, 'Category merged')
  await keepsFocus(page)
  await go(page, 'figures')
  await expect.poll(() => page.locator('.figure svg.recharts-surface').count()).toBeGreaterThan(3)
  await go(page, 'status')
  await page.getByRole('row', { name: /Books.*Bad/ }).waitFor()
  await broken('{}')
  // Not the first time, where it has looked a moment before.
  const looksAgain = () => page.clock.fastForward(15_000).then(() => page.getByRole('row', { name: /Books.*Good/ }).count())
  await expect.poll(looksAgain).toBe(1)
})

it('the owner’s phone reaches every section by a thumb, is allowed to be told of a paid order, and opens it; what waits is counted in the title', async () => {
  const { id } = await orderIn(shop, 'waiting_shipment')
  const { page, context } = await shop.visitAsAdmin('phone', { serviceWorkers: 'allow', viewport: { width: 390, height: 664 } })
  await withPushService(context)
  await shop.open(page, '/admin/notifications')
  const bar = page.locator('.tab-bar')
  await bar.getByText('More').click()
  const links = await bar.locator('a[href^="/admin/"]').all()
  // Scrolls to each, and fails where it stays out of reach or under something else.
  for (const link of links) await link.click({ trial: true })
  expect(links.length).toBe(Object.keys(sections).length)
  await examineNow(page, 'panel-more', { pictured: 'screen', finger: '.tab-bar' })
  await bar.getByRole('link', { name: 'Notifications' }).click()
  await bar.locator('.dropdown-body').waitFor({ state: 'hidden' })
  await page.setViewportSize(sizes.phone)
  await press(page, 'Allow on this device')
  await page.getByText('This device', { exact: true }).waitFor()
  expect(await rowsOf(on(), sql`select endpoint from push_devices`)).toEqual([{ endpoint: 'https://push.nowhere.example/phone-of-amina' }])

  const words = { title: 'Paid order', lines: [`Order ${id.slice(0, 8)}, KSh 4,500.`], path: `/admin/orders/${id}` }
  const worker = context.serviceWorkers()[0] as Worker
  await watch(worker)
  await deliver(page, alertPush(words, '1', 41))
  await expect.poll(() => shown(worker)).toEqual([{ title: 'Paid order', body: words.lines[0], tag: 'alert-1', data: words.path }])
  await expect.poll(() => page.title()).toBe('(41) Notifications | Viatu')
  await deliver(page, alertPush(words, '1', 0))
  await expect.poll(() => page.title()).toBe('Notifications | Viatu')
  const led = await clickOn(worker)
  expect(led).toBe(`${shop.url}/admin/orders/${id}`)
  await page.goto(led)
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Order [0-9a-f]{8}/)
})
