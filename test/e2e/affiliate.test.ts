import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { renderSVG } from 'uqr'
import { describe, expect, it } from 'vitest'
import { formatShillings } from '#domain/money.ts'
import { pauseAffiliate } from '#features/affiliates/pause-affiliate.ts'
import { type Account, account } from '../accounts.ts'
import { earn } from '../affiliates.ts'
import { as, contextOn, placed, putOnShelf, tellPaid } from '../checkout.ts'
import { shoot } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { cartPanel, closeMessages, heading, newPhone, onThePhone, order, said, takenOver } from './steps.ts'

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

describe('an affiliate', () => {
  it('shares a link, is paid for what came of it, and reads it all', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    const code = await codeOf(who)
    const affiliate = await shop.visitAs(who, 'phone', clipboard)
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
    await examine(page, 'affiliate-product')

    // Somebody opens it in a browser of their own.
    const { page: buying, context: fresh } = await shop.visit('desk')
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
    // They give up a prompt, and order again: the link is not forgotten.
    await order(shop, buying, payer)
    await onThePhone(shop, buying, payer, (screen) => screen.getByRole('button', { name: 'Cancel' }).click())
    await buying.getByRole('button', { name: 'Put the items back in my cart' }).click()
    await cartPanel(buying).getByText(shoe.name).waitFor()
    await buying.goto(`${shop.url}/checkout`)
    await buying.getByText('Referred by').waitFor()
    expect(await clicksOf(who)).toEqual([{ converted: false }])
    await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
    await order(shop, buying, payer)
    await buying.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor()
    expect(await clicksOf(who)).toEqual([{ converted: true }])
    // What the tab knew of the link goes with the payment.
    await expect.poll(() => buying.evaluate(() => sessionStorage.getItem('referral'))).toBeNull()

    // The shop delivers, and approves.
    const boss = await newAccount({ isAdmin: true })
    const { context: desk, page: panel } = await shop.visitAs(boss, 'desk')
    const { data } = await (await desk.request.get(`${shop.url}/api/affiliate_commissions?affiliate_id=${who.id}`)).json()
    expect(data).toMatchObject([
      { commission_amount: earned, status: 'pending' },
      { status: 'rejected', reason: 'The order was never paid' },
    ])
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
    await shoot(page, 'affiliate-invalid')
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
    await examine(page, 'affiliate-wallet-pending')
    await page.locator('summary', { hasText: 'M-Pesa details' }).click()
    await page.getByLabel('M-Pesa full name').first().fill('Achieng A. Otieno')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Payout request changed')

    const payouts = await (await desk.request.get(`${shop.url}/api/affiliate_payouts?affiliate_id=${who.id}`)).json()
    expect(payouts.data).toMatchObject([{ amount: whole, status: 'pending', mpesa_full_name: 'Achieng A. Otieno' }])
    const { id: payout_id } = payouts.data[0]
    const payoutNow = async () => (await (await desk.request.get(`${shop.url}/api/affiliate_payouts?affiliate_id=${who.id}`)).json()).data[0]
    await shop.open(panel, `/admin/payouts?search=${code}`)
    // M-Pesa pays it: its result, not the button, completes it.
    await panel.getByRole('button', { name: `Pay by M-Pesa: the payout of ${formatShillings(whole)} to Achieng A. Otieno` }).click()
    await panel
      .getByRole('dialog')
      .getByRole('button', { name: `Pay ${formatShillings(whole)}`, exact: true })
      .click()
    await said(panel, 'Payout status updated')
    await expect.poll(async () => (await payoutNow()).status, { timeout: 20_000 }).toBe('completed')
    const { receipt } = await payoutNow()
    const book = await (await fetch(`${shop.phones}/control/book`)).json()
    // Both books have it once.
    expect(book.payouts.filter((each: { originatorConversationId: string }) => each.originatorConversationId === payout_id)).toMatchObject([
      { amount: whole, receipt },
    ])
    await shop.open(panel, `/admin/payouts?search=${code}`)
    await panel.getByText(receipt).first().waitFor()

    await shop.open(page, '/affiliate/wallet')
    await page.getByText(`M-Pesa ${receipt}`).waitFor()
    for (const words of ['Payout History', 'Recent Commissions', 'Recent Clicks']) await page.getByRole('heading', { name: words }).waitFor()
    await examine(page, 'affiliate-wallet')
    await shop.open(page, '/affiliate')
    await page.getByRole('img', { name: /^Orders by day, 1 in all/ }).waitFor()
    await page.getByText('100% of the clicks').waitFor()
    await page.getByText('The numbers as a table').click()
    await examine(page, 'affiliate-tab')

    await shop.open(page, '/affiliate/wallet/statement')
    for (const words of ['Commission approved', 'Payout requested']) await page.getByText(words).waitFor()
    await examine(page, 'affiliate-statement')
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
    await shoot(page, 'affiliate-paper')
    await page.emulateMedia({ media: 'screen' })

    // The order is cancelled after its commission was paid out: it is taken back, and no figure holds it.
    const back = { status: 'cancelled', reason: 'The pair came back', restock: true }
    expect((await desk.request.patch(`${shop.url}/api/orders/${data[0].order_id}`, { data: back })).status()).toBe(200)
    for (const [path, total] of [
      ['/affiliate', 'Total Earnings'],
      ['/affiliate/wallet', 'Total Earned'],
    ] as const) {
      await shop.open(page, path)
      await page.getByText(`Taken back: ${formatShillings(earned)}.`).waitFor()
      await page.getByText('Taken back', { exact: true }).first().waitFor()
      expect(await page.locator('.stat', { hasText: total }).locator('b').textContent()).toMatch(/KSh\s*0$/)
      await examine(page, `${path.slice(1).replace('/', '-')}-taken-back`)
    }
    await shop.open(page, '/affiliate')
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await shop.open(panel, `/admin/commissions?search=${code}`)
    await panel.getByText('Taken back', { exact: true }).waitFor()
    await examine(panel, 'admin-taken-back')
  })
})

