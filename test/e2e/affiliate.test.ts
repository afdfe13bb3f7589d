import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { formatShillings } from '#domain/money.ts'
import { changeCommission } from '#features/affiliates/change-commission.ts'
import { account } from '../accounts.ts'
import { boss } from '../affiliates.ts'
import { as, contextOn, rowsOf } from '../checkout.ts'
import { codeOf } from '../debtor.ts'
import { examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartPanel, closeMessages, loseFirstAnswer, newPhone, onThePhone, order, said, takenOver } from './steps.ts'

const shop = useShop()
const shoe = { name: 'Karen Penny Loafer, Chestnut', size: '42' }

async function newAffiliate(changes: Parameters<typeof account>[1] = {}) {
  const who = await account({ db: shop.db }, { is_affiliate: true, full_name: 'Achieng Otieno', ...changes })
  return { ...who, ...(await codeOf({ db: shop.db }, who.id)) }
}
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

it('an affiliate copies the link to a pair, which is followed to a purchase; its commission is paid out once, though an answer is lost; a paused one shares nothing', async () => {
  const who = await newAffiliate()
  const line = await shop.line(shoe.name, shoe.size)
  const { page, expectComplaint } = await shop.visitAs(who, 'phone', clipboard)
  expectComplaint(/(ERR_FAILED|status of 500).*wallet/)
  await copyLinks(page, line, who.code)
  await buyByLink(line, who)
  await approve(who)
  const money = formatShillings(Math.floor(line.price / 10))
  await openWallet(page)
  await requestPayout(page, money)
  const receipt = await payByMpesa(who, money)
  await readStatement(page, receipt)
  await shareNothing(page, line, who)
})

