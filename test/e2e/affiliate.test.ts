import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { renderSVG } from 'uqr'
import { describe, expect, it } from 'vitest'
import { formatShillings } from '#domain/money.ts'
import { type Account, account } from '../accounts.ts'
import { earn } from '../affiliates.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { type Size, shoot } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { closeMessages, enterPin, heading, newPhone, onThePhone, order, said, takenOver } from './steps.ts'

const shop = useShop()
const shoe = { name: 'Karen Penny Loafer, Chestnut', size: '42' }

const newAccount = (changes: Parameters<typeof account>[1] = {}) => account({ db: shop.db }, changes)

async function codeOf({ id }: Account): Promise<string> {
  const { rows } = await shop.db.execute<{ affiliate_code: string }>(sql`select affiliate_code from profiles where id = ${id}`)
  return rows[0]?.affiliate_code as string
}

async function clicksOf({ id }: Account): Promise<{ converted: boolean }[]> {
  return (await shop.db.execute<{ converted: boolean }>(sql`select converted from affiliate_clicks where affiliate_id = ${id}`)).rows
}

/** Opens a page of the affiliate's that the browser knows them on; public pages learn it from what the browser keeps. */
async function openAsAffiliate(page: Page, path: string) {
  await shop.open(page, '/affiliate')
  await shop.open(page, path)
}

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

