import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { phoneHint } from '#domain/phone.ts'
import { moving, shoot } from './browser.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, enterPin, fillDelivery, heading, newPhone, onThePhone, order, placeButton } from './steps.ts'

const shop = useShop()
const paid = 'Paid. Thank you.'

/** What stands in the books under a buyer's number. */
async function ordersOf(phone: string) {
  const { rows } = await shop.db.execute<{ total: number; prompts: number }>(sql`
    select total_amount::float8 as total, (select count(*)::int from payment_attempts a where a.order_id = o.id) as prompts
    from orders o where customer_phone = ${phone} order by created_at`)
  return rows
}

it('a guest finds a shoe on a phone, orders it with two quick taps, and pays on the phone: one order', async () => {
  const { page } = await shop.visit('phone', { ...moving, serviceWorkers: 'allow' })
  const payer = newPhone()
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
  await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('region', { name: 'What you buy' }).getByText('1 × Karen Penny Loafer, Chestnut, size 42').waitFor()
  await fillDelivery(page, payer)
  await placeButton(page).dblclick()
  await heading(page, 'Check your phone').waitFor()
  await onThePhone(shop, page, payer, (screen) => enterPin(screen, '1234'))
  await heading(page, paid).waitFor()
  await cartButton(page, '0 items').waitFor()
  await page.reload()
  await heading(page, paid).waitFor()
  expect(await ordersOf(payer)).toMatchObject([{ prompts: 1 }])
})

it('a prompt that is refused is followed by one to another number, on the same page, which pays', async () => {
  const [phone, other] = [newPhone(), newPhone()]
  const { page } = await shop.visit('phone', { cart: [await shop.line('Mbio Runner, Cloud', '40')], viewport: { width: 390, height: 664 } })
  await order(shop, page, phone)
  await onThePhone(shop, page, phone, (screen) => enterPin(screen, '0000'))
  await heading(page, 'Payment not completed').waitFor()
  await page.getByText('The M-Pesa PIN was wrong. Nothing was paid.').first().waitFor()
  const again = page.getByRole('button', { name: 'Send the prompt again' })
  // Between the bars of the browser of a small phone.
  expect(await again.evaluate((button) => button.getBoundingClientRect().bottom + scrollY)).toBeLessThanOrEqual(664)
  await shoot(page, 'wrong-pin', 'screen')
  await page.getByRole('button', { name: 'Use another number' }).click()
  const field = page.getByLabel('Another M-Pesa number')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill('07')
  await field.press('Enter')
  await page.getByText(phoneHint).waitFor()
  await field.fill(other)
  await field.press('Enter')
  await heading(page, 'Check your phone').waitFor()
  await expect.poll(() => heading(page, 'Check your phone').evaluate((title) => title === document.activeElement)).toBe(true)
  await onThePhone(shop, page, other, (screen) => enterPin(screen, '1234'))
  await heading(page, paid).waitFor()
  expect(await ordersOf(phone)).toMatchObject([{ prompts: 2 }])
})

it('a cart is one in two tabs: what is ordered in one is not ordered again in the other, nor by Back', async () => {
  const phone = newPhone()
  const { page, context } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '45', 2)] })
  const other = await context.newPage()
  await other.goto(`${shop.url}/checkout`)
  await other.locator('.short-total').getByText('2 pairs').waitFor()
  await page.goto(`${shop.url}/category/loafers`)
  await cartButton(page, '2 items').click()
  await cartPanel(page).getByRole('button', { name: 'Fewer of Karen Driver, Sand' }).click()
  await other.locator('.short-total').getByText('1 pair').waitFor()
  await page.goBack()
  await order(shop, page, phone)
  await heading(page, 'Check your phone').waitFor()
  await heading(other, 'This cart was just ordered').waitFor()
  await other.getByRole('link', { name: /^See your order/ }).click()
  await heading(other, 'Check your phone').waitFor()
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  for (const tab of [page, other]) await heading(tab, paid).waitFor()
  await page.goBack()
  await heading(page, 'Loafers').waitFor()
  await cartButton(page, '0 items').waitFor()
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('link', { name: /^Your order [0-9a-f]{8}/ }).click()
  await heading(page, paid).waitFor()
  expect(await ordersOf(phone)).toMatchObject([{ prompts: 1 }])
})

