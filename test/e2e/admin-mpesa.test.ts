import { describe, expect, it } from 'vitest'
import { goodPassword } from '../accounts.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { enterPin, newPhone, onThePhone, said, takenOver } from './steps.ts'

const shop = useShop()

describe('the M-Pesa account', () => {
  it('is entered, tried with KSh 1, and in force; a wrong passkey is named, and nothing that may be seen is lost', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('phone')
    expectComplaint(/400/)
    await shop.open(page, '/admin/mpesa')
    await takenOver(page)
    await page.getByText('Payments are simulated.').waitFor()
    await page.getByText('Try it with this demo’s simulator').click()
    const [shortcode, key, secret, passkey] = await page.locator('.mpesa-simulated code').allTextContents()
    await examine(page, 'mpesa-none')

    await page.getByLabel('Buyers pay to a').selectOption('CustomerPayBillOnline')
    await expect.poll(() => page.getByLabel('Till number').isVisible()).toBe(false)
    await page.getByLabel('Shortcode', { exact: true }).fill(shortcode as string)
    await page.getByLabel('Consumer key', { exact: true }).fill(key as string)
    await page.getByLabel('Consumer secret', { exact: true }).fill(secret as string)
    await page.getByLabel('Passkey', { exact: true }).fill('not-this-passkey')
    const phone = newPhone()
    await page.getByLabel('Phone that pays KSh 1').fill(`0${phone.slice(3)}`)
    await page.getByLabel('Your password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Try with KSh 1' }).click()
    await page.getByText('The passkey is not the one of this shortcode').first().waitFor()
    expect(await page.getByLabel('Shortcode', { exact: true }).inputValue()).toBe(shortcode)
    await examine(page, 'mpesa-wrong-passkey')

    await page.getByLabel('Passkey', { exact: true }).fill(passkey as string)
    await page.getByLabel('Phone that pays KSh 1').fill(`0${phone.slice(3)}`)
    await page.getByLabel('Your password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Try with KSh 1' }).click()
    await said(page, 'Prompt sent')
    await page.getByText('Being tried: PayBill').waitFor()
    await examine(page, 'mpesa-tried')
    await onThePhone(shop, page, phone, (screen) => enterPin(screen, '1234'))
    await page.getByRole('heading', { name: 'Buyers pay to' }).waitFor({ timeout: 20_000 })
    await examine(page, 'mpesa-in-force')
    expect(await page.getByLabel('Consumer key', { exact: true }).inputValue()).toBe('')

    await shop.open(page, '/admin/orders?view=refunds')
    await page.getByText('Paid to test the M-Pesa account').first().waitFor()
  })
})
