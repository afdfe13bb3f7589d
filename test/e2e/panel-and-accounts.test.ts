import { sql } from 'drizzle-orm'
import type { Locator, Page, Worker } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatShillings } from '#domain/money.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { alertPush } from '#features/staff/alerts/alert-texts.ts'
import { sections } from '#web/admin/sections.ts'
import { type Account, account } from '../accounts.ts'
import { earn } from '../affiliates.ts'
import { admin, as, orderIn, rowsOf, tellPaid } from '../checkout.ts'
import { codeOf as affiliateOf } from '../debtor.ts'
import { orderFor } from '../orders-of.ts'
import { pendingPayout } from '../payout-scene.ts'
import { photoOf } from '../pictures.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { seededOrders } from '../seed.ts'
import { codeOf } from '../totp.ts'
import { sizes } from './browser.ts'
import { examineNow } from './examine.ts'
import { clickOn, deliver, shown, watch, withPushService } from './push.ts'
import { useShop } from './shop.ts'
import { hasFocus, heading, heldScripts, loseFirstAnswer, newPhone, order, said, signIn, takenOver } from './steps.ts'

const shop = useShop()
const on = () => ({ db: shop.db })
const orderOf = (...named: [name: string, becomes: 'awaiting_payment' | 'paid' | 'failed']) => orderFor(on(), ...named)
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
  await page.route('**/pictures?name=*', (route) => held.promise.then(() => route.continue()))
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
  const over = page.getByText(/^It is over place \d of 4\.$/)
  const isOver = (place: number) => over.and(page.getByText(`place ${place} of`)).waitFor({ state: 'attached' })
  // As with the ear: an arrow that came before the places were measured leads nowhere, and is pressed again.
  const steer = (to: number) =>
    expect
      .poll(
        async () => {
          const at = Number(/\d/.exec((await over.textContent()) ?? '')?.[0])
          if (at !== to) await page.keyboard.press(at < to ? 'ArrowRight' : 'ArrowLeft')
          return at
        },
        { interval: 500 },
      )
      .toBe(to)
  await press(form, 'Move picture 1 of 4 back')
  await isFirst(top)
  await form.getByRole('button', { name: 'Drag picture 1 of 4' }).focus()
  await page.keyboard.press('Space')
  await isOver(1)
  await steer(2)
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
  const [older, newer] = [await orderOf('Kiprop Sang', 'paid'), await orderOf('Kiprop Sang', 'paid')]
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
  await page.getByText('1 selected').waitFor()
  await keys(['j', below], ['k', above], ['Enter', pane(page, newer.code)])
  expect(new URL(page.url()).pathname, 'its address is the order’s own').toBe(`/admin/orders/${newer.id}`)
  expect(await page.getByLabel(`Select order ${newer.code}`).isChecked(), 'the list stays as it is').toBe(true)
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
  const [one, two] = [await orderOf('Barasa Wafula', 'paid'), await orderOf('Barasa Wafula', 'paid')]
  const letGo = await heldScripts(page)
  await page.goto(`${shop.url}/admin/orders?search=Barasa&status=waiting_shipment`, { waitUntil: 'commit' })
  const all = page.getByLabel('Select all 2')
  await all.click()
  await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
  letGo()
  await press(page, 'Confirm Shipment: 2 orders selected')
  await changeStatus(as(two.ctx, admin), two.id, { status: 'cancelled', reason: 'Gone' })
  await press(dialog(page), 'Confirm Shipment')
  const outcomes = page.locator('.bulk-outcomes', { hasText: '1 of 2 orders updated.' })
  await outcomes.getByText('It is now: Cancelled.').waitFor()
  await hasFocus(outcomes)
  for (const { code } of [one, two]) await row(page, code).getByText('Changed. It no longer matches this list.').waitFor()
  expect(await page.getByRole('button', { name: /^(Confirm Shipment|Cancel), order/ }).count()).toBe(0)
  expect(await statusOf(one.id)).toBe('shipped')

  const fresh = await orderOf('Fatuma Ali', 'awaiting_payment')
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
  const [first, second] = [await orderOf('Nafula Barasa', 'paid'), await orderOf('Nafula Wekesa', 'paid')]
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
  const { code } = await orderOf('Njeri Mwangi', 'paid')
  await pendingPayout(on())
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
  await shop.open(page, '/admin/payouts')
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
  await press(first, /^Pay by M-Pesa: /)
  await press(dialog(page), /^Pay KSh 300/)
  await said(page, 'Payout status updated')
  // Its result, not the button, completes the payout: the page looks again by itself.
  await first
    .getByText(/^M-Pesa [A-Z0-9]{10}/)
    .first()
    .waitFor()
  await loseFirstAnswer(page, desk)
  await press(page, 'Export batch')
  await press(dialog(page), 'Export')
  await dialog(page).getByText('The connection was lost.').waitFor()
  const download = page.waitForEvent('download')
  await press(dialog(page), 'Export')
  expect((await download).suggestedFilename()).toBe('viatu-payouts.csv')
  await said(page, 'Batch exported')
  await dialog(page).waitFor({ state: 'detached' })
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
  const file = page.getByLabel('Select a picture')
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
  await page.getByText('New option').click()
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
  await seededOrders(shop.ownerUrl, 20)
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
  await expect.poll(() => page.locator('.figure svg.chart').count()).toBeGreaterThan(3)
  await go(page, 'status')
  await page.getByRole('row', { name: /Books.*Bad/ }).waitFor()
  await broken('{}')
  // Not the first time, where it has looked a moment before.
  const looksAgain = () => page.clock.fastForward(15_000).then(() => page.getByRole('row', { name: /Books.*Good/ }).count())
  await expect.poll(looksAgain).toBe(1)
})

