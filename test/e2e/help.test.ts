import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { shoot } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, said } from './steps.ts'

const shop = useShop()

const answer = (page: Page) => page.getByText('a prompt (STK push) comes to the phone number you wrote')
const top = (page: Page, anchor: string) => page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), anchor)

describe('the help page', () => {
  it('is reached from the footer and the address bar, and shows the place that was asked for', async () => {
    const { page } = await shop.visit('phone')
    await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Size Guide' }).click()
    await heading(page, 'Help').waitFor()
    expect(new URL(page.url()).hash).toBe('#size-guide')
    await expect.poll(() => top(page, 'size-guide')).toBeLessThan(200)
    await page.getByRole('row', { name: '42 8 10.5 9 26.5' }).waitFor()
    await expect
      .poll(() => page.getByRole('img', { name: /bare foot/ }).evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect.poll(() => top(page, 'privacy')).toBeLessThan(200)
    await page.locator('#privacy[data-here]').waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]').textContent()).toBe('Privacy')

    expect(await answer(page).isVisible()).toBe(false)
    await page.goto(`${shop.url}/help#faq-pay`)
    await answer(page).waitFor()
    await shop.open(page, '/help#faq-pay')
    await answer(page).waitFor()
    await page.getByRole('group').filter({ hasText: 'How do I order?' }).locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.getByText('You need no account for that.').waitFor()
    await examine(page, 'help-page')
    await expect.poll(() => page.title()).toBe('Help | Viatu')
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/help$/)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByText('Do I need an account?').isVisible()).toBe(true)
  })

  it('needs no scripts', async () => {
    const { page } = await shop.visit('desk', { javaScriptEnabled: false })
    await page.goto(`${shop.url}/help#faq-pay`)
    await answer(page).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await page.getByText('Kenyan law applies.').waitFor()
    await page.getByText('How do I order?').click()
    await page.getByText('You need no account for that.').waitFor()
  })
})

describe('WhatsApp', () => {
  it('is asked about the shoe on the page, in the size that is chosen', async () => {
    const { page, context } = await shop.visit('desk')
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    const button = page.getByRole('complementary', { name: 'Help' }).getByRole('link', { name: 'Chat with us on WhatsApp' })
    await shop.open(page, '/help')
    expect(new URL((await button.getAttribute('href')) as string).searchParams.get('text')).toBe('Hello Viatu, I have a question about your shoes.')
    await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
    await page.getByRole('radio', { name: '43', exact: true }).check()
    for (const link of [button, page.getByRole('main').getByRole('link', { name: 'Ask on WhatsApp' })]) {
      const [chat] = await Promise.all([context.waitForEvent('page'), link.click()])
      expect(new URL(chat.url()).searchParams.get('text')).toMatch(
        /^Hello Viatu, I am interested in the Ruka High, Tarmac, size 43 \(KSh [\d,]+\): http.*\/product\/130c11d1-f708-46b0-9095-484412afa12e$/,
      )
    }
  })
})

describe('Help Pages', () => {
  it('are written by admins, looked at beforehand, never written over unread, and shown at once', async () => {
    const { email, password } = await account({ db: shop.db }, { isAdmin: true })
    const { page: desk, context, expectComplaint } = await shop.visit('desk')
    expectComplaint(/409|400/)
    expect((await fetch(`${shop.url}/help`)).status).toBe(200)
    for (const path of ['/admin/help', '/admin/help/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c']) {
      expect((await fetch(shop.url + path, { redirect: 'manual' })).status).toBe(302)
    }
    expect((await fetch(`${shop.url}/admin/help-preview`, { method: 'POST', body: new URLSearchParams({ body: 'x' }) })).status).toBe(401)
    expect((await context.request.post(`${shop.url}/api/auth/sign-in`, { data: { email, password } })).status()).toBe(200)
    await shop.open(desk, '/admin')
    await desk.locator('.section-menu > summary').click()
    await desk.locator('.section-menu').getByRole('link', { name: 'Help Pages' }).click()
    await desk.getByText('4 to check').waitFor()
    await examine(desk, 'help-list')
    await desk.getByRole('link', { name: 'Edit Shipping and returns' }).click()
    await desk.getByText('where you deliver, by which ways and in how many days, under Delivery in the panel', { exact: true }).waitFor()
    await shoot(desk, 'help-edit')

    const preview = desk.getByRole('region', { name: 'Preview' })
    const text = desk.getByLabel('Text', { exact: true })
    await text.fill('### Do you deliver to Lamu?\n\nYes, **by boat**, says {shop}. <script>alert(1)</script>')
    await preview.getByText('by boat').waitFor()
    await expect.poll(() => preview.textContent()).toContain('by boat, says Viatu.')
    // Meanwhile somebody else saves.
    const { data } = await (await context.request.get(`${shop.url}/api/help_sections`)).json()
    const [, { id, updated_at }] = data
    const theirs = await context.request.patch(`${shop.url}/api/help_sections/${id}`, { data: { body: 'Only in Nairobi.', updated_at } })
    expect(theirs.status()).toBe(200)
    await desk.getByRole('button', { name: 'Save changes' }).click()
    await desk.getByText('What they saved: Shipping and returns').waitFor()
    await desk.getByText('Only in Nairobi.').waitFor()
    await expect.poll(() => text.inputValue()).toContain('by boat')
    await examine(desk, 'help-changed-meanwhile')
    await desk.getByRole('button', { name: 'Save changes' }).click()
    await said(desk, 'Help section saved')
    await desk.getByRole('link', { name: 'Edit Shipping and returns' }).waitFor()

    const shown = await (await fetch(`${shop.url}/help`)).text()
    expect(shown).toContain('<strong>by boat</strong>')
    expect(shown).not.toContain('alert(1)')
    expect(shown).not.toContain('Only in Nairobi.')
    const { response } = await (
      await context.request.post(`${shop.url}/api/functions/ai-chatbot`, { data: { message: 'where do you deliver?' } })
    ).json()
    expect(response).toContain('by boat')
  })
})
