import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { phoneHint } from '#domain/phone.ts'
import { account } from '../accounts.ts'
import { moving, shoot } from './browser.ts'
import { useShop } from './shop.ts'
import {
  cartButton,
  cartPanel,
  enterPin,
  fillDelivery,
  hasFocus,
  heading,
  newPhone,
  onThePhone,
  placeButton,
  said,
  signIn,
  signOut,
} from './steps.ts'

const shop = useShop()
const paid = 'Paid. Thank you.'

/** What stands in the books under a buyer's number. */
async function ordersOf(phone: string) {
  const { rows } = await shop.db.execute<{ total: number; prompts: number }>(sql`
    select total_amount::float8 as total, (select count(*)::int from payment_attempts a where a.order_id = o.id) as prompts
    from orders o where customer_phone = ${phone} order by created_at`)
  return rows
}

it('a guest finds a shoe on a phone, orders it with two quick taps, and pays it from another number after a wrong PIN: one order', async () => {
  // Between the bars of the browser of a small phone.
  const { page } = await shop.visit('phone', { ...moving, serviceWorkers: 'allow', viewport: { width: 390, height: 664 } })
  const [payer, other] = [newPhone(), newPhone()]
  await putLoaferIntoCart(page)
  await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('region', { name: 'What you buy' }).getByText('1 × Karen Penny Loafer, Chestnut, size 42').waitFor()
  await fillDelivery(page, payer)
  await placeButton(page).dblclick()
  await heading(page, 'Check your phone').waitFor()
  await onThePhone(shop, page, payer, (screen) => enterPin(screen, '0000'))
  await heading(page, 'Payment not completed').waitFor()
  await page.getByText('The M-Pesa PIN was wrong. Nothing was paid.').first().waitFor()
  const again = page.getByRole('button', { name: 'Send the prompt again' })
  expect(await again.evaluate((button) => button.getBoundingClientRect().bottom + scrollY)).toBeLessThanOrEqual(664)
  await shoot(page, 'wrong-pin', 'screen')
  expect(await ordersOf(payer)).toMatchObject([{ prompts: 1 }])
  await askOtherNumber(page, other)
  await onThePhone(shop, page, other, (screen) => enterPin(screen, '1234'))
  await heading(page, paid).waitFor()
  await cartButton(page, '0 items').waitFor()
  await page.reload()
  await heading(page, paid).waitFor()
  expect(await ordersOf(payer)).toMatchObject([{ prompts: 2 }])
})

async function putLoaferIntoCart(page: Page) {
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByText('Men Shoes', { exact: true }).first().click()
  await menu.getByRole('link', { name: 'Loafers' }).click()
  await page.getByRole('heading', { name: 'Karen Penny Loafer, Chestnut' }).getByRole('link').click()
  await page.getByRole('radio', { name: '42', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().dblclick()
  await cartButton(page, '1 item').click()
  await cartPanel(page).getByText('with delivery').waitFor()
}

/** The focus goes to what is asked, and where the pressed button is gone to the heading. */
async function askOtherNumber(page: Page, phone: string) {
  await page.getByRole('button', { name: 'Use another number' }).click()
  const field = page.getByLabel('Another M-Pesa number')
  await hasFocus(field)
  await field.fill('07')
  await field.press('Enter')
  await page.getByText(phoneHint).waitFor()
  await field.fill(phone)
  await field.press('Enter')
  await heading(page, 'Check your phone').waitFor()
  await hasFocus(heading(page, 'Check your phone'))
}

it('an order is one in two tabs and over a connection that loses it: sent again it is placed once, paid once, and not ordered again by Back', async () => {
  const phone = newPhone()
  const { page, context, expectComplaint } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '45', 2)] })
  expectComplaint(/net::ERR_(FAILED|CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED)|status of 503 .*checkout/)
  const other = await context.newPage()
  await other.goto(`${shop.url}/checkout`)
  await other.locator('.short-total').getByText('2 pairs').waitFor()
  await page.goto(`${shop.url}/category/loafers`)
  await cartButton(page, '2 items').click()
  await cartPanel(page).getByRole('button', { name: 'Fewer of Karen Driver, Sand' }).click()
  await other.locator('.short-total').getByText('1 pair').waitFor()
  await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillDelivery(page, phone)
  const timesSent = await whenSent(page, 'busy', 'lost', 'unheard', 'busy')
  await placeButton(page).click()
  await page.getByRole('alert').getByText('The shop did not answer in time.').waitFor()
  await page.getByText('the same order is sent once more, and is never placed twice').waitFor()
  // It is sent again by itself, twice.
  await expect.poll(timesSent).toBe(3)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.reload()
  await page.getByText('We did not hear how your last try ended.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Check your phone').waitFor()
  expect([timesSent(), await ordersOf(phone)]).toMatchObject([5, [{ prompts: 1 }]])
  await heading(other, 'This cart was just ordered').waitFor()
  await other.getByRole('link', { name: /^See your order/ }).click()
  await heading(other, 'Check your phone').waitFor()
  await context.setOffline(true)
  await page.getByText('The connection is lost. This page continues by itself when it is back.').waitFor()
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  await context.setOffline(false)
  for (const tab of [page, other]) await heading(tab, paid).waitFor()
  await page.goBack()
  await heading(page, 'Loafers').waitFor()
  await cartButton(page, '0 items').waitFor()
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('link', { name: /^Your order [0-9a-f]{8}/ }).click()
  await heading(page, paid).waitFor()
  expect(await ordersOf(phone)).toMatchObject([{ prompts: 1 }])
})