it('the checkout says at its field what is missing; the last pair goes meanwhile, and what was typed stays', async () => {
  const [gone, rest] = [await shop.line('Uwanja Low, Jacaranda', '40'), await shop.line('Karen Driver, Sand', '43')]
  const phone = newPhone()
  const { page, expectComplaint } = await shop.visit('phone', { cart: [gone, rest] })
  expectComplaint(/status of 409 .*checkout/)
  await page.goto(`${shop.url}/checkout`)
  await placeButton(page).click()
  await page.getByText('Enter your full name.').waitFor()
  await expect.poll(() => page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true)
  await fillDelivery(page, phone)
  await shop.setStock(gone, 0)
  await placeButton(page).click()
  const refusal = page.locator('form').getByRole('alert')
  await refusal.getByText('Uwanja Low, Jacaranda, size 40 has sold out and was taken out of your cart.').waitFor()
  await expect.poll(() => refusal.evaluate((notice) => notice === document.activeElement)).toBe(true)
  await shoot(page, 'size-gone')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Wanjiru Kamau')
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe('Moi Avenue 12, Nairobi')
  expect(await ordersOf(phone)).toEqual([])
  await placeButton(page).click()
  await heading(page, 'Check your phone').waitFor()
  expect(await ordersOf(phone)).toEqual([{ total: rest.price, prompts: 1 }])
})

it('a connection that is lost while ordering never makes a second order; one that is lost while paying loses nothing', async () => {
  const phone = newPhone()
  const { page, context, expectComplaint } = await shop.visit('phone', { cart: [await shop.line('Mbio Runner, Mango', '45')] })
  expectComplaint(/net::ERR_(FAILED|CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED)/)
  let sent = 0
  await page.route('**/checkout.data*', async (route) => {
    // The first never arrives; the second does, but its answer is lost.
    if (++sent > 1) await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(`${shop.url}/checkout`)
  await fillDelivery(page, phone)
  await placeButton(page).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await page.getByText('the same order is sent once more, and is never placed twice').waitFor()
  // It is sent again by itself, twice.
  await expect.poll(() => sent).toBe(3)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByText('We did not hear how your last try ended.').waitFor()
  await again.click()
  await heading(page, 'Check your phone').waitFor()
  expect([sent, await ordersOf(phone)]).toMatchObject([3, [{ prompts: 1 }]])
  await context.setOffline(true)
  await page.getByText('The connection is lost. This page continues by itself when it is back.').waitFor({ timeout: 30_000 })
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  await context.setOffline(false)
  await heading(page, paid).waitFor()
})

it('a place that is changed at checkout changes fee and days, and the order keeps them', async () => {
  await shop.db.execute(sql`
    with west as (insert into delivery_zones (name) values ('Lake side') returning id),
      held as (update delivery_places set zone_id = (select id from west) where id = 'kisumu')
    insert into delivery_ways (zone_id, kind, name, fee, days_from, days_to) select id, 'door', 'Rider', 250, 1, 1 from west`)
  const payer = newPhone()
  const loafer = await shop.line('Karen Penny Loafer, Chestnut', '42')
  const { page } = await shop.visit('phone', { cart: [loafer] })
  await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
  await page.goto(`${shop.url}/checkout`)
  await page.getByText('Delivering to Nairobi.').waitFor()
  await fillDelivery(page, payer)
  await page.getByRole('button', { name: 'Change the place of delivery' }).click()
  const chooser = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  await chooser.getByRole('searchbox').fill('kisumo')
  await chooser.getByRole('status').getByText('1 place').waitFor()
  // Enter chooses, and does not send the form that the list stands in.
  await chooser.getByRole('searchbox').press('Enter')
  await page.getByText('Delivering to Kisumu.').waitFor()
  await page.getByLabel('Delivery Address').fill('House 4, Milimani, Kisumu')
  await page.getByText('We send a prompt of KSh 5,740 to your phone.').waitFor()
  await placeButton(page).click()
  await heading(page, paid).waitFor()
  await page.locator('.order-facts').getByText('Rider, Kisumu').waitFor()
  expect(await ordersOf(payer)).toMatchObject([{ total: loafer.price + 250 }])
  await shop.open(page, `/product/${loafer.id}`)
  await page.getByRole('main').getByText('To Kisumu: KSh 250').waitFor()
})

it('an order that a busy shop did not take is sent again by itself, and is one order', async () => {
  const phone = newPhone()
  const { page, expectComplaint } = await shop.visit('phone', { cart: [await shop.line('Mbio Runner, Mango', '46')] })
  await page.goto(`${shop.url}/checkout`)
  await fillDelivery(page, phone)
  await page.route('**/checkout.data*', (route) => route.fulfill({ status: 503, body: 'no' }), { times: 1 })
  expectComplaint(/status of 503 .*checkout/)
  await placeButton(page).click()
  await page.getByRole('alert').getByText('The shop did not answer in time.').waitFor()
  await heading(page, 'Check your phone').waitFor()
  expect(await ordersOf(phone)).toMatchObject([{ prompts: 1 }])
})
