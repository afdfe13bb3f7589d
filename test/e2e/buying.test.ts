import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { moving, type Size, shoot, sizes } from './browser.ts'
import { examine, expectRoom } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, enterPin, fillDelivery, heading, newPhone, onThePhone, order, placeButton, takenOver } from './steps.ts'

const shop = useShop()

async function chooseAShoe(page: Page, size: Size, shoe: { category: string; name: string }) {
  await page.goto(shop.url)
  await expect(heading(page, 'Discover Our Products').isVisible()).resolves.toBe(true)
  if (size === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await menu.getByText('Men Shoes', { exact: true }).first().click()
    await menu.getByRole('link', { name: shoe.category }).click()
  } else {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Men Shoes', exact: true }).hover()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: shoe.category }).click()
  }
  await heading(page, shoe.category).waitFor()
  await page.getByRole('heading', { name: shoe.name }).getByRole('link').click()
  await heading(page, shoe.name).waitFor()
}

async function pickSize(page: Page, size: string) {
  const radio = page.getByRole('radio', { name: size, exact: true })
  await radio.click()
  await expect.poll(() => radio.isChecked()).toBe(true)
}

describe.each<Size>(['phone', 'desk'])('buying on a %s', (size) => {
  it('goes from home to a paid pair of shoes', async () => {
    const { page } = await shop.visit(size, { ...moving, serviceWorkers: 'allow' })
    const payer = newPhone()
    await chooseAShoe(page, size, { category: 'Loafers', name: 'Karen Penny Loafer, Chestnut' })
    const promise = page.getByRole('main').getByText(/^To Nairobi: Free · /)
    await promise.waitFor()
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.click()
    await page.getByText('Choose a size first.').waitFor()
    await pickSize(page, '42')
    await add.click()
    await page.getByText('Added to Cart').waitFor()
    await page.getByRole('button', { name: 'Cart, 1 item' }).click()
    const panel = cartPanel(page)
    await panel.getByText('Karen Penny Loafer, Chestnut', { exact: true }).waitFor()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
    await panel.getByText(/^To Nairobi: Free · /).waitFor()
    await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()

    await heading(page, 'Checkout').waitFor()
    await page.getByRole('region', { name: 'Delivery' }).getByText('Delivering to Nairobi.').waitFor()
    await page.getByText('Town, estate, landmark or stage.').waitFor()
    const summary = page.getByRole('region', { name: 'What you buy' })
    if (size === 'phone') await summary.getByText('1 × Karen Penny Loafer, Chestnut, size 42').waitFor()
    else expect(await summary.count()).toBe(0)
    await fillDelivery(page, payer)
    const email = page.getByLabel('Email')
    await email.fill('wanjiru@')
    await placeButton(page).click()
    await page.getByText('Enter the e-mail as name@example.com.').waitFor()
    const mailbox = `wanjiru-${size}@example.com`
    await email.fill(mailbox)
    await shoot(page, `checkout-${size}`)
    await placeButton(page).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await shoot(page, `waiting-${size}`)
    await onThePhone(shop, page, payer, async (screen) => {
      await enterPin(screen, '1234')
      await screen.getByText('Confirmed').first().waitFor()
    })
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    await page.getByText('Paid - Ready to Ship').first().waitFor()
    await page.getByText('Exchange within 7 days.').waitFor()
    await page.getByText(/^We send news of your order to w\*\*\*@example\.com and 07•• ••• \d{3}\.$/).waitFor()
    await shoot(page, `paid-${size}`)
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()

    // The news is on the phone and in the mailbox, and leads back here without any cookie.
    const code = new URL(page.url()).pathname.slice(7, 15)
    await onThePhone(shop, page, payer, async (screen) => {
      const news = screen.getByRole('listitem').filter({ hasText: `for order ${code} was paid, receipt` })
      await news.waitFor()
      await shoot(screen, `sms-${size}`)
      await expect.poll(() => news.getByRole('link').getAttribute('href')).toMatch(new RegExp(`^${shop.url}/o/${code}\\.[\\w-]{16}$`))
    })
    await page.goto(`${shop.url}/outbox`)
    await page.getByRole('link', { name: `Viatu has your payment for order ${code} ` }).click()
    const letter = page.frameLocator('iframe')
    await letter.getByText('Karen Penny Loafer, Chestnut, size 42').waitFor()
    await shoot(page, `letter-${size}`)
    await page.getByText(`To${mailbox}`).or(page.getByText(mailbox)).first().waitFor()
    await letter.getByRole('link', { name: 'Follow my order' }).click()
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
  })

  it('finds the order again: on this device, by its code and phone, and by the link of an SMS', async () => {
    const payer = newPhone()
    const loafer = await shop.line('Karen Penny Loafer, Chestnut', '42')
    const { page } = await shop.visit(size, { cart: [loafer] })
    await page.goto(`${shop.url}/help`)
    await page.getByRole('main').getByRole('link', { name: 'Track your order' }).waitFor()
    expect(await page.getByRole('link', { name: 'Your orders' }).count(), 'before the first order').toBe(0)
    await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
    await order(shop, page, payer)
    await heading(page, 'Paid. Thank you.').waitFor()
    const { pathname } = new URL(page.url())
    const code = pathname.slice(7, 15)
    const key = new URL(page.url()).searchParams.get('key') as string

    // With a shoe in the cart as well.
    await shop.open(page, `/product/${loafer.id}`)
    await pickSize(page, '42')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: 'Cart, 1 item' }).click()
    await shoot(page, `cart-your-orders-${size}`, 'screen')
    await cartPanel(page).getByRole('link', { name: 'Your orders' }).click()
    await heading(page, 'Track your order').waitFor()
    await shop.open(page, '/')
    if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    await shoot(page, `menu-your-orders-${size}`, 'screen')
    if (size === 'desk') {
      await page.setViewportSize({ width: 1100, height: 900 })
      await expectRoom(page, 'a narrow desk')
      await shoot(page, 'menu-your-orders-narrow', 'screen')
      await page.setViewportSize(sizes.desk)
    }
    await page
      .getByRole(size === 'phone' ? 'dialog' : 'banner')
      .getByRole('link', { name: 'Your orders' })
      .click()
    await heading(page, 'Track your order').waitFor()
    if (size === 'phone') await examine(page, 'track-here')
    await page
      .getByRole('main')
      .getByRole('link', { name: `Your order ${code}` })
      .click()
    await heading(page, 'Paid. Thank you.').waitFor()

    // Another device knows the code and the phone; at the desk it runs no scripts.
    const other = await shop.visit(size, { javaScriptEnabled: size === 'phone' })
    other.expectComplaint(/404/)
    const elsewhere = other.page
    await elsewhere.goto(shop.url)
    await elsewhere.getByRole('contentinfo').getByRole('link', { name: 'Track your order' }).click()
    await heading(elsewhere, 'Track your order').waitFor()
    expect(await elsewhere.getByRole('heading', { name: 'Your orders' }).isVisible()).toBe(false)
    const look = async (asked: { code: string; phone: string }) => {
      await elsewhere.getByLabel('Order code').fill(asked.code)
      await elsewhere.getByLabel('Phone Number').fill(asked.phone)
      await elsewhere.getByRole('button', { name: 'Show my order' }).click()
    }
    const refusal = elsewhere.getByRole('alert')
    await look({ code, phone: '0711999999' })
    await expect.poll(() => refusal.textContent()).toMatch(/^Order not found.*this code and this phone number/)
    const said = await refusal.textContent()
    await shoot(elsewhere, `track-refused-${size}`)
    await look({ code: '0badcafe', phone: `0${payer.slice(3)}` })
    await expect.poll(() => elsewhere.getByLabel('Order code').inputValue()).toBe('0badcafe')
    await expect.poll(() => refusal.textContent()).toBe(said)
    await look({ code, phone: `0${payer.slice(3)}` })
    const found = elsewhere.getByRole('region', { name: `Order ${code}` })
    await found.getByText('It is paid, and we are packing it.').waitFor()
    expect(await found.getByRole('list', { name: 'How far your order is' }).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Paid, done\d.* [AP]M$/),
      ...['Packed', 'On its way', 'Delivered'].map((step) => `${step}, not yet`),
    ])
    expect(await elsewhere.getByRole('main').textContent()).not.toMatch(/Wanjiru|Moi Avenue|Karen Penny/)
    if (size === 'phone') await examine(elsewhere, 'track-found')
    else await shoot(elsewhere, 'track-found-unscripted')
    await found.getByRole('button', { name: 'Send me its link again' }).click()
    await found.getByText('The link is on its way.').waitFor()
    await shoot(elsewhere, `track-sent-${size}`)
    expect(new URL(elsewhere.url()).pathname).toBe('/track')

    // The SMS leads to the whole order, and the key of that is in no address, nor in anything that the page holds.
    let link = ''
    await onThePhone(shop, page, payer, async (screen) => {
      const sms = screen.getByRole('listitem').filter({ hasText: `here is your order ${code}` })
      link = (await sms.getByRole('link').getAttribute('href')) ?? ''
    })
    const answer = await other.context.request.get(link, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location, answer.headers()['referrer-policy']]).toEqual([302, pathname, 'no-referrer'])
    await other.context.clearCookies()
    const asked: string[] = []
    elsewhere.on('request', (request) => asked.push(request.url()))
    await elsewhere.goto(link)
    await heading(elsewhere, 'Paid. Thank you.').waitFor()
    const whatsapp = elsewhere.getByRole('link', { name: 'Send the link to my WhatsApp' })
    await expect.poll(() => whatsapp.getAttribute('href')).toContain(encodeURIComponent(link))
    if (size === 'phone') {
      // Whoever wants to keep it in an account goes by the same way.
      await takenOver(elsewhere)
      await elsewhere.getByText('Keep this order in an account:').waitFor()
      expect(await elsewhere.getByRole('link', { name: 'Sign Up' }).last().getAttribute('href')).toBe(`/sign-up?next=${encodeURIComponent(pathname)}`)
    }
    expect(await elsewhere.content()).not.toContain(key)
    expect(asked.filter((url) => url.includes(key) || url.includes('key='))).toEqual([])
    expect(elsewhere.url()).toBe(shop.url + pathname)
    await elsewhere.reload()
    await heading(elsewhere, 'Paid. Thank you.').waitFor()
    expect(await other.context.cookies()).toEqual([expect.objectContaining({ name: 'viatu.opened', httpOnly: true, expires: -1, sameSite: 'Lax' })])
    await elsewhere.goto(`${link.slice(0, -16)}${'A'.repeat(16)}`)
    await heading(elsewhere, 'Order not found').waitFor()
  })
})