describe.each<Size>(['phone', 'desk'])('an affiliate on a %s', (size) => {
  it('shares a link, is paid for what came of it, and reads it all', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    const code = await codeOf(who)
    const affiliate = await shop.visitAs(who, size, clipboard)
    const line = await shop.line(shoe.name, shoe.size)
    const link = `${shop.url}/product/${line.id}?ref=${code}`
    const earned = line.price / 10

    const { page } = affiliate
    await openAsAffiliate(page, `/product/${line.id}`)
    await page.getByText(`Share this pair and earn ${formatShillings(earned)}`).waitFor()
    await expect.poll(() => page.getByLabel('Your affiliate link').inputValue()).toBe(link)
    await page.getByRole('button', { name: 'Copy Affiliate Link' }).click()
    await said(page, 'Link Copied!')
    await said(page, 'Affiliate link copied to clipboard')
    await expect.poll(() => copied(page)).toBe(link)
    const message = new URL((await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')) as string)
    expect(message.origin).toBe('https://wa.me')
    expect(message.searchParams.get('text')).toBe(`${shoe.name} for ${formatShillings(line.price)} at Viatu: ${link}`)
    await page.getByText('QR code', { exact: true }).click()
    const drawing = page.getByRole('img', { name: `QR code of ${link}` })
    await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await drawing.elementHandle())
    await closeMessages(page)
    await examine(page, `affiliate-product-${size}`)

    // Somebody opens it in a browser of their own.
    const { page: buying, context: fresh } = await shop.visit(size, { reducedMotion: 'reduce' })
    await buying.goto(link)
    await buying.getByText(`You are shopping with the affiliate link of ${code}`).waitFor()
    const cookie = (await fresh.cookies()).find(({ name }) => name === 'viatu-ref')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    await buying.reload()
    await buying.getByText(`You are shopping with the affiliate link of ${code}`).waitFor()
    expect(await clicksOf(who)).toEqual([{ converted: false }])
    await buying.getByRole('radio', { name: shoe.size, exact: true }).click()
    await buying.getByRole('button', { name: 'Add to Cart' }).first().click()
    await said(buying, 'Added to Cart')
    const payer = newPhone()
    await order(shop, buying, payer)
    await onThePhone(shop, buying, payer, async (screen) => {
      await enterPin(screen, '1234')
      await screen.getByText('Confirmed').first().waitFor()
    })
    await buying.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    expect(await clicksOf(who)).toEqual([{ converted: true }])

    // The shop delivers, and approves.
    const boss = await newAccount({ isAdmin: true })
    const { context: desk, page: panel } = await shop.visitAs(boss, size)
    const { data } = await (await desk.request.get(`${shop.url}/api/affiliate_commissions?affiliate_id=${who.id}`)).json()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ commission_amount: earned, status: 'pending' })
    for (const status of ['shipped', 'delivered'])
      expect((await desk.request.patch(`${shop.url}/api/orders/${data[0].order_id}`, { data: { status } })).status()).toBe(200)
    await shop.open(panel, `/admin/commissions?search=${code}`)
    await panel.getByRole('button', { name: /^Approve the commission of order/ }).click()
    await panel.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await said(panel, 'Commission status updated')

    // The wallet pays.
    const whole = Math.floor(earned)
    affiliate.expectComplaint(/422/)
    await shop.open(page, '/affiliate')
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Wallet' }).click()
    await page.getByText('Ready to request').waitFor()
    const amount = page.getByLabel('Amount (KSh)')
    await expect.poll(() => amount.inputValue()).toBe(String(whole))
    await amount.fill(`${whole + 1}`)
    await page.getByRole('button', { name: 'Request Payout' }).click()
    await said(page, 'Invalid amount')
    await page.getByRole('main').getByText('Please enter a valid amount within your available balance.').waitFor()
    await shoot(page, `affiliate-invalid-${size}`)
    await closeMessages(page)
    await amount.fill(String(whole))
    await page.getByLabel('M-Pesa full name').fill('')
    await page.getByRole('button', { name: 'Request Payout' }).click()
    await said(page, 'Missing M-Pesa Details')
    await page.getByRole('main').getByText('Please provide your M-Pesa phone number and full name.').waitFor()
    await closeMessages(page)
    await page.getByLabel('M-Pesa full name').fill('Achieng Otieno')
    await page.getByRole('button', { name: 'Request Payout' }).click()
    await said(page, 'Payout requested successfully')
    await page.getByText(`Your request for ${formatShillings(whole)} is waiting for us`).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Request Payout' }).isDisabled()).toBe(true)
    await closeMessages(page)
    await examine(page, `affiliate-wallet-pending-${size}`)
    await page.locator('summary', { hasText: 'M-Pesa details' }).click()
    await page.getByLabel('M-Pesa full name').first().fill('Achieng A. Otieno')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Payout request changed')

    const payouts = await (await desk.request.get(`${shop.url}/api/affiliate_payouts?affiliate_id=${who.id}`)).json()
    expect(payouts.data).toMatchObject([{ amount: whole, status: 'pending', mpesa_full_name: 'Achieng A. Otieno' }])
    const { id: payout_id } = payouts.data[0]
    const payoutNow = async () => (await (await desk.request.get(`${shop.url}/api/affiliate_payouts?affiliate_id=${who.id}`)).json()).data[0]
    await shop.open(panel, `/admin/payouts?search=${code}`)
    const pay = (label: string) => panel.getByRole('button', { name: `${label}: the payout of ${formatShillings(whole)} to Achieng A. Otieno` })
    const dialog = panel.getByRole('dialog')
    if (size === 'desk') {
      // Somebody has paid it by hand, and writes down the receipt.
      await pay('Mark Paid').click()
      await dialog.getByLabel('M-Pesa receipt code').fill(newReceipt())
      await dialog.getByRole('button', { name: 'Mark Paid', exact: true }).click()
      await said(panel, 'Payout completed')
      await said(panel, `${formatShillings(whole)}, 1 deduction`)
    } else {
      // M-Pesa pays it: its result, not the button, completes it.
      await pay('Pay by M-Pesa').click()
      await dialog.getByRole('button', { name: `Pay ${formatShillings(whole)}`, exact: true }).click()
      await said(panel, 'Payout status updated')
      await expect.poll(async () => (await payoutNow()).status, { timeout: 20_000 }).toBe('completed')
    }
    const { status, receipt } = await payoutNow()
    expect(status).toBe('completed')
    const book = await (await fetch(`${shop.phones}/control/book`)).json()
    // Both books have it once.
    expect(book.payouts.filter((each: { originatorConversationId: string }) => each.originatorConversationId === payout_id)).toMatchObject(
      size === 'desk' ? [] : [{ amount: whole, receipt }],
    )
    await shop.open(panel, `/admin/payouts?search=${code}`)
    await panel.getByText(receipt).first().waitFor()

    await shop.open(page, '/affiliate/wallet')
    await page.getByText(`M-Pesa ${receipt}`).waitFor()
    for (const words of ['Payout History', 'Recent Commissions', 'Recent Clicks']) await page.getByRole('heading', { name: words }).waitFor()
    await examine(page, `affiliate-wallet-${size}`)
    await shop.open(page, '/affiliate')
    await page.getByRole('img', { name: /^Orders by day, 1 in all/ }).waitFor()
    await page.getByText('100% of the clicks').waitFor()
    await page.getByText('The numbers as a table').click()
    await examine(page, `affiliate-tab-${size}`)

    await shop.open(page, '/affiliate/wallet/statement')
    for (const words of ['Commission approved', 'Payout requested']) await page.getByText(words).waitFor()
    await examine(page, `affiliate-statement-${size}`)
    await page.getByLabel('To').fill('2026-01-31')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('until 31 Jan 2026').waitFor()
    expect(await page.getByText('Commission approved').count()).toBe(0)
    await shop.open(page, '/affiliate/wallet/statement')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('viatu-statement.csv')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Achieng Otieno, affiliate code').isVisible()).toBe(true)
    await shoot(page, `affiliate-paper-${size}`)
  })
})