describe('an order that came by no link', () => {
  it('is given its affiliate by an admin', async () => {
    const code = await codeOf(await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' }))
    const { id, ctx, attempt } = await placed(contextOn({ db: shop.db }), await putOnShelf({ db: shop.db }))
    await tellPaid(ctx, attempt)
    const { page, expectComplaint } = await shop.visitAs(await newAccount({ isAdmin: true, full_name: 'Amina Hassan' }), 'phone')
    expectComplaint(/400/)
    await shop.open(page, `/admin/orders/${id}`)
    await page.getByRole('button', { name: 'Name an affiliate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Affiliate code').fill('NOBODY22')
    await dialog.getByRole('button', { name: 'Name affiliate', exact: true }).click()
    await dialog.getByText('No affiliate has this code, or they are paused.').waitFor()
    expect(await dialog.getByLabel('Affiliate code').inputValue()).toBe('NOBODY22')
    await examine(page, 'admin-name-affiliate')
    await dialog.getByLabel('Affiliate code').fill(code)
    await page.keyboard.press('Enter')
    await said(page, 'Affiliate named')
    await page.getByText(/Referred by Achieng Otieno.*named by Amina Hassan/).waitFor()
    expect(await page.getByRole('button', { name: 'Name an affiliate' }).count()).toBe(0)
    await closeMessages(page)
    await examine(page, 'admin-affiliate-named')
  })
})

describe('an affiliate who is paused', () => {
  it('reads why, and sees code and links resting', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    const boss = await newAccount({ isAdmin: true })
    const ctx = contextOn({ db: shop.db })
    await pauseAffiliate(as(ctx, { ...ctx.actor, userId: boss.id, role: 'owner' }), who.id, true, { reason: 'Clicks that no people made' })
    const { page } = await shop.visitAs(who, 'desk')
    await shop.open(page, '/affiliate')
    await page.getByText('Your affiliate links are paused: Clicks that no people made.').waitFor()
    await page.getByText('Your code and your links are resting').waitFor()
    expect(await page.getByText(/earn you 10%/).count()).toBe(0)
    await examine(page, 'affiliate-paused')
    await openAsAffiliate(page, `/product/${(await shop.line(shoe.name, shoe.size)).id}`)
    await page.getByText('Your affiliate links are resting.').waitFor()
    expect(await page.getByText(/Share this pair and earn/).count()).toBe(0)
    await examine(page, 'affiliate-resting')
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
    await page.getByText('Your request for KSh 100 is waiting for us').waitFor()
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

describe('a request', () => {
  it('whose answer is lost is made once, and said to be', async () => {
    for (const [lost, trouble] of [
      ['the answer', /ERR_FAILED/],
      ['the shop’s breath', /status of 503/],
    ] as const) {
      const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
      await earn({ db: shop.db }, { code: await codeOf(who) }, 500)
      const { page, expectComplaint } = await shop.visitAs(who, 'phone')
      expectComplaint(trouble)
      await shop.open(page, '/affiliate/wallet')
      let sent = 0
      await page.route('**/affiliate/wallet.data*', async (route) => {
        if (route.request().method() !== 'POST' || ++sent > 1) return route.continue()
        expect((await route.fetch()).status()).toBe(200)
        if (lost === 'the answer') await route.abort()
        else await route.fulfill({ status: 503, body: 'no' })
      })
      await page.getByLabel('Amount (KSh)').fill('300')
      await page.getByRole('button', { name: 'Request Payout' }).click()
      if (lost === 'the answer') {
        await said(page, 'Error requesting payout')
        await closeMessages(page)
        await page.getByRole('button', { name: 'Request Payout' }).click()
      }
      await said(page, 'Payout requested successfully')
      await page.getByText('Your request for KSh 300 is waiting for us').waitFor()
      expect(sent).toBe(2)
      expect(await page.getByText('Payout request failed').count()).toBe(0)
      const { rows } = await shop.db.execute(sql`select amount, status from affiliate_payouts where affiliate_id = ${who.id}`)
      expect(rows).toEqual([{ amount: '300.00', status: 'pending' }])
      // The next request has a key of its own.
      await closeMessages(page)
      await page.getByRole('button', { name: 'Cancel this request' }).click()
      await said(page, 'Payout request cancelled')
      await page.getByLabel('Amount (KSh)').fill('200')
      await page.getByRole('button', { name: 'Request Payout' }).click()
      await page.getByText('Your request for KSh 200 is waiting for us').waitFor()
    }
  })

  it('says what its amount lacks, can be cancelled, and is closed where nothing can be paid', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    await earn({ db: shop.db }, { code: await codeOf(who) }, 500)
    const { page, expectComplaint } = await shop.visitAs(who, 'phone')
    expectComplaint(/status of 422/)
    await shop.open(page, '/affiliate/wallet')
    const main = page.getByRole('main')
    const ask = async (amount: string) => {
      await page.getByLabel('Amount (KSh)').fill(amount)
      await page.getByRole('button', { name: 'Request Payout' }).click()
    }
    for (const [amount, words] of [
      ['', 'Write how much you want to be paid, such as 500.'],
      ['all of it', 'Enter the amount in figures, such as 500 or 1,500.'],
      ['10.5', 'Enter whole shillings: M-Pesa pays no cents.'],
      ['0', 'Please enter a valid amount within your available balance.'],
      ['5', 'The smallest payout is KSh 10.'],
      ['-300', 'Please enter a valid amount within your available balance.'],
    ] as const) {
      await ask(amount)
      await main.getByText(words).waitFor()
      await said(page, words)
      expect(await page.getByLabel('Amount (KSh)').inputValue()).toBe(amount)
      await closeMessages(page)
    }
    await ask('KSh 500.00')
    await said(page, 'Payout requested successfully')
    await closeMessages(page)
    await page.getByRole('button', { name: 'Cancel this request' }).click()
    await said(page, 'Payout request cancelled')
    await main.getByText('Cancelled by you').waitFor()
    await expect.poll(() => page.getByLabel('Amount (KSh)').inputValue()).toBe('500')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('request-payout')
    await closeMessages(page)
    await examine(page, 'affiliate-wallet-cancelled')

    const { page: empty } = await shop.visitAs(await newAccount({ is_affiliate: true }), 'desk')
    await shop.open(empty, '/affiliate/wallet')
    await empty.getByText('Payouts begin at KSh 10, and your balance is KSh 0.').waitFor()
    expect(await empty.getByLabel('Amount (KSh)').count()).toBe(0)
    expect(await empty.getByRole('button', { name: 'Request Payout' }).isDisabled()).toBe(true)
    await examine(empty, 'affiliate-wallet-closed')
  })
})

describe('a payout to a new number', () => {
  it('wants the password, and by a program is looked at first', async () => {
    const who = await newAccount({ is_affiliate: true, full_name: 'Achieng Otieno' })
    const code = await codeOf(who)
    await earn({ db: shop.db }, { code }, 500)
    const { page, context, expectComplaint } = await shop.visitAs(who, 'desk')
    expectComplaint(/status of 403/)
    await shop.open(page, '/affiliate/wallet')
    const main = page.getByRole('main')
    const ask = () => page.getByRole('button', { name: 'Request Payout' }).click()
    const cancel = async () => {
      await closeMessages(page)
      await page.getByRole('button', { name: 'Cancel this request' }).click()
      await said(page, 'Payout request cancelled')
      await closeMessages(page)
    }
    // The first number ever is asked nothing.
    await shop.db.execute(sql`update auth.sessions set created_at = created_at - interval '11 minutes' where user_id = ${who.id}`)
    await ask()
    await main.getByText('Your request for KSh 500 is waiting for us').waitFor()
    await cancel()

    await page.getByLabel('M-Pesa phone').fill('0799 999 999')
    await ask()
    await said(page, 'Password needed')
    await main.getByText('Enter your password: this number is not that of your last payout.').waitFor()
    const password = main.getByLabel('Your password', { exact: true })
    await expect.poll(() => password.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(await page.getByLabel('M-Pesa phone').inputValue()).toBe('0799 999 999')
    await closeMessages(page)
    await examine(page, 'affiliate-wallet-password')
    await password.fill('not-my-password-1')
    await ask()
    await main.getByText('This is not the password of your account.').waitFor()
    await closeMessages(page)
    await password.fill(who.password)
    await ask()
    await main.getByText('Your request for KSh 500 is waiting for us').waitFor()
    await cancel()

    const sent = { p_affiliate_id: who.id, p_amount: 400, p_mpesa_phone_number: '0788 888 888', p_mpesa_full_name: 'Achieng Otieno' }
    expect((await context.request.post(`${shop.url}/api/rpc/request_affiliate_payout`, { data: sent })).status()).toBe(200)
    await shop.open(page, '/affiliate/wallet')
    await main.getByText('Your request for KSh 400 is being checked, because it goes to a new number').waitFor()
    await examine(page, 'affiliate-wallet-held')

    const { page: panel } = await shop.visitAs(await newAccount({ isAdmin: true }), 'phone')
    await shop.open(panel, `/admin/payouts?search=${code}`)
    await panel.getByText('Needs a look: It goes to another number than the last one, and was asked for without the password').waitFor()
    await panel.getByText('Cancelled by the affiliate').first().waitFor()
    const payout = 'the payout of KSh 400 to Achieng Otieno'
    expect(await panel.getByRole('button', { name: `Mark Paid: ${payout}` }).count()).toBe(0)
    await examine(panel, 'admin-payout-held')
    await panel.getByRole('button', { name: `Looked at: ${payout}` }).click()
    await panel.getByRole('dialog').getByLabel('What you found').fill('Rang her: it is her number')
    await panel.getByRole('dialog').getByRole('button', { name: 'Looked at', exact: true }).click()
    await panel.getByRole('button', { name: `Mark Paid: ${payout}` }).waitFor()
    await shop.open(page, '/affiliate/wallet')
    await main.getByText('Your request for KSh 400 is waiting for us').waitFor()
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
      await page.getByText('Enter the address of a page first').waitFor()
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
