import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { later } from '../newer-features.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heading, newPhone, order, said } from './steps.ts'

const shop = useShop()

/** Takes away what browsers brought later than the floor. Selectors that they do not know throw. */
function takeAway(names: string[]) {
  const owners = [Array, String, Set, Map, AbortSignal, Document, Element, HTMLElement, HTMLDialogElement, Navigator].map((each) => each.prototype)
  for (const name of names) {
    const [first = '', last = ''] = name.split('.')
    if (first && last) delete (window as never as Record<string, Record<string, unknown>>)[first]?.[last]
    else if (last) for (const owner of [...owners, Uint8Array.prototype]) delete (owner as never as Record<string, unknown>)[last]
    else delete (window as never as Record<string, unknown>)[first]
  }
  const newer = names.filter((name) => name.startsWith(':'))
  for (const owner of [Element.prototype, Document.prototype] as never as Record<string, unknown>[])
    for (const method of ['matches', 'closest', 'querySelector', 'querySelectorAll']) {
      const known = owner[method] as ((selector: string) => unknown) | undefined
      if (!known) continue
      owner[method] = function (this: Element, selector: string) {
        if (newer.some((name) => selector.includes(name))) throw new SyntaxError(`unknown selector: ${selector}`)
        return known.call(this, selector)
      }
    }
}

async function works(page: Page, paths: string[]) {
  for (const path of paths) {
    await shop.open(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.getByRole('heading', { name: 'Something went wrong' }).count(), path).toBe(0)
  }
}

describe('a browser of the floor', () => {
  it('finds, chooses, buys and asks', async () => {
    const { page, context } = await shop.visit('phone')
    await context.addInitScript(takeAway, Object.keys(later))
    await works(page, ['/', '/category/loafers', '/help', '/auth', '/sign-up', '/track', '/reset-password', '/offline'])
    await shop.open(page, '/products')
    await page
      .getByRole('button', { name: 'Load more' })
      .or(page.getByRole('link', { name: 'Load more' }))
      .first()
      .click()
    await expect.poll(() => page.locator('.product-card').count()).toBeGreaterThan(24)
    await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
    await page.getByRole('radio', { name: '43', exact: true }).check()
    await page.getByRole('link', { name: 'Size guide', exact: true }).click()
    await page.getByRole('dialog', { name: /Size guide/i }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await cartButton(page, '1 item').click()
    await cartPanel(page)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await said(page, 'Removed from your cart')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => cartPanel(page).locator('.cart-line').count()).toBe(1)
    await order(shop, page, newPhone())
    await heading(page, 'Check your phone').waitFor()
  })

  it('shows an affiliate their pages, and an admin the panel', async () => {
    const { page, context } = await shop.visitAs(await account({ db: shop.db }, { is_affiliate: true }), 'desk')
    await context.addInitScript(takeAway, Object.keys(later))
    await works(page, ['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet', '/affiliate/wallet/statement'])
    const admin = await shop.visitAsAdmin('desk')
    await admin.context.addInitScript(takeAway, Object.keys(later))
    const sections = [
      '',
      'products',
      'products/new',
      'products/bulk',
      'orders',
      'customers',
      'users',
      'affiliates',
      'commissions',
      'payouts',
      'delivery',
    ]
    const others = [
      'delivery/holidays',
      'promotions',
      'ads',
      'help',
      'categories',
      'data',
      'settings',
      'figures',
      'notifications',
      'mpesa',
      'status',
      'audit',
    ]
    await works(
      admin.page,
      [...sections, ...others].map((section) => `/admin/${section}`),
    )
  })
})

describe('a browser below the floor', () => {
  it('has the pages as they are without scripts', async () => {
    const { page, context } = await shop.visit('phone')
    await context.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'findLast')
    })
    const modules: string[] = []
    page.on('request', (request) => request.url().endsWith('.js') && modules.push(request.url()))
    await page.goto(`${shop.url}/product/130c11d1-f708-46b0-9095-484412afa12e`)
    await page.getByRole('link', { name: 'Order on WhatsApp instead' }).waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).count()).toBe(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await page.getByText('Kenyan law applies.').waitFor()
    expect(modules).toEqual([])
  })
})