it('a buyer cancels on the phone, sends the prompt again, and pays', async () => {
  const { page } = await shop.visit('desk', { serviceWorkers: 'allow' })
  const hesitant = newPhone()
  await chooseAShoe(page, 'desk', { category: 'Casual', name: 'Mtaa Canvas, Blue' })
  await pickSize(page, '42')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto(`${shop.url}/checkout`)
  await fillDelivery(page, hesitant)
  await placeButton(page).click()
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
  await onThePhone(shop, page, hesitant, async (screen) => {
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByText('cancelled').first().waitFor()
  })
  await page.getByRole('heading', { name: 'Payment not completed' }).waitFor()
  await page.getByText('You cancelled the prompt on your phone.').first().waitFor()
  await shoot(page, 'cancelled')
  await page.getByRole('button', { name: 'Send the prompt again' }).click()
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
  await onThePhone(shop, page, hesitant, (screen) => enterPin(screen, '1234'))
  await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
})

describe('a chosen size', () => {
  it('outlives the size guide, Back and a reload, and costs the shelf no question', async () => {
    const { page } = await shop.visit('phone')
    const { id } = await shop.line('Karen Penny Loafer, Chestnut', '42')
    await shop.open(page, `/product/${id}`)
    const radio = page.getByRole('radio', { name: '42', exact: true })
    const isChosen = () => expect.poll(() => radio.isChecked()).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
    await pickSize(page, '42')
    await page.waitForURL('**?size=42')
    const guide = page.getByRole('dialog', { name: 'Size guide' })
    await page.getByRole('main').getByRole('link', { name: 'Size guide' }).click()
    await guide.getByRole('row', { name: '42 8 10.5 9 26.5' }).waitFor()
    await examine(page, 'size-guide', { pictured: 'screen' })
    await page.goBack()
    await guide.waitFor({ state: 'hidden' })
    await isChosen()
    expect(asked).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Size guide' }).click()
    await guide.getByRole('link', { name: 'More in Help' }).click()
    await heading(page, 'Help').waitFor()
    await page.goBack()
    await heading(page, 'Karen Penny Loafer, Chestnut').waitFor()
    await isChosen()
    await page.reload()
    await page.getByText('Size 42', { exact: true }).waitFor()
    await isChosen()
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`/product/${id}$`))
    await shop.open(page, `/product/${id}?size=41`)
    await page.locator('.size-buttons legend', { hasText: 'Choose a size' }).waitFor()
  })

  it('is asked for by the bar, which lies over no size', async () => {
    const { page } = await shop.visit('phone', { viewport: { width: 390, height: 640 } })
    const { id } = await shop.line('Karen Penny Loafer, Chestnut', '42')
    await shop.open(page, `/product/${id}`)
    const bar = page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' })
    await bar.click()
    await page.getByRole('dialog').getByRole('radio', { name: '42', exact: true }).click()
    await page.getByText('Added to Cart').waitFor()
    await page.waitForURL('**?size=42')
    await cartButton(page, '1 item').waitFor()
    await page.getByText('Size 42', { exact: true }).scrollIntoViewIfNeeded()
    await bar.waitFor({ state: 'hidden' })
  })

  it('is chosen beside the shoe on a phone that lies on its side', async () => {
    const { page } = await shop.visit('phone', { viewport: { width: 844, height: 390 } })
    const { id } = await shop.line('Karen Penny Loafer, Chestnut', '42')
    await shop.open(page, `/product/${id}`)
    const picture = await page.locator('.gallery-main').boundingBox()
    const words = await heading(page, 'Karen Penny Loafer, Chestnut').boundingBox()
    const bar = await page.locator('.buy-bar').boundingBox()
    if (!picture || !words || !bar) throw new Error('The shoe, its name or the bar is not on the page')
    expect(words.x).toBeGreaterThan(picture.x + picture.width)
    expect(picture.y + picture.height).toBeLessThanOrEqual(bar.y)
    await shoot(page, 'product-on-its-side', 'screen')
  })
})