it('a chart shows the day and value of the column under the pointer', async () => {
  await seededOrders(shop.ownerUrl, 20)
  const { page } = await shop.visitAsAdmin('desk')
  await shop.open(page, '/admin/figures')
  const newest = page.locator('svg[aria-label^="Orders by"] .chart-point').last()
  const words = newest.getByText(/20\d\d\d+$/)
  expect(await words.isVisible()).toBe(false)
  await newest.hover()
  await words.waitFor()
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

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Signs in in the tab that the words of a form lead to. */
async function signInElsewhere(page: Page, who: Account) {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('alert').filter({ hasText: 'Your session ended.' }).getByRole('link', { name: 'Sign In' }).click()
  const other = await opened
  await takenOver(other)
  await signIn(other, who)
  await said(other, 'Welcome back!')
  await other.close()
}

it('a session that ends while a form is open keeps what was typed for its person, and nothing for another', async () => {
  const [who, next] = [await account(on(), { full_name: 'Njeri wa Kamau' }), await account(on(), { full_name: 'Otieno Ouma' })]
  const { page, context } = await shop.visitAs(who, 'phone')
  const end = () => shop.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
  const [update, address] = [page.getByRole('button', { name: 'Update Profile' }), page.getByLabel('Delivery Address')]
  await shop.open(page, '/dashboard')
  await address.fill('Moi Avenue 12, Nairobi')
  await end()
  // Another tab finds nobody signed in, and says so to all of them.
  await page.evaluate(() => localStorage.removeItem('viatu-session-asked'))
  const other = await context.newPage()
  await shop.open(other, '/help')
  await other.waitForFunction(() => document.documentElement.dataset.session === undefined)
  await other.close()
  await update.click()
  await page.getByRole('alert').filter({ hasText: 'Your session ended.' }).waitFor()
  await examineNow(page, 'dashboard-session-ended', { finger: 'main' })
  await signInElsewhere(page, who)
  await page.getByText('You are signed in again.').waitFor()
  expect(await address.inputValue()).toBe('Moi Avenue 12, Nairobi')
  await update.click()
  await said(page, 'Profile updated')
  // The page reads itself again after it was told; without a session it would lead to the sign-in.
  await update.waitFor()
  await end()
  await address.fill('Ngong Road 7, Nairobi')
  await update.click()
  await signInElsewhere(page, next)
  await heading(page, 'Welcome, Otieno Ouma').waitFor()
  await expect.poll(() => address.inputValue()).toBe('')
})

it('a tab says that it is on its way, its form goes to the first wrong field and outlasts a lost connection; what is gone leaves the focus in its row', async () => {
  const who = await account(on())
  const { page, context, expectComplaint } = await shop.visitAs(who, 'desk', clipboard)
  expectComplaint(/status of 40[01]|ERR_INTERNET_DISCONNECTED/)
  await shop.visitAs(who, 'phone')
  const letGo = Promise.withResolvers<void>()
  await context.route('**/dashboard.data*', (route) => letGo.promise.then(() => route.continue()))
  await shop.open(page, '/dashboard/orders')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByText('Loading profile...').waitFor()
  letGo.resolve()
  const [name, update] = [page.getByLabel('Full Name'), page.getByRole('button', { name: 'Update Profile' })]
  await name.fill('')
  await update.click()
  await page.getByText('Enter your full name.').waitFor()
  await hasFocus(name)
  await name.fill('Akinyi Odhiambo')
  await context.setOffline(true)
  await update.click()
  await page.getByText('The connection was lost. What you wrote is still here: please try again.').waitFor()
  await context.setOffline(false)
  await name.press('Enter')
  await heading(page, 'Welcome, Akinyi Odhiambo').waitFor()

  const row = (title: string) => page.locator('details', { has: page.locator('summary b', { hasText: title }) })
  await row('Signed-in devices').locator('summary').click()
  await page.getByRole('button', { name: 'Sign out Chrome' }).click()
  await hasFocus(row('Signed-in devices').locator('summary'))
  const factor = row('Two-step sign-in')
  await factor.locator('summary').click()
  await factor.getByLabel('Your password', { exact: true }).fill(who.password)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Copy codes' }).click()
  await expect.poll(() => copied(page)).toMatch(/^(\S+\n){9}\S+$/)
  await page.emulateMedia({ media: 'print' })
  await page.getByText(`Viatu, ${who.email}: codes for paper`).waitFor()
  expect(await page.locator('header, footer, h1, .setup-key').evaluateAll((all) => all.filter((each) => each.checkVisibility()).length)).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  const uri = (await page.getByRole('link', { name: 'Open your code app' }).getAttribute('href')) as string
  for (const [code, words] of [
    ['000000', 'This code is not right'],
    [codeOf(uri), 'Two-step sign-in is on'],
  ] as const) {
    await factor.getByLabel('Code', { exact: true }).fill(code)
    await factor.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(words).waitFor()
  }
  await hasFocus(factor.locator('summary'))
})

async function newAffiliate() {
  const who = await account(on(), { is_affiliate: true, full_name: 'Achieng Otieno' })
  return { ...who, ...(await affiliateOf(on(), who.id)) }
}

it('an affiliate copies the link to a pair, which is followed to a purchase; one who is paused shares nothing', async () => {
  const [who, line] = [await newAffiliate(), await shop.line('Karen Penny Loafer, Chestnut', '42')]
  const link = `${shop.url}/product/${line.id}?ref=${who.code}`
  const { page } = await shop.visitAs(who, 'phone', clipboard)
  // Public pages learn from what the browser keeps that an affiliate reads them.
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText(`Share this pair and earn ${formatShillings(line.price / 10)}`).waitFor()
  await page.getByRole('button', { name: 'Copy Affiliate Link' }).click()
  await said(page, 'Affiliate link copied to clipboard')
  await expect.poll(() => copied(page)).toBe(link)
  const chat = new URL((await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')) as string)
  expect(chat.searchParams.get('text')).toBe(`${line.name} for ${formatShillings(line.price)} at Viatu: ${link}`)
  await page.getByText('QR code', { exact: true }).click()
  const drawing = page.getByRole('img', { name: `QR code of ${link}` })
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await shop.open(page, '/products')
  const card = page.getByRole('button', { name: /^Copy Affiliate Link: / }).first()
  await card.click()
  await expect.poll(() => copied(page)).toMatch(new RegExp(`^${shop.url}/product/[\\w-]{36}\\?ref=${who.code}$`))
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await card.click()
  await said(page, 'Failed to copy link')

  const { page: buying, context } = await shop.visit('phone', { cart: [line] })
  await buying.goto(link)
  await buying.getByText(`You are shopping with the affiliate link of ${who.code}`).waitFor()
  expect((await context.cookies()).find(({ name }) => name === 'viatu-ref')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const payer = newPhone()
  await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
  await order(shop, buying, payer)
  await heading(buying, 'Paid. Thank you.').waitFor()
  expect(await rowsOf(on(), sql`select converted from affiliate_clicks where affiliate_id = ${who.id}`)).toEqual([{ converted: true }])
  // What the tab knew of the link goes with the payment.
  await expect.poll(() => buying.evaluate(() => sessionStorage.getItem('referral'))).toBeNull()

  await shop.db.execute(sql`update profiles set affiliate_paused_at = now(), affiliate_pause_reason = 'A test' where id = ${who.id}`)
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText('Your affiliate links are resting.').waitFor()
  expect(await page.getByText(/Share this pair and earn/).count()).toBe(0)
})

it('a payout is asked for once though its answer is lost, and again once it is cancelled; the statement is printed without the shop around it', async () => {
  const who = await newAffiliate()
  await earn(on(), who, 500)
  const { page, expectComplaint } = await shop.visitAs(who, 'phone', clipboard)
  expectComplaint(/(ERR_FAILED|status of 500).*wallet/)
  await shop.open(page, '/affiliate')
  await page.route('**/affiliate/wallet.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Wallet' }).click()
  await page.getByText('Error fetching wallet data').waitFor()
  await page.unroute('**/affiliate/wallet.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  const request = page.getByRole('button', { name: 'Request Payout' })
  await request.waitFor()
  await takenOver(page)
  await loseFirstAnswer(page, '**/affiliate/wallet.data*')
  await request.click()
  await said(page, 'Error requesting payout')
  await request.click()
  await page.getByText('Your request for KSh 500 is waiting for us').waitFor()
  // The next request has a key of its own.
  await page.getByRole('button', { name: 'Cancel this request' }).click()
  await page.getByText('Cancelled by you').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request-payout')
  await request.click()
  await page.getByText('Your request for KSh 500 is waiting for us').waitFor()
  await shop.open(page, '/affiliate/wallet/statement')
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Achieng Otieno, affiliate code').waitFor()
  expect(await page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
})

const endpoint = '**/api/functions/ai-chatbot'

const box = (page: Page) => page.getByRole('dialog', { name: 'Viatu Support' })
const opener = (page: Page) => page.getByRole('button', { name: /^(Open )?Viatu Support/ }).filter({ visible: true })
const field = (page: Page) => box(page).getByLabel('Your message')
const log = (page: Page) => box(page).getByRole('log')
const turns = (page: Page, count: number) => expect.poll(() => log(page).locator('.chat-turn').count()).toBe(count)
const gone = (part: Locator) => part.waitFor({ state: 'hidden' })

async function say(page: Page, words: string) {
  await field(page).fill(words)
  await page.keyboard.press('Enter')
}

it('the chat sells a shoe, waits behind its button when Escape, Back or a link leads away, is found again after a reload, and knows this browser’s order', async () => {
  const { page } = await shop.visit('phone')
  await shop.open(page, '/')
  await opener(page).click()
  await hasFocus(field(page))
  await say(page, 'my pin is 1234')
  await log(page).getByText('You: my pin is ••••').waitFor()
  await log(page)
    .getByText(/Never write your PIN/)
    .first()
    .waitFor()
  await say(page, 'black loafers size 42 under 8000')
  const shoe = log(page).getByRole('listitem').first()
  await shoe.getByRole('button', { name: /^Add to Cart/ }).click()
  await page.locator('dialog[open]').getByRole('radio', { name: '42', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  await page.keyboard.press('Escape')
  await gone(box(page))
  await hasFocus(opener(page))
  await page.reload()
  await takenOver(page)
  await opener(page).click()
  await turns(page, 5)
  await page.goBack()
  await gone(box(page))
  await hasFocus(opener(page))
  expect(new URL(page.url()).pathname).toBe('/')
  await opener(page).click()
  await box(page).getByRole('button', { name: 'Maximize' }).click()
  await box(page).getByRole('button', { name: 'Make smaller' }).waitFor()
  await shoe.getByRole('link').last().click()
  await page.waitForURL('**/product/**')
  await gone(box(page))

  await order(shop, page, newPhone())
  const [, id = '', key = ''] = /\/order\/([\w-]+)\?key=([\w-]+)/.exec(page.url()) ?? []
  await shop.open(page, '/products')
  await opener(page).click()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await turns(page, 1)
  await box(page).getByRole('button', { name: 'Where is my order?' }).click()
  const card = log(page).locator('.chat-order')
  await card.getByText(`Order ${id.slice(0, 8)}`).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await examineNow(page, 'assistant-own-order', { pictured: 'screen' })
  expect(await page.evaluate(() => sessionStorage.getItem('viatu-chat')), 'the kept conversation holds no key').not.toContain(key)
  await log(page)
    .getByRole('link', { name: `Open order ${id.slice(0, 8)}` })
    .click()
  await page.waitForURL(`**/order/${id}?key=${key}`)
})

it('an answer that fails is asked for again, one that comes while nobody looks is told of, offline nothing is lost, and a chat that breaks breaks alone', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  expectComplaint(/ai-chatbot|500|the chat broke/)
  const breaking = 'what breaks the chat'
  await context.addInitScript((words) => {
    const { split } = String.prototype
    String.prototype.split = function (this: string, ...how: Parameters<typeof split>) {
      if (String(this) === words) throw new Error('the chat broke')
      return split.apply(this, how)
    } as typeof split
  }, breaking)
  await shop.open(page, '/products')
  await opener(page).click()
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }))
  await say(page, 'How do I pay?')
  await page.getByText('Failed to get response. Please try again.').waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.unroute(endpoint)
  await page.route(endpoint, (route) => promise.then(() => route.continue()))
  await box(page).getByRole('button', { name: 'Try again' }).click()
  await box(page).getByText('Viatu Support is writing').waitFor({ state: 'attached' })
  await say(page, 'And then?')
  expect(await field(page).inputValue(), 'nothing is sent while an answer is waited for').toBe('And then?')
  await box(page).getByRole('button', { name: 'Minimize' }).click()
  resolve()
  await page.getByRole('button', { name: 'Viatu Support: a new answer' }).filter({ visible: true }).click()
  await log(page)
    .getByText(/M-Pesa/)
    .first()
    .waitFor()
  expect(await log(page).getByText('You: How do I pay?').count()).toBe(1)
  await context.setOffline(true)
  await say(page, 'Is it real?')
  await box(page).getByText('You are offline. Your message stays here until you send it again.').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('Is it real?')
  await context.setOffline(false)
  await page.route(endpoint, (route) => route.fulfill({ json: null }))
  await say(page, breaking)
  await box(page)
    .getByText(/^Sorry, I'm having trouble responding right now/)
    .waitFor()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await turns(page, 1)
})