describe('the wallet', () => {
  it('says what failed, in the words of the specification', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    await earn({ db: shop.db }, { code: await codeOf(who) }, 500)
    const { page, context, expectComplaint } = await shop.visitAs(who, 'phone')
    expectComplaint(/ERR_FAILED|status of (403|409|500)/)
    await shop.open(page, '/affiliate/wallet')
    const ask = async (amount: number) => {
      await page.getByLabel('Amount (KSh)').fill(String(amount))
      await page.getByRole('button', { name: 'Request Payout' }).click()
    }
    // On the way.
    await page.route('**/affiliate/wallet.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await ask(100)
    await said(page, 'Error requesting payout')
    await said(page, 'The connection was lost.')
    await shoot(page, 'affiliate-lost', 'screen')
    await page.unroute('**/affiliate/wallet.data*')
    await closeMessages(page)
    // By the server: another tab was faster.
    const other = await context.newPage()
    await shop.open(other, '/affiliate/wallet')
    await other.getByLabel('Amount (KSh)').fill('100')
    await other.getByRole('button', { name: 'Request Payout' }).click()
    await said(other, 'Payout requested successfully')
    await other.close()
    await ask(100)
    await said(page, 'Payout request failed')
    await said(page, 'You already have a payout request that is not settled yet.')
    await closeMessages(page)
    // By the server, without a reason that would help.
    await shop.db.execute(
      sql`update affiliate_payouts set status = 'rejected', processed_at = now(), failure_reason = 'A test' where affiliate_id = ${who.id}`,
    )
    await shop.open(page, '/affiliate/wallet')
    await page.getByText('Ready to request').waitFor()
    await shop.db.execute(sql`update profiles set is_affiliate = false where id = ${who.id}`)
    await ask(100)
    await said(page, 'Payout request failed')
    await said(page, 'Unable to process payout request.')
    await shop.db.execute(sql`update profiles set is_affiliate = true where id = ${who.id}`)
    // While it is opened.
    await shop.open(page, '/affiliate')
    await page.route('**/affiliate/wallet.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Wallet' }).click()
    await page.getByText('Error fetching wallet data').waitFor()
    await shoot(page, 'affiliate-wallet-broken', 'screen')
    await page.unroute('**/affiliate/wallet.data*')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByText('Ready to request').waitFor()
  })
})