/** What becomes of each order that this page sends: the shop is busy, it never arrives, or its answer is lost. Later ones go through. Returns how many were sent. */
async function whenSent(page: Page, ...fates: ('busy' | 'lost' | 'unheard')[]) {
  let sent = 0
  await page.route('**/checkout.data*', async (route) => {
    const fate = fates[sent++]
    if (fate === undefined) return route.continue()
    if (fate === 'unheard') await route.fetch()
    return fate === 'busy' ? route.fulfill({ status: 503, body: 'no' }) : route.abort('connectionreset')
  })
  return () => sent
}

it('at the checkout a pair sells out, the place changes, and nothing typed is lost; a guest keeps the paid order by signing in for it', async () => {
  await deliverToKisumu()
  const [gone, loafer] = [await shop.line('Uwanja Low, Jacaranda', '40'), await shop.line('Karen Penny Loafer, Chestnut', '42')]
  const phone = newPhone()
  const { page, expectComplaint } = await shop.visit('desk', { cart: [gone, loafer] })
  expectComplaint(/status of 409 .*checkout/)
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  await page.goto(`${shop.url}/checkout`)
  await page.getByText('Delivering to Nairobi.').waitFor()
  await placeButton(page).click()
  await page.getByText('Enter your full name.').waitFor()
  await hasFocus(page.getByLabel('Full Name'))
  await fillDelivery(page, phone)
  await sellOut(page, gone)
  expect(await ordersOf(phone)).toEqual([])
  await chooseKisumu(page)
  await page.getByLabel('Delivery Address').fill('House 4, Milimani, Kisumu')
  await page.getByText('We send a prompt of KSh 5,740 to your phone.').waitFor()
  await placeButton(page).click()
  await heading(page, paid).waitFor({ timeout: 30_000 })
  await page.locator('.order-facts').getByText('Rider, Kisumu').waitFor()
  expect(await ordersOf(phone)).toEqual([{ total: loafer.price + 250, prompts: 1 }])
  await shop.open(page, `/product/${loafer.id}`)
  await page.getByRole('main').getByText('To Kisumu: KSh 250').waitFor()
  await page.goBack()
  await keepBySigningIn(page)
  await shop.open(page, '/dashboard/orders')
  await page.getByRole('button', { name: /^Buy again: / }).click()
  await cartPanel(page).getByText(loafer.name).waitFor()
})

const deliverToKisumu = () =>
  shop.db.execute(sql`
    with west as (insert into delivery_zones (name) values ('Lake side') returning id),
      held as (update delivery_places set zone_id = (select id from west) where id = 'kisumu')
    insert into delivery_options (zone_id, kind, name, fee, days_from, days_to) select id, 'door', 'Rider', 250, 1, 1 from west`)

/** The last pair goes while the checkout is filled in. */
async function sellOut(page: Page, gone: CartLine) {
  await shop.setStock(gone, 0)
  await placeButton(page).click()
  const refusal = page.locator('form').getByRole('alert')
  await refusal.getByText('Uwanja Low, Jacaranda, size 40 has sold out and was taken out of your cart.').waitFor()
  await hasFocus(refusal)
  await shoot(page, 'size-gone')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Wanjiru Kamau')
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe('Moi Avenue 12, Nairobi')
}

async function chooseKisumu(page: Page) {
  await page.getByRole('button', { name: 'Change the place of delivery' }).click()
  const chooser = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  await chooser.getByRole('searchbox').fill('kisumo')
  await chooser.getByRole('status').getByText('1 place').waitFor()
  // Enter chooses, and does not send the form that the list stands in.
  await chooser.getByRole('searchbox').press('Enter')
  await page.getByText('Delivering to Kisumu.').waitFor()
}

/** Somebody else who signs in meanwhile, for another page, does not get the order. */
async function keepBySigningIn(page: Page) {
  const [who, other] = [await account({ db: shop.db }), await account({ db: shop.db })]
  const url = page.url()
  const hint = page.locator('.keep-hint').getByRole('link', { name: 'Sign In' })
  await hint.click()
  await heading(page, 'Sign In').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/auth')
  await signIn(page, other)
  await said(page, 'Welcome back!')
  await heading(page, 'Discover Our Products').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Keep this order in my account' }).waitFor()
  await signOut(page)
  await page.goto(url)
  await hint.click()
  await heading(page, 'Sign In').waitFor()
  await signIn(page, who)
  await said(page, 'Kept in your account')
  expect(page.url()).toBe(url)
  const { rows } = await shop.db.execute(sql`select user_id from orders where id = ${new URL(url).pathname.split('/')[2]}`)
  expect(rows).toEqual([{ user_id: who.id }])
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept, 'the next person opens it with the key').not.toContain(new URL(url).searchParams.get('key'))
}
