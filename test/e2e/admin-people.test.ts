import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { formatDate } from '#domain/nairobi-time.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { cancelPayout } from '#features/wallet/cancel-payout.ts'
import { requestPayout } from '#features/wallet/request-payout.ts'
import { secretsFrom, storedSecret } from '#server/secrets.ts'
import { account } from '../accounts.ts'
import { earn, referred } from '../affiliates.ts'
import { admin, as, contextOn, orderIn, placed, putOnShelf, tellPaid } from '../checkout.ts'
import { debtor } from '../debtor.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { closeMessages, heldScripts, newPhone, said } from './steps.ts'

const shop = useShop()
const newAccount = (changes: Parameters<typeof account>[1] = {}) => account({ db: shop.db }, changes)

async function newAffiliate(full_name: string) {
  const who = await newAccount({ is_affiliate: true, full_name })
  const { rows } = await shop.db.execute<{ affiliate_code: string }>(sql`select affiliate_code from profiles where id = ${who.id}`)
  return { ...who, full_name, code: rows[0]?.affiliate_code as string }
}

const dialog = (page: Page) => page.getByRole('dialog')

/** Presses a button that asks, and then the button of its dialog. */
async function confirm(page: Page, name: string, then: string, fill: Record<string, string> = {}) {
  await page.getByRole('button', { name, exact: true }).click()
  for (const [label, text] of Object.entries(fill)) await dialog(page).getByLabel(label).fill(text)
  await dialog(page).getByRole('button', { name: then, exact: true }).click()
}