describe('links', () => {
  it('are copied from any card, by affiliates alone', async () => {
    const who = await newAccount({ is_affiliate: true })
    const { page } = await shop.visitAs(who, 'desk', clipboard)
    await openAsAffiliate(page, '/products')
    const first = page.getByRole('button', { name: /^Copy Affiliate Link: / }).first()
    await first.click()
    await said(page, 'Link Copied!')
    await expect.poll(() => copied(page)).toMatch(new RegExp(`^${shop.url}/product/[\\w-]{36}\\?ref=${await codeOf(who)}$`))
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await first.click()
    await said(page, 'Failed to copy link')
    await closeMessages(page)
    await examine(page, 'affiliate-cards')
    await shop.open(page, '/')
    await page
      .getByRole('button', { name: /^Copy Affiliate Link: / })
      .first()
      .waitFor()

    const other = await shop.visitAs(await newAccount(), 'desk')
    await shop.open(other.page, '/dashboard')
    await shop.open(other.page, '/products')
    expect(await other.page.getByRole('button', { name: /^Copy Affiliate Link: / }).count()).toBe(0)
  })

  it('leave the public page the same for everybody', async () => {
    const who = await newAccount({ is_affiliate: true })
    const { context } = await shop.visitAs(who, 'desk')
    const { id } = await shop.line(shoe.name, shoe.size)
    const [theirs, plain, referred] = await Promise.all([
      context.request.get(`${shop.url}/product/${id}`).then((answer) => answer.text()),
      fetch(`${shop.url}/product/${id}`).then((answer) => answer.text()),
      fetch(`${shop.url}/product/${id}?ref=${await codeOf(who)}`).then((answer) => answer.text()),
    ])
    expect(theirs).toBe(plain)
    expect(referred).toContain(`<link rel="canonical" href="${shop.url}/product/${id}"/>`)
    expect(referred).not.toContain(await codeOf(who))
  })

  it('are built for any address of the shop, with scripts and without', async () => {
    const who = await newAccount({ is_affiliate: true })
    const code = await codeOf(who)
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await shop.visitAs(who, 'phone', { javaScriptEnabled })
      await page.goto(`${shop.url}/affiliate`)
      if (javaScriptEnabled) await takenOver(page)
      await expect.poll(() => page.getByLabel('Your link to the home page').inputValue()).toBe(`${shop.url}/?ref=${code}`)
      await page.getByLabel('A page of this shop').fill(`${shop.url}/products?search=loafer#top`)
      await page.getByRole('button', { name: 'Make the link' }).click()
      await page.getByLabel('Your affiliate link').waitFor()
      await expect.poll(() => page.getByLabel('Your affiliate link').inputValue()).toBe(`${shop.url}/products?search=loafer&ref=${code}`)
      if (javaScriptEnabled) await examine(page, 'affiliate-builder')
      await page.getByLabel('A page of this shop').fill('https://elsewhere.example/products')
      if (javaScriptEnabled) await expect.poll(() => page.getByLabel('Your affiliate link').count()).toBe(0)
      await page.getByRole('button', { name: 'Make the link' }).click()
      await page.getByText('Paste the address of a page of this shop.').waitFor()
      await page.getByLabel('A page of this shop').fill('/admin')
      await page.getByRole('button', { name: 'Make the link' }).click()
      await page.getByText('Only the home page, lists of shoes and shoes can be shared.').waitFor()
      await page.getByLabel('A page of this shop').fill('')
      await page.getByRole('button', { name: 'Make the link' }).click()
      await page.getByText('Write the address of a page first').waitFor()
    }
  })

  it('of unknown codes are nobody’s, and change nothing', async () => {
    const { page, context } = await shop.visit('phone')
    const told = page.waitForResponse('**/api/affiliate_clicks')
    await page.goto(`${shop.url}/products?ref=NOBODY22`)
    expect(await (await told).json()).toEqual({ recorded: false, affiliate: null })
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('viatu-ref')
  })

  it('draw no code for strangers, nor for other sites', async () => {
    const who = await newAccount({ is_affiliate: true })
    const { context } = await shop.visitAs(who, 'desk')
    const drawn = await context.request.get(`${shop.url}/affiliate/qr.svg?address=/products`)
    expect(drawn.headers()['content-type']).toBe('image/svg+xml')
    expect(await drawn.text()).toBe(renderSVG(`${shop.url}/products?ref=${await codeOf(who)}`, { border: 4, ecc: 'M' }))
    expect((await context.request.get(`${shop.url}/affiliate/qr.svg?address=https://elsewhere.example/`)).status()).toBe(404)
    expect((await fetch(`${shop.url}/affiliate/qr.svg`, { redirect: 'manual' })).status).toBe(302)
  })
})

describe('lists', () => {
  it('say when there is nothing in them', async () => {
    const { page } = await shop.visitAs(await newAccount({ is_affiliate: true }), 'phone')
    await shop.open(page, '/affiliate')
    for (const words of ['No referral orders yet', 'No commissions yet']) await page.getByText(words).waitFor()
    await shop.open(page, '/affiliate/wallet')
    for (const words of ['No payouts yet', 'No commissions yet', 'No clicks yet']) await page.getByText(words).waitFor()
    await examine(page, 'affiliate-wallet-empty')
    await shop.open(page, '/affiliate/orders')
    await page.getByText('No referral orders yet').waitFor()
    for (const path of ['/affiliate/nothing', '/affiliate/constructor'])
      expect((await page.context().request.get(shop.url + path)).status()).toBe(404)
  })

  it('go on page by page', async () => {
    const who = await newAccount({ is_affiliate: true })
    await shop.db.execute(sql`
      insert into affiliate_clicks (affiliate_id, visitor_id, clicked_at, day, referrer_url)
      select ${who.id}, gen_random_uuid(), now() - make_interval(mins => n), (now() at time zone 'Africa/Nairobi')::date, 'https://wa.me/'
      from generate_series(1, 60) n`)
    const { page } = await shop.visitAs(who, 'desk')
    await shop.open(page, '/affiliate/wallet')
    await expect.poll(() => page.getByRole('group', { name: 'Recent Clicks' }).getByRole('row').count()).toBe(51)
    await page.getByRole('link', { name: 'Show all of Recent Clicks' }).click()
    await heading(page, /^Welcome/).waitFor()
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByText('48 clicks shown').waitFor()
    const tabs = page.getByRole('navigation', { name: 'Dashboard' })
    expect(await tabs.getByRole('link', { name: 'Wallet' }).getAttribute('aria-current')).toBe('page')
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByText('60 clicks shown').waitFor({ state: 'attached' })
    await examine(page, 'affiliate-clicks')
  })
})
