import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { affiliate, referred } from '../affiliates.ts'
import { admin, as, tellPaid } from '../checkout.ts'
import { orderFor } from '../orders-of.ts'
import { pendingPayout } from '../payout-scene.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { useShop } from './shop.ts'
import { loseFirstAnswer, said } from './steps.ts'

const shop = useShop()

const on = () => ({ db: shop.db })

it('a dialog that is refused says why and keeps what was typed; Escape closes it, and not the menu behind it', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('desk')
  const { id, code } = await orderFor(on(), 'Njeri Mwangi', 'paid')
  await shop.open(page, `/admin/orders?search=${code}`)
  await page.locator('.order-menu summary').click()
  const cancel = page.locator('.order-menu').getByRole('button', { name: `Cancel order ${code}` })
  const dialog = page.locator('dialog[open]')
  await cancel.click()
  await dialog.getByLabel('Reason').fill('Asked for')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true)
  await shop.open(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Name an affiliate' }).click()
  expectComplaint(/400/)
  const field = dialog.getByLabel('Affiliate code')
  await field.fill('NOBODY22')
  await page.keyboard.press('Enter')
  await dialog.getByText('No affiliate has this code, or they are paused.').waitFor()
  expect(await field.inputValue()).toBe('NOBODY22')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
})

it('a customer is not forgotten before their order is finished, which the dialog says; then they are, and their list comes back', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('phone')
  const { id, code, ctx } = await orderFor(on(), 'Nafula Wekesa', 'paid')
  await shop.open(page, `/admin/customers/${id}`)
  await page.getByRole('button', { name: 'Delete customer' }).click()
  expectComplaint(/409/)
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'Delete customer' }).click()
  await dialog
    .getByRole('paragraph')
    .filter({ hasText: `Order ${code} is paid and not delivered. Settle that first, then delete the customer.` })
    .waitFor()
  for (const status of ['shipped', 'delivered']) await changeStatus(as(ctx, admin), id, { status })
  await shop.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  await dialog.getByRole('button', { name: 'Delete customer' }).click()
  await said(page, 'One order names nobody now.')
  await page.waitForURL('**/admin/customers')
})

it('of commissions that are approved at once, one that cannot be stays as it was, and says why', async () => {
  const who = await affiliate(on())
  const [paid, unpaid] = [await referred(on(), who), await referred(on(), who)]
  await tellPaid(paid.ctx, paid.attempt)
  const { page } = await shop.visitAsAdmin('desk')
  await shop.open(page, `/admin/commissions?search=${who.code}`)
  await page.getByLabel('Pick all that wait').check()
  await page.getByRole('button', { name: 'Approve picked' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Approve', exact: true }).click()
  await said(page, '1 approved, 1 stayed as it was.')
  const stayed = page.locator('.panel-notice', { hasText: 'One stayed as it was' })
  await stayed.getByText(`${unpaid.orderId.slice(0, 8)} The order is not paid`).waitFor()
})

it('a press in a dialog whose answer is lost is said to be lost, and done once when it is pressed again', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('phone')
  await pendingPayout(on())
  expectComplaint(/ERR_FAILED/)
  await shop.open(page, '/admin/payouts?show=pending')
  await loseFirstAnswer(page, '**/admin/payouts.data*')
  await page.getByRole('button', { name: 'Export batch' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByText('The connection was lost.').waitFor()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('viatu-payouts.csv')
  await said(page, 'Batch exported')
  await dialog.waitFor({ state: 'detached' })
  await page.route('**/admin/payouts.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page
    .getByRole('button', { name: /^Mark Paid: / })
    .first()
    .click()
  const receipt = newReceipt()
  await dialog.getByLabel('M-Pesa receipt code').fill(receipt)
  await dialog.getByRole('button', { name: 'Mark Paid' }).click()
  await said(page, 'Failed to process payout completion')
  expect(await dialog.getByLabel('M-Pesa receipt code').inputValue()).toBe(receipt)
})
