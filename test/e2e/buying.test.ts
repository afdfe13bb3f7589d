import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { newVisitor, openBrowser, type Size, shoot } from './browser.ts'

let home: string
let shop: ShopProcess
let browser: Browser

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-buying-'))
  shop = await startShopProcess({ DATA_DIR: home })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  await rm(home, { recursive: true, force: true })
})

/** What a hand does on the simulated phone of a buyer. */
async function onThePhone(page: Page, phone: string, act: (screen: Page) => Promise<void>) {
  const screen = await page.context().newPage()
  await screen.goto(`${shop.simulatorUrl}/phone/${phone}`)
  await act(screen)
  await screen.close()
}

async function chooseAShoe(page: Page, size: Size, shoe: { category: string; name: string; size: string }) {
  await page.goto(shop.url)
  await expect(page.getByRole('heading', { name: 'Discover Our Products', level: 1 }).isVisible()).resolves.toBe(true)
  if (size === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await menu.getByText('Men Shoes', { exact: true }).first().click()
    await menu.getByRole('link', { name: shoe.category }).click()
  } else {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Men Shoes', exact: true }).hover()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: shoe.category }).click()
  }
  await page.getByRole('heading', { name: shoe.category, level: 1 }).waitFor()
  await page.getByRole('heading', { name: shoe.name }).getByRole('link').click()
  await page.getByRole('heading', { name: shoe.name, level: 1 }).waitFor()
}

async function pickSize(page: Page, size: string) {
  const radio = page.getByRole('radio', { name: size, exact: true })
  await radio.click()
  expect(await radio.isChecked()).toBe(true)
}

async function fillDelivery(page: Page, phone: string) {
  await page.getByLabel('Full Name').fill('Wanjiru Kamau')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Delivery Address').fill('Moi Avenue 12, Nairobi')
}

describe.each<Size>(['phone', 'desk'])('buying on a %s', (size) => {
  const payer = size === 'phone' ? '254711000001' : '254711000002'
  const hesitant = size === 'phone' ? '254711000003' : '254711000004'

  it('goes from home to a paid pair of shoes', async () => {
    const { page, context, expectQuiet } = await newVisitor(browser, size)
    await chooseAShoe(page, size, { category: 'Loafers', name: 'Karen Penny Loafer, Chestnut', size: '42' })
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.click()
    await page.getByText('Choose a size first.').waitFor()
    await pickSize(page, '42')
    await add.click()
    await page.getByText('Added to Cart').waitFor()
    await page.getByRole('button', { name: 'Cart, 1 item' }).click()
    const panel = page.getByRole('dialog', { name: /^Cart/ })
    await panel.getByText('Karen Penny Loafer, Chestnut').waitFor()
    await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()

    await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
    await fillDelivery(page, `0${payer.slice(3)}`)
    await shoot(page, `checkout-${size}`)
    await page.getByRole('button', { name: 'Place Order & Pay with M-Pesa' }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await shoot(page, `waiting-${size}`)
    await onThePhone(page, payer, async (screen) => {
      await screen.getByLabel('PIN').fill('1234')
      await screen.getByRole('button', { name: 'Send' }).click()
      await screen.getByText('Confirmed').first().waitFor()
    })
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    await page.getByText('Paid - Ready to Ship').first().waitFor()
    await shoot(page, `paid-${size}`)
    expect(await page.evaluate(() => localStorage.getItem('viatu-cart-guest'))).toBe('[]')
    await page.reload()
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    expectQuiet()
    await context.close()
  })

  it('cancels on the phone, sends the prompt again, and pays', async () => {
    const { page, context, expectQuiet } = await newVisitor(browser, size)
    await chooseAShoe(page, size, { category: 'Casual', name: 'Mtaa Canvas, Blue', size: '42' })
    await pickSize(page, '42')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.goto(`${shop.url}/checkout`)
    await fillDelivery(page, `+${hesitant}`)
    await page.getByRole('button', { name: 'Place Order & Pay with M-Pesa' }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await onThePhone(page, hesitant, async (screen) => {
      await screen.getByRole('button', { name: 'Cancel' }).click()
      await screen.getByText('cancelled').first().waitFor()
    })
    await page.getByRole('heading', { name: 'Payment not completed' }).waitFor()
    await page.getByText('You cancelled the prompt on your phone.').first().waitFor()
    await shoot(page, `cancelled-${size}`)
    await page.getByRole('button', { name: 'Send the prompt again' }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await onThePhone(page, hesitant, async (screen) => {
      await screen.getByLabel('PIN').fill('1234')
      await screen.getByRole('button', { name: 'Send' }).click()
    })
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    expectQuiet()
    await context.close()
  })
})