describe('an admin', () => {
  it('promotes and demotes users, and pauses affiliates', async () => {
    const [boss, who] = [await newAccount({ isAdmin: true, full_name: 'Amina Boss' }), await newAffiliate('Zuhura Salim')]
    const { page } = await shop.visitAs(boss, 'phone')
    await shop.open(page, '/admin/users')
    await page.getByRole('searchbox', { name: 'Search users' }).fill(who.email)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(who.email).waitFor()
    await examine(page, 'admin-users')
    await confirm(page, `Promote to Admin: ${who.full_name}`, 'Promote to Admin')
    await said(page, 'User promoted to admin successfully')
    const other = await shop.visitAs(who, 'desk')
    await shop.open(other.page, '/admin/users')
    await confirm(page, `Demote ${who.full_name}`, 'Demote')
    await said(page, 'Admin demoted')
    await page.getByRole('button', { name: `Promote to Admin: ${who.full_name}` }).waitFor()
    await other.page.goto(`${shop.url}/admin/users`)
    await other.page.waitForURL('**/auth?**')
    await shop.open(page, '/admin/users?search=nobody-of-this-name')
    await page.getByText('No users found').waitFor()

    await shop.open(page, `/admin/affiliates?search=${who.code}`)
    await confirm(page, `Pause ${who.full_name}`, 'Pause', { Reason: 'Clicks that no people made' })
    await said(page, 'Affiliate paused')
    await page.getByText('Clicks that no people made').waitFor()
    await examine(page, 'admin-affiliates')
    await confirm(page, `Resume ${who.full_name}`, 'Resume')
    await said(page, 'Affiliate resumed')
    await shop.open(page, '/admin/affiliates?search=nobody-of-this-name')
    await page.getByText('No affiliate users found').waitFor()
  })

  it('invites a packer, who makes an account, sees orders without money and nothing else, and ships one', async () => {
    const { id } = await orderIn({ db: shop.db }, 'waiting_shipment')
    const { page: desk, expectComplaint: deskExpects } = await shop.visitAs(await newAccount({ role: 'owner', full_name: 'Amina Boss' }), 'phone')
    deskExpects(/status of 400/)
    const email = `otieno-${id.slice(0, 8)}@example.com`
    await shop.open(desk, '/admin/users')
    await desk.getByText('Invite somebody').click()
    await desk.getByLabel('E-mail', { exact: true }).fill(email)
    await desk.getByLabel('Role', { exact: true }).selectOption('packer')
    await examine(desk, 'admin-invite')
    await desk.getByRole('button', { name: 'Send the invitation' }).click()
    await said(desk, 'Invitation sent')
    await desk.getByRole('button', { name: `Withdraw the invitation of ${email}` }).waitFor()
    await closeMessages(desk)
    await examine(desk, 'admin-invited')

    const { rows } = await shop.db.execute<{ text: string }>(sql`select text from mails where to_address = ${email}`)
    const link = /\/invitation\/[\w-]{43}/.exec(rows[0]?.text ?? '')?.[0] as string
    const { page, expectComplaint } = await shop.visit('phone')
    await shop.open(page, link)
    await page.getByRole('heading', { name: 'Work here as Packer' }).waitFor()
    await examine(page, 'invitation')
    await page.getByLabel('Full Name').fill('Otieno Packs')
    await page.getByLabel('Phone Number').fill(newPhone())
    await page.getByLabel('Password', { exact: true }).fill('mbio-wingu-42')
    await page.getByRole('button', { name: 'Make my account and accept' }).click()
    await page.waitForURL('**/admin/orders**')
    await page.getByRole('article', { name: `Order ${id.slice(0, 8)}` }).waitFor()
    // The orders and their own notifications, and no other section behind More.
    expect(await page.locator('.tab-bar a[href^="/admin/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/admin/orders?view=pack',
      '/admin/notifications',
    ])
    expect(await page.locator('main').innerText()).not.toMatch(/KSh|Cancel|Refund/)
    await examine(page, 'packer-orders')
    await shop.open(page, `/admin/orders/${id}`)
    const pane = page.getByRole('complementary', { name: `Order ${id.slice(0, 8)}` })
    await pane.getByRole('heading', { name: 'Buyer' }).waitFor()
    expect(await pane.innerText()).not.toMatch(/KSh|Cancel|Payment|Note/)
    await examine(page, 'packer-order')
    await pane.getByRole('button', { name: /^Confirm Shipment/ }).click()
    await said(page, 'Order updated')
    await pane.getByRole('button', { name: /^Mark as Delivered/ }).waitFor()
    expectComplaint(/status of (403|404)/)
    await shop.open(page, '/admin/payouts')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByText('Your role does not open this section.').waitFor()
    await shop.open(page, link)
    await page.getByText('This invitation is over').waitFor()

    await shop.open(desk, '/admin/users?who=staff')
    await desk.getByText('Accepted').waitFor()
    await desk.getByRole('button', { name: 'Role of Otieno Packs' }).click()
    await dialog(desk).getByLabel('Role').selectOption('content')
    await dialog(desk).getByRole('button', { name: 'Save' }).click()
    await said(desk, 'Role changed')
    await shop.open(page, '/admin/orders')
    await page.waitForURL('**/auth?**')

    // To make an owner takes the password of the owner who does.
    await shop.open(desk, '/admin/users?who=staff')
    await desk.getByRole('button', { name: 'Role of Otieno Packs' }).click()
    await dialog(desk).getByLabel('Role').selectOption('owner')
    await examine(desk, 'admin-make-owner')
    await dialog(desk).getByRole('button', { name: 'Save' }).click()
    await dialog(desk).getByText('Enter your password.').waitFor()
    await dialog(desk).getByLabel('Your password', { exact: true }).fill('mbio-wingu-42')
    await dialog(desk).getByRole('button', { name: 'Save' }).click()
    await said(desk, 'Role changed')
  })

  it('settles commissions one by one and several at once', async () => {
    const [boss, who] = [await newAccount({ isAdmin: true }), await newAffiliate('Kiprono Ruto')]
    const on = { db: shop.db }
    const [paid, also, unpaid] = [await referred(on, who, 4500), await referred(on, who, 2000), await referred(on, who, 3000)]
    for (const order of [paid, also]) await tellPaid(order.ctx, order.attempt)
    const codeOf = (order: { orderId: string }) => order.orderId.slice(0, 8)
    const { page } = await shop.visitAs(boss, 'desk')
    await shop.open(page, '/admin/affiliates')
    await page.getByRole('link', { name: `Commissions of ${who.full_name}` }).click()
    await page.getByText(`Of ${who.full_name} (${who.code})`).waitFor()
    // What would be refused says why, and asks nothing.
    const approve = (order: { orderId: string }) =>
      page.getByRole('button', { name: `Approve the commission of order ${codeOf(order)}`, exact: true })
    const why = await approve(unpaid).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${why}"]`).textContent()).toBe('The order is not paid: Awaiting Payment.')
    expect(await approve(unpaid).getAttribute('aria-disabled')).toBe('true')
    await approve(unpaid).focus()
    await page.keyboard.press('Enter')
    expect(await dialog(page).count()).toBe(0)
    // Before delivery a warning comes first.
    await approve(paid).click()
    await dialog(page).getByRole('heading', { name: 'Approve before delivery?' }).waitFor()
    await dialog(page).getByText('Not delivered yet: Paid - Ready to Ship.').waitFor()
    await examine(page, 'admin-approve-early')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Pick all that wait').check()
    await examine(page, 'admin-commissions')
    await page.getByRole('button', { name: 'Approve picked' }).click()
    await dialog(page).getByText('Not delivered yet: 2 of them.').waitFor()
    await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
    await said(page, '2 approved, 1 stayed as it was.')
    await page.getByText('One stayed as it was').waitFor()
    await closeMessages(page)
    await confirm(page, `Reject the commission of order ${codeOf(unpaid)}`, 'Reject', { Reason: 'Not a real sale' })
    await said(page, 'Commission status updated')
    await page.getByText('Not a real sale').waitFor()
    // A person's rejection of an order that is paid can be taken back.
    await tellPaid(unpaid.ctx, unpaid.attempt)
    await page.getByRole('link', { name: 'Orders without one' }).click()
    await page.getByRole('button', { name: `Make a commission for order ${codeOf(unpaid)}` }).click()
    await said(page, 'The order has a pending commission.')
    await page.getByText('Every referred order has its commission').waitFor()
    await shop.open(page, '/admin/commissions?search=nobody-of-this-name')
    await page.getByText('No commissions found').waitFor()
  })

  it('writes down what was paid by hand before the affiliate cancelled it, and keeps the receipt where the balance is gone', async () => {
    const [boss, who] = [await newAccount({ isAdmin: true }), await newAffiliate('Dalila Omar')]
    const on = { db: shop.db }
    await earn(on, who, 500)
    const actor = { ...contextOn(on).actor, userId: who.id, isAffiliate: true }
    const mine = as(contextOn(on), actor)
    const to = { mpesa_phone_number: newPhone(), mpesa_full_name: who.full_name }
    for (const amount of [300, 400, 150]) {
      const { id } = await requestPayout(mine, { amount, ...to })
      if (amount !== 150) await cancelPayout(mine, id)
    }
    const { page, expectComplaint } = await shop.visitAs(boss, 'desk')
    expectComplaint(/status of 409/)
    await shop.open(page, `/admin/payouts?search=${who.code}`)
    const payout = (amount: number) => `the payout of KSh ${amount} to ${who.full_name}`
    await page.getByRole('button', { name: `Mark Paid: ${payout(300)}` }).click()
    await dialog(page).getByText('The affiliate cancelled this request. If you have sent the money already, write the receipt.').waitFor()
    await examine(page, 'admin-payout-cancelled')
    await dialog(page).getByLabel('M-Pesa receipt code').fill(newReceipt())
    await dialog(page).getByRole('button', { name: 'Mark Paid', exact: true }).click()
    await said(page, 'KSh 300, 1 deduction')
    await closeMessages(page)
    const receipt = newReceipt()
    await confirm(page, `Mark Paid: ${payout(400)}`, 'Mark Paid', { 'M-Pesa receipt code': receipt })
    await said(page, 'The balance no longer holds this payout. Its receipt is kept')
    await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText(`Not in the books: ${receipt}`).waitFor()
    await closeMessages(page)
    await examine(page, 'admin-payout-receipt-kept')
    await confirm(page, `Mark Paid: ${payout(150)}`, 'Mark Paid', { 'M-Pesa receipt code': newReceipt() })
    await said(page, `Money was paid to this affiliate that is not in the books: receipt ${receipt}. Settle that first.`)
  })

  it('pays by hand, after another admin was faster elsewhere, rejects, and exports', async () => {
    const [boss, other] = [await newAccount({ isAdmin: true }), await newAccount({ isAdmin: true })]
    const on = { db: shop.db }
    const people = [await newAffiliate('Achieng Odero'), await newAffiliate('Baraka Mwangi'), await newAffiliate('Chebet Rono')]
    for (const who of people) {
      await earn(on, who, 500)
      const actor = { ...contextOn(on).actor, userId: who.id, isAffiliate: true }
      await requestPayout(as(contextOn(on), actor), { amount: 300, mpesa_phone_number: newPhone(), mpesa_full_name: who.full_name })
    }
    const [achieng, baraka] = people.map(({ full_name }) => `the payout of KSh 300 to ${full_name}`)
    const [{ page, expectComplaint }, second] = [await shop.visitAs(boss, 'phone'), await shop.visitAs(other, 'desk')]
    for (const visitor of [expectComplaint, second.expectComplaint]) visitor(/ERR_FAILED|status of (400|409)/)
    await shop.open(page, '/admin/payouts?show=pending')
    await shop.open(second.page, '/admin/payouts?show=pending')
    await examine(page, 'admin-payouts')
    await confirm(page, `Mark Paid: ${achieng}`, 'Mark Paid')
    await dialog(page).getByText('Enter the M-Pesa receipt code').first().waitFor()
    const receipt = newReceipt()
    await dialog(page).getByLabel('M-Pesa receipt code').fill(receipt)
    await dialog(page).getByRole('button', { name: 'Mark Paid' }).click()
    await said(page, 'Payout completed')
    await said(page, 'KSh 300, 1 deduction')
    await confirm(second.page, `Mark Paid: ${achieng}`, 'Mark Paid', { 'M-Pesa receipt code': newReceipt() })
    await said(second.page, 'This payout has been settled meanwhile. It is now: Paid.')
    await second.page.getByRole('button', { name: `Mark Paid: ${achieng}` }).waitFor({ state: 'detached' })

    await confirm(page, `Reject ${baraka}`, 'Reject', { Reason: 'Wrong number' })
    await said(page, 'Payout status updated')
    await shop.open(page, '/admin/payouts')
    await page.getByText('Wrong number').first().waitFor()
    // What was paid by hand is in the shop's book, and not in that of M-Pesa.
    await page.getByText(receipt).first().waitFor()
    const settled = sql`select id, status, receipt from affiliate_payouts where affiliate_id = ${people[0]?.id}`
    const { rows } = await shop.db.execute<{ id: string }>(settled)
    expect(rows).toMatchObject([{ status: 'completed', receipt }])
    const book = await (await fetch(`${shop.phones}/control/book`)).json()
    expect(book.payouts.map((each: { originatorConversationId: string }) => each.originatorConversationId)).not.toContain(rows[0]?.id)
    // The list is made, and its answer lost: the same press once more brings it.
    let posts = 0
    await page.route('**/admin/payouts.data*', async (route) => {
      if (route.request().method() !== 'POST' || ++posts > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await confirm(page, 'Export batch', 'Export')
    await dialog(page).getByText('The connection was lost.').waitFor()
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('viatu-payouts.csv')
    await said(page, 'Batch exported')
    await page
      .getByText(/^On a list since/)
      .first()
      .waitFor()
    await closeMessages(page)
    await examine(page, 'admin-payouts-listed')
    await shop.open(page, '/admin/payouts?search=nobody-of-this-name')
    await page.getByText('No payout requests found').waitFor()
  })
})

describe('before the scripts of the panel have come', () => {
  it('a press that asks and a pick are kept, and carried out', async () => {
    const who = await newAffiliate('Njeri Early')
    await referred({ db: shop.db }, who, 4500)
    const { page } = await shop.visitAsAdmin('desk')
    let letGo = await heldScripts(page)
    await page.goto(`${shop.url}/admin/users?search=${encodeURIComponent(who.email)}`, { waitUntil: 'commit' })
    const promote = page.getByRole('button', { name: `Promote to Admin: ${who.full_name}` })
    await promote.click()
    await expect.poll(() => promote.getAttribute('aria-busy')).toBe('true')
    letGo()
    await dialog(page).getByRole('button', { name: 'Promote to Admin', exact: true }).waitFor()
    expect(await promote.getAttribute('aria-busy')).toBeNull()

    letGo = await heldScripts(page)
    await page.goto(`${shop.url}/admin/commissions?search=${who.code}`, { waitUntil: 'commit' })
    const all = page.getByLabel('Pick all that wait')
    await all.click()
    await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
    letGo()
    await page.getByText('1 picked').waitFor()
    expect(await page.getByLabel('1 picked').isChecked()).toBe(true)
  })
})

describe('customers', () => {
  it('are found, written about, exported, and forgotten once their orders are finished', async () => {
    const phone = newPhone()
    const buyer = { customer_phone: phone, customer_name: 'Nafula Wekesa', customer_email: 'nafula@example.com' }
    const on = contextOn({ db: shop.db })
    const shoe = await putOnShelf({ db: shop.db })
    const done = await placed(on, shoe, buyer)
    await tellPaid(done.ctx, done.attempt)
    for (const status of ['shipped', 'delivered']) await changeStatus(as(on, admin), done.id, { status })
    await shop.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${done.id}`)
    const open = await placed(on, shoe, buyer)
    await tellPaid(open.ctx, open.attempt)
    const { page, expectComplaint } = await shop.visitAsAdmin('phone')
    await shop.open(page, '/admin/customers')
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('nafula')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const row = page.getByRole('row', { name: /Nafula Wekesa/ })
    await row.getByText('KSh 9,000').waitFor()
    await examine(page, 'admin-customers')
    expect(await row.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toContain('wa.me/254')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export these customers as CSV' }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain('Nafula Wekesa,07')
    await row.getByRole('link', { name: 'Nafula Wekesa' }).first().click()
    await page.getByRole('heading', { name: 'Nafula Wekesa' }).waitFor()
    expect(page.url()).not.toMatch(/\d{9}/)
    const note = page.getByLabel('What to know about this customer')
    await note.fill('Wears 43 in every brand.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await said(page, 'Note saved')
    await closeMessages(page)
    await examine(page, 'admin-customer')
    expectComplaint(/status of 409/)
    await confirm(page, 'Delete customer', 'Delete customer')
    await dialog(page)
      .getByText(`Order ${open.id.slice(0, 8)} is paid and not delivered. Settle that first, then delete the customer.`)
      .first()
      .waitFor()
    await examine(page, 'admin-customer-busy')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    for (const status of ['shipped', 'delivered']) await changeStatus(as(on, admin), open.id, { status })
    await shop.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${open.id}`)
    await closeMessages(page)
    await confirm(page, 'Delete customer', 'Delete customer')
    await said(page, '2 orders name nobody now.')
    await page.waitForURL('**/admin/customers')
    await shop.open(page, '/admin/customers?search=nafula')
    await page.getByText('No customers found').waitFor()
  })
})

describe('debts of deleted accounts', () => {
  it('are listed without a name, attached to an affiliate who is alike, and written off', async () => {
    const on = { db: shop.db }
    const { who, number } = await debtor(on)
    const { page } = await shop.visitAs(await newAccount({ isAdmin: true }), 'desk')
    await shop.open(page, '/admin/affiliates')
    await page.getByRole('link', { name: 'Debts of deleted accounts' }).click()
    await page.getByRole('row', { name: /KSh 1,088 Not yet/ }).waitFor()
    const alike = await newAffiliate('Zawadi Alike')
    // Written down with this test's secret; the shop has its own.
    const hash = secretsFrom(await storedSecret(inject('demo').home)).debtHash(number.slice(1))
    await shop.db.execute(sql`insert into affiliate_debt_hashes (profile_id, hash) values (${who.id}, ${hash})`)
    await shop.db.execute(sql`update profiles set phone = ${number.slice(1)} where id = ${alike.id}`)
    await page.reload()
    await page.getByText('has the same number').waitFor()
    await examine(page, 'admin-debts')
    await confirm(page, 'Attach KSh 1,088 to Zawadi Alike', 'Attach')
    await said(page, 'It is taken off what they earn.')
    await confirm(page, `Write off KSh 1,088 of ${formatDate(new Date().toISOString())}`, 'Write off')
    await said(page, 'KSh 1,088 is owed no more.')
    await page.getByText('No deleted account owes anything').waitFor()
    expect((await on.db.execute(sql`select written_off::integer as gone from affiliate_debts where profile_id = ${who.id}`)).rows).toEqual([
      { gone: 1088 },
    ])
  })
})

describe('payouts by M-Pesa', () => {
  it('that are stopped say why until an admin lets them go on, and what needs a look says so', async () => {
    const [boss, who] = [await newAccount({ isAdmin: true }), await newAffiliate('Wambui Stopped')]
    const on = { db: shop.db }
    await earn(on, who, 500)
    const actor = { ...contextOn(on).actor, userId: who.id, isAffiliate: true }
    const { id } = await requestPayout(as(contextOn(on), actor), { amount: 200, mpesa_phone_number: newPhone(), mpesa_full_name: who.full_name })
    await shop.db.execute(sql`insert into payout_hold (reason, payout_id) values ('the initiator is locked.', ${id})`)
    await shop.db.execute(sql`update affiliate_payouts set needs_review_at = now(), review_reason = 'M-Pesa names no receipt' where id = ${id}`)
    const { page, expectComplaint } = await shop.visitAs(boss, 'desk')
    expectComplaint(/ERR_FAILED/)
    await shop.open(page, '/admin/payouts')
    await page.getByText('Payouts by M-Pesa are stopped:').waitFor()
    expect(await page.getByRole('button', { name: /^Pay by M-Pesa: / }).count()).toBe(0)
    await examine(page, 'admin-payouts-stopped')
    await page.getByRole('link', { name: /^Show (it|them)$/ }).click()
    // The list that comes takes the place of this one, and of a dialog that was opened in it.
    await page.waitForURL('**/admin/payouts?show=review')
    await confirm(page, `Looked at: the payout of KSh 200 to ${who.full_name}`, 'Looked at', { 'What you found': 'Nothing was paid' })
    await said(page, 'It no longer needs a look.')
    await confirm(page, 'Let payouts go out again', 'Let them go out')
    await said(page, 'Payouts go out again')
    await page.getByText('Payouts by M-Pesa are stopped:').waitFor({ state: 'detached' })
    await shop.open(page, `/admin/payouts?search=${who.code}`)
    // The server is out of breath: nobody can say why it failed.
    await page.route('**/admin/payouts.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await confirm(page, `Mark Paid: the payout of KSh 200 to ${who.full_name}`, 'Mark Paid', { 'M-Pesa receipt code': newReceipt() })
    await said(page, 'Failed to process payout completion')
    await expect.poll(() => dialog(page).getByLabel('M-Pesa receipt code').inputValue()).not.toBe('')
    await page.unroute('**/admin/payouts.data*')
    await dialog(page).getByRole('button', { name: 'Mark Paid' }).click()
    await said(page, 'Payout completed')
  })
})
