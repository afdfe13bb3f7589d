import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { account } from '../accounts.ts'
import { admin, as, rowsOf, tellPaid } from '../checkout.ts'
import { orderFor } from '../orders-of.ts'
import { type Size, sizes } from './browser.ts'
import { examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { heldScripts, said } from './steps.ts'

const shop = useShop()
const order = (...named: [name: string, becomes: 'awaiting_payment' | 'paid' | 'failed']) => orderFor({ db: shop.db }, ...named)
const row = (page: Page, code: string) => page.getByRole('article', { name: `Order ${code}` })
/** The order beside the list. */
const pane = (page: Page, code: string) => page.getByRole('complementary', { name: `Order ${code}` })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const dialog = (page: Page) => page.locator('dialog[open]')
const expectFocus = (on: Locator, message = 'the focus') =>
  expect.poll(() => on.evaluate((element) => element === document.activeElement), { message }).toBe(true)
const statusOf = async (id: string) => (await rowsOf<{ status: string }>({ db: shop.db }, sql`select status from orders where id = ${id}`))[0]?.status

it('the keys of the panel go to the search, walk the rows, choose one, open it and close it; several are chosen early, and shipped at once', async () => {
  const { page } = await shop.visitAsAdmin('desk')
  const [older, newer] = [await order('Kiprop Sang', 'paid'), await order('Kiprop Sang', 'paid')]
  const [above, below] = [row(page, newer.code).getByRole('link'), row(page, older.code).getByRole('link')]
  const keys = async (...steps: [key: string, focused: Locator][]) => {
    for (const [key, focused] of steps) {
      await page.keyboard.press(key)
      await expectFocus(focused, key)
    }
  }
  await shop.open(page, '/admin/orders?search=Kiprop')
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.evaluate((field) => (field as HTMLElement).blur())
  await keys(['/', search], ['j', search], ['x', search])
  expect(await search.inputValue(), 'in a field they are letters').toBe('jx')
  await search.evaluate((field) => (field as HTMLElement).blur())
  await keys(['j', above], ['j', below], ['k', above])
  // With no row chosen, the act of this one.
  await keys(['a', page.getByRole('button', { name: `Confirm Shipment, order ${newer.code}` })])
  await page.keyboard.press('x')
  await page.getByText('1 chosen').waitFor()
  await keys(['j', below], ['k', above], ['Enter', pane(page, newer.code)])
  expect(new URL(page.url()).pathname, 'its address is the order’s own').toBe(`/admin/orders/${newer.id}`)
  expect(await page.getByLabel(`Choose order ${newer.code}`).isChecked(), 'the list stays as it is').toBe(true)
  for (const [size, isBeside] of Object.entries({ phone: false, desk: true })) {
    await page.setViewportSize(sizes[size as Size])
    expect(await row(page, older.code).isVisible(), 'beside the list where there is room').toBe(isBeside)
  }
  await keys(['j', below], ['Enter', pane(page, older.code)], ['Escape', below], ['a', page.getByRole('link', { name: 'Slips' })])
  expect(await pane(page, older.code).count()).toBe(0)
  await shipSeveral(page)
})

/** Chosen before the scripts have come. Which stayed is said, and nothing slides under the finger. */
async function shipSeveral(page: Page) {
  const [one, two] = [await order('Barasa Wafula', 'paid'), await order('Barasa Wafula', 'paid')]
  const letGo = await heldScripts(page)
  await page.goto(`${shop.url}/admin/orders?search=Barasa&status=waiting_shipment`, { waitUntil: 'commit' })
  const all = page.getByLabel('Choose all 2')
  await all.click()
  await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
  letGo()
  await press(page, 'Confirm Shipment: 2 orders chosen')
  await changeStatus(as(two.ctx, admin), two.id, { status: 'cancelled', reason: 'Gone' })
  await dialog(page).getByRole('button', { name: 'Confirm Shipment' }).click()
  const outcomes = page.locator('.bulk-outcomes', { hasText: '1 of 2 orders updated.' })
  await outcomes.getByText('It is now: Cancelled.').waitFor()
  await expectFocus(outcomes)
  for (const { code } of [one, two]) await row(page, code).getByText('Changed. It no longer matches this list.').waitFor()
  expect(await page.getByRole('button', { name: /^(Confirm Shipment|Cancel), order/ }).count()).toBe(0)
  expect(await statusOf(one.id)).toBe('shipped')
}

it('a new order is told of without moving the rows, and a button that was pressed twice makes one step', async () => {
  const { page } = await shop.visitAsAdmin('phone')
  const mine = await order('Zawadi Mwikali', 'paid')
  await shop.open(page, '/admin/orders')
  await row(page, mine.code).waitFor()
  const fresh = await order('Fatuma Ali', 'awaiting_payment')
  await tellPaid(fresh.ctx, fresh.attempt)
  const bar = page.getByRole('link', { name: /1 new paid order/ })
  await bar.waitFor()
  expect(await row(page, fresh.code).count()).toBe(0)
  await bar.click()
  await row(page, fresh.code).waitFor()
  await bar.waitFor({ state: 'detached' })

  await press(page, `Confirm Shipment, order ${mine.code}`)
  const next = page.getByRole('button', { name: `Mark as Delivered, order ${mine.code}` })
  // The second click of a double click was meant for the button before.
  await next.evaluate((button: HTMLElement) => button.click())
  await expectFocus(next, 'the focus comes to what is next')
  await said(page, 'Order updated')
  expect(await statusOf(mine.id)).toBe('shipped')
  await expect
    .poll(async () => {
      await next.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click())
      return statusOf(mine.id)
    })
    .toBe('delivered')
  await said(page, 'Order marked as delivered.')
})