/** From its page, and from any card. */
async function copyLinks(page: Page, line: CartLine, code: string) {
  const link = `${shop.url}/product/${line.id}?ref=${code}`
  // Public pages learn from what the browser keeps that an affiliate reads them.
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText(`Share this pair and earn ${formatShillings(line.price / 10)}`).waitFor()
  await page.getByRole('button', { name: 'Copy Affiliate Link' }).click()
  await said(page, 'Affiliate link copied to clipboard')
  await expect.poll(() => copied(page)).toBe(link)
  const chat = new URL((await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')) as string)
  expect(chat.searchParams.get('text')).toBe(`${shoe.name} for ${formatShillings(line.price)} at Viatu: ${link}`)
  await page.getByText('QR code', { exact: true }).click()
  const drawing = page.getByRole('img', { name: `QR code of ${link}` })
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await closeMessages(page)
  await examineNow(page, 'affiliate-product')
  await shop.open(page, '/products')
  const first = page.getByRole('button', { name: /^Copy Affiliate Link: / }).first()
  await first.click()
  await expect.poll(() => copied(page)).toMatch(new RegExp(`^${shop.url}/product/[\\w-]{36}\\?ref=${code}$`))
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await first.click()
  await said(page, 'Failed to copy link')
}

async function buyByLink(line: CartLine, who: { id: string; code: string }) {
  const { page: buying, context } = await shop.visit('phone')
  await buying.goto(`${shop.url}/product/${line.id}?ref=${who.code}`)
  await buying.getByText(`You are shopping with the affiliate link of ${who.code}`).waitFor()
  expect((await context.cookies()).find(({ name }) => name === 'viatu-ref')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await buying.getByRole('radio', { name: shoe.size, exact: true }).click()
  await buying.getByRole('button', { name: 'Add to Cart' }).first().click()
  await said(buying, 'Added to Cart')
  await payAtLast(buying)
  expect(await clicksOf(who)).toEqual([{ converted: true }])
  // What the tab knew of the link goes with the payment.
  await expect.poll(() => buying.evaluate(() => sessionStorage.getItem('referral'))).toBeNull()
}

async function openWallet(page: Page) {
  await shop.open(page, '/affiliate')
  await page.route('**/affiliate/wallet.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Wallet' }).click()
  await page.getByText('Error fetching wallet data').waitFor()
  await page.unroute('**/affiliate/wallet.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
}

async function requestPayout(page: Page, money: string) {
  const request = page.getByRole('button', { name: 'Request Payout' })
  await request.waitFor()
  await takenOver(page)
  await loseFirstAnswer(page, '**/affiliate/wallet.data*')
  await request.click()
  await said(page, 'Error requesting payout')
  await request.click()
  await page.getByText(`Your request for ${money} is waiting for us`).waitFor()
  // The next request has a key of its own.
  await page.getByRole('button', { name: 'Cancel this request' }).click()
  await page.getByText('Cancelled by you').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request-payout')
  await request.click()
  await page.getByText(`Your request for ${money} is waiting for us`).waitFor()
}

async function readStatement(page: Page, receipt: string) {
  await shop.open(page, '/affiliate/wallet/statement')
  await page.getByText('Payout requested').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Achieng Otieno, affiliate code').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await shop.open(page, '/affiliate/wallet')
  await page.getByText(`M-Pesa ${receipt}`).waitFor()
}

/** While they are paused, and when they are no affiliate any more. */
async function shareNothing(page: Page, line: CartLine, who: { id: string }) {
  await shop.db.execute(sql`update profiles set affiliate_paused_at = now(), affiliate_pause_reason = 'A test' where id = ${who.id}`)
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText('Your affiliate links are resting.').waitFor()
  expect(await page.getByText(/Share this pair and earn/).count()).toBe(0)
  await shop.db.execute(sql`update profiles set is_affiliate = false where id = ${who.id}`)
  await shop.open(page, '/dashboard')
  await shop.open(page, '/products')
  await takenOver(page)
  expect(await page.getByRole('button', { name: /^Copy Affiliate Link: / }).count(), 'for affiliates alone').toBe(0)
}

const clicksOf = ({ id }: { id: string }) =>
  rowsOf<{ converted: boolean }>({ db: shop.db }, sql`select converted from affiliate_clicks where affiliate_id = ${id}`)

/** The buyer gives up a first prompt, puts the pair back into the cart and orders again: the link is not forgotten. */
async function payAtLast(page: Page) {
  const payer = newPhone()
  await order(shop, page, payer)
  await onThePhone(shop, page, payer, (screen) => screen.getByRole('button', { name: 'Cancel' }).click())
  await page.getByRole('button', { name: 'Put the items back in my cart' }).click()
  await cartPanel(page).getByText(shoe.name).waitFor()
  await page.goto(`${shop.url}/checkout`)
  await page.getByText('Referred by').waitFor()
  await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
  await order(shop, page, payer)
  await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
}

/** An admin approves the commission that is pending. */
async function approve({ id }: { id: string }) {
  const rows = await rowsOf<{ id: string; status: string }>(
    { db: shop.db },
    sql`select id, status from affiliate_commissions where affiliate_id = ${id} order by status`,
  )
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'rejected'])
  await changeCommission(as(contextOn({ db: shop.db }), await boss({ db: shop.db })), rows[0]?.id as string, { status: 'approved' })
}

/** An admin presses Pay by M-Pesa; its result, not the button, completes the payout. Returns the receipt, which both books have once. */
async function payByMpesa(who: { id: string; code: string }, money: string): Promise<string> {
  const { page } = await shop.visitAsAdmin('desk')
  await shop.open(page, `/admin/payouts?search=${who.code}`)
  await page.getByRole('button', { name: `Pay by M-Pesa: the payout of ${money} to Achieng Otieno` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Pay ${money}`, exact: true })
    .click()
  await said(page, 'Payout status updated')
  const payouts = () =>
    rowsOf<{ id: string; status: string; receipt: string }>(
      { db: shop.db },
      sql`select id, status, receipt from affiliate_payouts where affiliate_id = ${who.id} order by requested_at`,
    )
  await expect.poll(async () => (await payouts()).map(({ status }) => status)).toEqual(['rejected', 'completed'])
  const [, { id, receipt } = { id: '', receipt: '' }] = await payouts()
  const book = await (await fetch(`${shop.phones}/control/book`)).json()
  expect(book.payouts.filter((each: { originatorConversationId: string }) => each.originatorConversationId === id)).toMatchObject([{ receipt }])
  await page.getByText(receipt).first().waitFor()
  return receipt
}
