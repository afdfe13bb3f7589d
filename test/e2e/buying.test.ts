import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Size, shoot } from './browser.ts'
import { useShop } from './shop.ts'
import { cartPanel, enterPin, fillDelivery, heading, newPhone, onThePhone, placeButton } from './steps.ts'

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
    const { page } = await shop.visit(size, { serviceWorkers: 'allow' })
    const payer = newPhone()
    await chooseAShoe(page, size, { category: 'Loafers', name: 'Karen Penny Loafer, Chestnut' })
    const promise = page.getByRole('main').getByText('Free delivery in Kenya')
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
    await panel.getByText('Free delivery in Kenya').waitFor()
    await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()

    await heading(page, 'Checkout').waitFor()
    await promise.waitFor()
    await page.getByText('Town, estate, landmark or stage.').waitFor()
    const summary = page.getByRole('region', { name: 'What you buy' })
    if (size === 'phone') await summary.getByText('1 × Karen Penny Loafer, Chestnut, size 42').waitFor()
    else expect(await summary.count()).toBe(0)
    await fillDelivery(page, payer)
    const email = page.getByLabel('Email')
    await email.fill('wanjiru@')
    await placeButton(page).click()
    await page.getByText('Write the e-mail as name@example.com.').waitFor()
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
    await promise.waitFor()
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
      await expect.poll(() => news.getByRole('link').getAttribute('href')).toBe(page.url())
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

  it('cancels on the phone, sends the prompt again, and pays', async () => {
    const { page } = await shop.visit(size, { serviceWorkers: 'allow' })
    const hesitant = newPhone()
    await chooseAShoe(page, size, { category: 'Casual', name: 'Mtaa Canvas, Blue' })
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
    await shoot(page, `cancelled-${size}`)
    await page.getByRole('button', { name: 'Send the prompt again' }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await onThePhone(shop, page, hesitant, (screen) => enterPin(screen, '1234'))
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
  })
})