describe('delivery', () => {
  it('is chosen at checkout, asked again where its fee has changed, and kept by the order and the device', async () => {
    await shop.db.execute(sql`
      with west as (insert into delivery_zones (name) values ('Lake side') returning id),
        held as (update delivery_places set zone_id = (select id from west) where id = 'kisumu')
      insert into delivery_ways (zone_id, kind, name, fee, days_from, days_to, address, hours, map_url, courier)
      select id, 'door', 'Rider', 250, 1, 1, null, null, null, null from west
      union all select id, 'pickup', 'Mega Plaza', 100, 2, 2, 'Oginga Odinga Street', 'Mon - Sat 9 - 18', 'https://maps.example/mega', null from west
      union all select id, 'stage', 'Kisumu stage', 150, 2, 3, null, null, null, 'Easy Coach' from west`)
    const loafer = await shop.line('Karen Penny Loafer, Chestnut', '42')
    const payer = newPhone()
    const { page, expectComplaint } = await shop.visit('phone', { cart: [loafer] })
    expectComplaint(/409/)
    await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
    await shop.open(page, '/checkout')
    const ways = page.getByRole('region', { name: 'Delivery' })
    await ways.getByText('Delivering to Nairobi.').waitFor()
    await fillDelivery(page, payer)
    const address = page.getByLabel('Delivery Address')
    await address.fill('House 4, Milimani, Kisumu')
    await ways.getByText('Delivering to Milimani, Kisumu.').waitFor()
    const way = (name: string) => ways.getByRole('radio', { name: new RegExp(name) })
    expect(await way('Kisumu stage').isChecked()).toBe(true)
    await page.getByText('We send a prompt of KSh 5,640 to your phone.').first().waitFor()
    await way('Mega Plaza').check()
    expect(await address.inputValue()).toBe('Mega Plaza, Oginga Odinga Street')
    expect(await ways.getByRole('link', { name: 'Map of Mega Plaza' }).getAttribute('href')).toBe('https://maps.example/mega')
    await way('Rider').check()
    expect(await address.inputValue()).toBe('House 4, Milimani, Kisumu')
    await ways.getByRole('checkbox', { name: 'Somebody else receives it' }).check()
    await placeButton(page).click()
    await ways.getByText('Enter the name of the receiver.').waitFor()
    await examine(page, 'checkout-delivery', { finger: '.delivery-ways' })
    await ways.getByLabel('Name of the receiver').fill('Achieng Odhiambo')
    await ways.getByLabel('Phone of the receiver').fill('0722 000 111')

    // What was chosen survives a reload, and the fee that changes meanwhile is asked again.
    await Promise.all([page.waitForResponse('**/delivery.json'), page.reload()])
    await ways.getByText('Delivering to Milimani, Kisumu.').waitFor()
    expect(await way('Rider').isChecked()).toBe(true)
    await expect.poll(() => ways.getByLabel('Name of the receiver').inputValue()).toBe('Achieng Odhiambo')
    await shop.db.execute(sql`update delivery_ways set fee = 300 where name = 'Rider'`)
    await placeButton(page).click()
    await page.getByRole('alert').getByText('It is KSh 5,790, with KSh 300 for delivery.').waitFor()
    await expect.poll(() => way('Rider').locator('xpath=..').textContent()).toContain('KSh 300')
    expect(await address.inputValue()).toBe('House 4, Milimani, Kisumu')
    await examine(page, 'checkout-fee-changed')
    await placeButton(page).click()
    await heading(page, 'Paid. Thank you.').waitFor()
    const facts = page.locator('.order-facts')
    await facts.getByText(/^Arrives \w{3} \d/).waitFor()
    for (const said of ['Rider, Milimani, Kisumu', 'Achieng Odhiambo receives it, +254 722 000 111.', 'KSh 300', 'KSh 5,790'])
      await facts.getByText(said).first().waitFor()
    await examine(page, 'order-delivery')
    await shop.open(page, `/product/${loafer.id}`)
    await page.getByRole('main').getByText('To Milimani, Kisumu: KSh 150').waitFor()
  })

  it('says its fee without scripts, and where the shop does not deliver', async () => {
    const { page } = await shop.visit('phone', { javaScriptEnabled: false })
    await page.goto(`${shop.url}/checkout`)
    await page.getByLabel('Delivery Address').fill('Nyali, Mombasa')
    await page.getByRole('button', { name: 'What does delivery cost?' }).click()
    await page
      .getByRole('region', { name: 'Delivery' })
      .getByText(/^To Nyali, Mombasa: /)
      .waitFor()
    expect(await page.getByLabel('Delivery Address').inputValue()).toBe('Nyali, Mombasa')
    await shoot(page, 'checkout-without-scripts')

    await shop.db.execute(sql`update delivery_places set zone_id = null where id = 'kenya'`)
    const other = await shop.visit('phone', { cart: [await shop.line('Karen Penny Loafer, Chestnut', '42')] })
    await shop.open(other.page, '/checkout')
    await fillDelivery(other.page, newPhone())
    await other.page.getByLabel('Delivery Address').fill('Lodwar town')
    await other.page.getByText("We don't deliver to Lodwar yet.").waitFor()
    await placeButton(other.page).click()
    const address = other.page.getByLabel('Delivery Address')
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
    expect(await other.page.getByText("We don't deliver to").count()).toBe(1)
    expect(await other.page.getByRole('link', { name: 'Ask us on WhatsApp' }).getAttribute('href')).toContain('Lodwar')
    await examine(other.page, 'checkout-nowhere', { finger: '.delivery-ways' })
    // Of a place that the buyer chose, nothing is wrong with the address.
    await address.fill('Ntinda, Kampala, Uganda')
    await other.page.getByText('We deliver in Kenya only: enter an address in Kenya.').first().waitFor()
    await address.fill('House 4')
    await other.page.getByText('Which town or county is it in? Fee and days depend on it.').waitFor()
    await placeButton(other.page).click()
    await expect.poll(() => other.page.evaluate(() => document.activeElement?.textContent)).toContain('Which town or county is it in?')
    await examine(other.page, 'checkout-town', { finger: '.delivery-ways' })
    await other.page.getByRole('button', { name: 'Choose the town' }).click()
    await other.page.getByRole('dialog', { name: 'Where shall we deliver?' }).getByRole('button', { name: 'Eldoret' }).click()
    await other.page.getByText("We don't deliver to Eldoret yet.").waitFor()
    await placeButton(other.page).click()
    await expect.poll(() => other.page.evaluate(() => document.activeElement?.textContent)).toContain("We don't deliver to Eldoret yet.")
    expect([await address.getAttribute('aria-invalid'), await other.page.getByText("We don't deliver to").count()]).toEqual([null, 1])
    await shop.db.execute(
      sql`update delivery_places set zone_id = (select id from delivery_zones where name <> 'Lake side' order by position limit 1) where id = 'kenya'`,
    )
  })
})