it('a new rider is given two stops at the desk, hands over at a door, and the buyer’s page follows by itself', async () => {
  const [first, second] = [await order('Nafula Barasa', 'paid'), await order('Nafula Wekesa', 'paid')]
  const { page: desk } = await shop.visitAsAdmin('desk')
  await shop.open(desk, '/admin/orders?search=Nafula')
  for (const { code } of [first, second]) await desk.getByLabel(`Choose order ${code}`).check()
  await press(desk, 'Rider or courier: 2 orders')
  await dialog(desk).getByLabel('Who').selectOption('A courier')
  await dialog(desk).getByLabel('Parcel number').waitFor()
  await dialog(desk).getByLabel('Who').selectOption('A new rider')
  await dialog(desk).getByLabel('Name').fill('Otieno')
  await dialog(desk).getByLabel('Phone').fill('0722 111 222')
  await dialog(desk).getByRole('button', { name: 'Ship' }).click()
  await row(desk, first.code).getByText('Otieno').waitFor()
  await shop.open(desk, '/admin/orders/riders')
  const chat = await desk.getByRole('link', { name: 'WhatsApp the link to Otieno' }).getAttribute('href')
  const path = new URL(/\S+$/.exec(new URL(chat as string).searchParams.get('text') as string)?.[0] as string).pathname

  const { page, expectComplaint } = await shop.visit('phone')
  expectComplaint(/status of 400/)
  await shop.open(page, path)
  await examineNow(page, 'rider-day', { finger: '.rider' })
  const stop = (code: string) => page.getByRole('article', { name: new RegExp(code) })
  const { page: home, code } = await buyerOf(first.id)
  await press(page, `On the way to ${first.code}`)
  await home.getByText('The rider has been on the way to you since').waitFor()
  const field = stop(first.code).getByLabel('Delivery code')
  await field.fill(code === '1234' ? '4321' : '1234')
  await press(page, `Handed over ${first.code}`)
  await stop(first.code).getByText('That is not the code. 4 tries are left.').waitFor()
  await expectFocus(field)
  await failAt(stop(second.code), second.code)
  await field.fill(code)
  await press(page, `Handed over ${first.code}`)
  await expect.poll(() => home.getByRole('heading', { level: 1 }).textContent()).toMatch(/delivered/i)
})

/** The buyer at the page of an order, which has the code for the rider. */
async function buyerOf(id: string) {
  const owner = await account({ db: shop.db })
  await shop.db.execute(sql`update orders set user_id = ${owner.id} where id = ${id}`)
  const [{ code } = { code: '' }] = await rowsOf<{ code: string }>({ db: shop.db }, sql`select code from deliveries where order_id = ${id}`)
  const { page } = await shop.visitAs(owner, 'phone')
  await shop.open(page, `/order/${id}`)
  await page.getByText(`Delivery code ${code}`).waitFor()
  return { page, code }
}

/** Says why a stop failed: the box of the reason closes, is empty, and has the focus. */
async function failAt(stop: Locator, code: string) {
  const box = stop.getByText('Could not hand over')
  await box.click()
  await stop.getByLabel('In your words').fill('The gate is shut')
  await stop.getByRole('button', { name: `Save this reason for ${code}` }).click()
  await expect.poll(() => stop.getByLabel('In your words').isVisible()).toBe(false)
  expect(await stop.getByLabel('In your words').inputValue()).toBe('')
  await expectFocus(box)
}
