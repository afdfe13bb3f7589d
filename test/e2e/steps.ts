import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goodPassword } from '../accounts.ts'
import type { TestShop } from './shop.ts'

/** A unique number, `254711000001` and so on, because prompts are limited per phone. */
export const newPhone = () => `2547110${String(++phones).padStart(5, '0')}`
let phones = 0

export async function fillDelivery(page: Page, phone: string) {
  await page.getByLabel('Full Name').fill('Wanjiru Kamau')
  await page.getByLabel('Phone Number').fill(`0${phone.slice(3)}`)
  await page.getByLabel('Delivery Address').fill('Moi Avenue 12, Nairobi')
}

export const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Order & Pay with M-Pesa' })

/** Checks out a filled cart, up to the order's page with the message that the prompt was sent. */
export async function order(shop: TestShop, page: Page, phone: string) {
  await page.goto(`${shop.url}/checkout`)
  await fillDelivery(page, phone)
  await placeButton(page).click()
  await page.waitForURL('**/order/**')
}

/** Opens a buyer's simulated phone and runs `act` on it. */
export async function onThePhone(shop: TestShop, page: Page, phone: string, act: (screen: Page) => Promise<void>) {
  const screen = await page.context().newPage()
  await screen.goto(`${shop.phones}/phone/${phone}`)
  await act(screen)
  await screen.close()
}

export async function enterPin(screen: Page, pin: string) {
  await screen.getByLabel('PIN').fill(pin)
  await screen.getByRole('button', { name: 'Send' }).click()
  await screen.getByLabel('PIN').waitFor({ state: 'hidden' })
}

export const cartButton = (page: Page, items: string) => page.getByRole('button', { name: `Cart, ${items}` })
export const cartPanel = (page: Page) => page.getByRole('dialog', { name: /^Cart/ })

/** Waits until the page is hydrated. */
export const takenOver = (page: Page) => page.waitForFunction(() => document.querySelector('html:not([data-late])'))

/** Goes on to another page as links do: within the document that is there. */
export const goWithin = (page: Page, path: string) => page.evaluate((to) => (window as never as Router).__reactRouterDataRouter.navigate(to), path)

/** The router keeps itself there. */
interface Router {
  __reactRouterDataRouter: { navigate(to: string): Promise<void> }
}

/** Delays a page's scripts until the returned function is called. */
export async function heldScripts(page: Page, name = '*'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits for a toast that contains this text. */
export const said = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor()

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** The answer of the first request that changes something is lost after the shop has acted; the next ones go through. */
export async function loseFirstAnswer(page: Page, address: string) {
  let posts = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || ++posts > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
}

/** By the form of the page that is open. */
export async function signIn(page: Page, { email }: { email: string }) {
  await page.getByLabel('Email or Phone Number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.locator('main').getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await said(page, 'Signed out')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
}

export const hasFocus = (field: Locator) => expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
