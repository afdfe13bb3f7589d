import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatDate } from '#domain/nairobi-time.ts'
import { keepLostPayment } from '#features/orders/find-lost-payments.ts'
import { queuePaymentReview } from '#features/orders/payment-review-queue.ts'
import { account } from '../accounts.ts'
import { referred } from '../affiliates.ts'
import { contextOn, tellPaid } from '../checkout.ts'
import { debtor } from '../debtor.ts'
import { orderFor } from '../orders-of.ts'
import { pendingPayout } from '../payout-scene.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { useShop } from './shop.ts'
import { loseFirstAnswer, said } from './steps.ts'

const shop = useShop()

/** By the name of its button: title, text and buttons of each dialog, and the intent and other fields that it sends. */
const questions = {
  'Rider or courier: order CODE':
    'Who brings order CODE? Orders that are ready are shipped, and each buyer gets a message. Who A new rider A courier Name Phone Ship Cancel [assign ids of 1 rider_day_id name phone]',
  'Cancel order CODE':
    'Cancel order CODE? Its pairs go back on the shelf. If money comes for it after all, it goes on the refund list. Reason Cancel order Keep order [change status reason]',
  'Name an affiliate':
    "Who brought order CODE? It came by no affiliate's link. The affiliate you name earns 10% of it, once you have approved the commission. This can be done once, within 30 days of the order, and stands in the audit log. Affiliate code As shown under Affiliate Management. Name affiliate Cancel [name-affiliate affiliate_code]",
  'Looked at, payment of order CODE':
    'Looked at this payment? It leaves this list; nothing else changes. What you found It stays in the audit log permanently: no names or phone numbers. Looked at Not yet [looked-at attempt note]',
  'Record payment':
    'Record payment? You have seen KSh 9,000 for order CODE on the M-Pesa statement, or have it in cash. It becomes paid and ready to ship. M-Pesa receipt Paid in cash Leave the receipt empty: the shop numbers the payment. Record payment Not yet [record receipt cash]',
  'Confirm Order CODE':
    'Confirm order CODE? M-Pesa has reported no payment. The order counts as paid on your word, and can be delivered. Confirm Order Cancel [change status]',
  'Confirm Order: 1 order chosen':
    'Confirm Order: 1 order? M-Pesa has reported no payment for them. They count as paid on your word, and can be delivered. CODE 2 more that you chose have another status and stay as they are. Confirm Order Cancel [many ids of 1 status]',
  'Confirm Shipment: 1 order chosen':
    'Confirm Shipment: 1 order? They leave the shop. Each buyer sees it on the page of the order. CODE 2 more that you chose have another status and stay as they are. Confirm Shipment Cancel [many ids of 1 status]',
  'Send the prompt again (2)':
    'Send the prompt again: 2 orders? The phone of each buyer asks for the M-Pesa PIN once more. Where a prompt is still open, nothing is sent. CODE, CODE Send the prompt again Cancel [prompt ids of 2]',
  'Refund done':
    "Refund done? KSh 2,549 went back to the buyer. The refund leaves the list and cannot be opened again. M-Pesa code of the money back The code of the reversal or of your payment back, not the buyer's receipt. Number the money went to Number hidden by M-Pesa: ask the buyer. I reversed the payment Leave the number empty: a reversal finds the payer by itself. Note (optional) Refund done Not yet [refund-done refund receipt phone reversed note]",
  'Refund done, order CODE':
    "Refund done? KSh 5,440 went back to NUMBER. The refund leaves the list and cannot be opened again. M-Pesa code of the money back The code of the reversal or of your payment back, not the buyer's receipt. Note (optional) Refund done Not yet [refund-done refund receipt note]",
  'Role of Zuhura Salim':
    'Role of Zuhura Salim They are signed out everywhere, and sign in again with the new role. Role Owner: everything, also m-pesa, keys and other owners Manager: runs the shop: orders, payments, products, people Packer: packs and ships paid orders, and sees no money Content: products, pictures, texts, promotions and ads None: a shopper Save Cancel [role role]',
  'Promote to Admin: Zuhura Salim':
    'Promote to Admin? Zuhura Salim (zuhura@example.com) becomes a manager: they see every order, pay affiliates, and can promote others. They are signed out everywhere, and sign in again as a manager. Promote to Admin Cancel [promote]',
  'Pause Achieng Otieno':
    'Pause this affiliate? The links of Achieng Otieno earn nothing while they are paused. What was earned stays, and can be paid out. They get an e-mail with the reason. Reason The affiliate reads it. Pause Cancel [pause reason]',
  'Approve the commission of order CODE':
    'Approve before delivery? Not delivered yet: Paid - Ready to Ship. What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions. KSh 450 for order CODE goes into the wallet of Achieng Otieno, who is notified by e-mail. Approve before delivery Cancel [approve]',
  'Reject the commission of order CODE':
    'Reject this commission? Achieng Otieno does not get KSh 450 for order CODE, and is notified by e-mail. Reason (optional) The affiliate reads it. Reject Cancel [reject reason]',
  'Approve picked':
    'Approve 1 commission? Not delivered yet: all of them. What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions. KSh 450 in all. What cannot be approved stays as it is, and you see why. Approve Cancel [approve-all ids of 1]',
  'Reject picked':
    'Reject 1 commission? KSh 450 in all is not paid. Reason (optional) Every one of the affiliates reads it. Reject Cancel [reject-all ids of 1 reason]',
  'Export batch':
    'Export a batch? All pending payouts that have M-Pesa details and are on no list yet, as a table for spreadsheets (CSV). What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is not changed; it can be taken back from the list. Export Cancel [export key]',
  'Export picked':
    'Export 1 payout? KSh 300 in all, as a table for spreadsheets (CSV). Left out is what lacks M-Pesa details or is on a list already. What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is not changed; it can be taken back from the list. Export Cancel [export ids of 1 key]',
  'Let payouts go out again':
    'Let payouts go out again? They were stopped for this reason: the initiator is locked. Do this once the cause is fixed: each try with wrong credentials brings the account closer to being locked. Let them go out Cancel [resume]',
  'Mark Paid: the payout of KSh 300 to Achieng Otieno':
    'Mark as paid? Send the money yourself first, then write down the code of M-Pesa’s message. To Achieng Otieno Number +254 712 345 678 Amount KSh 300 M-Pesa receipt code Mark Paid Cancel [paid paid_to receipt]',
  'Looked at: the payout of KSh 300 to Achieng Otieno':
    'Looked at? M-Pesa names no receipt What you found The audit log keeps it. Looked at Cancel [looked note]',
  'Reject the payout of KSh 300 to Achieng Otieno':
    'Reject this payout? The money goes back into the balance, and the affiliate is notified by e-mail. To Achieng Otieno Number +254 712 345 678 Amount KSh 300 Reason (optional) The affiliate reads it. Reject Cancel [reject reason]',
  'Write off KSh 1,088 of TODAY':
    'Write this debt off? KSh 1,088 is owed no more. This cannot be undone; the audit log keeps it. Write off Cancel [write-off]',
  'Clear All User Data': expect.stringContaining('For 30 days an owner can put it back, while nothing new stands in its way.'),
}

/** What each button of a page asks in its dialog: what is read, and the names that are sent. */
async function questionsOf(page: Page, path: string, scope = 'main', pick = ''): Promise<Record<string, string>> {
  await shop.open(page, path)
  if (pick) await page.getByLabel(pick).check()
  return page.locator(scope).evaluate(async (part) => {
    const drawn = () => new Promise((settle) => requestAnimationFrame(settle))
    const asked: Record<string, string> = {}
    for (const button of part.querySelectorAll<HTMLButtonElement>('button[aria-haspopup=dialog]')) {
      button.click()
      let open: HTMLDialogElement | null = null
      while (!open) {
        await drawn()
        open = document.querySelector('dialog[open]')
      }
      await drawn()
      const sent = [...open.querySelectorAll<HTMLInputElement>('[name]')].filter(({ name }) => name !== 'id')
      const fields = sent.map(({ name, value }) => (name === 'intent' ? value : name === 'ids' ? `ids of ${value.split(/[ ,]/).length}` : name))
      const text = (open.querySelector('.dialog-body') as HTMLElement).innerText.replace(/\s+/g, ' ')
      asked[button.getAttribute('aria-label') ?? button.innerText] = `${open.querySelector('h2')?.textContent} ${text} [${fields.join(' ')}]`
      open.querySelector<HTMLElement>('.dialog-head button')?.click()
      while (document.querySelector('dialog[open]')) await drawn()
    }
    return asked
  })
}

/** A shop in which each dialog of orders, people and payouts can be opened: its addresses, each with the part of the page. */
async function everyDialog(): Promise<[path: string, scope?: string, pick?: string][]> {
  const on = { db: shop.db }
  const [paid, failed, assumed] = [
    await orderFor(on, 'Wambui Paid', 'paid'),
    await orderFor(on, 'Wambui Failed', 'failed'),
    await orderFor(on, 'Wambui Assumed', 'pending'),
  ]
  await queuePaymentReview(failed.ctx, failed.attempt.id, 'M-Pesa gave no outcome for a day')
  const lost = { receipt: newReceipt(), amount: 254_900, phone: null, maskedPhone: '2547 ***** 126', reference: 'ABCD1234' }
  await keepLostPayment(contextOn(on), lost)
  await account(on, { full_name: 'Zuhura Salim', email: 'zuhura@example.com' })
  const payout = await pendingPayout(on)
  await debtor(on)
  const sale = await referred(on, payout)
  await tellPaid(sale.ctx, sale.attempt)
  await shop.db.execute(sql`update affiliate_payouts set needs_review_at = now(), review_reason = 'M-Pesa names no receipt' where id = ${payout.id}`)
  await shop.db.execute(sql`insert into payout_hold (reason, payout_id) values ('the initiator is locked.', ${payout.id})`)
  return [
    [`/admin/orders/${paid.id}`, '.pane'],
    [`/admin/orders/${failed.id}`, '.pane'],
    [`/admin/orders/${assumed.id}`, '.pane'],
    ['/admin/orders?search=Wambui', '.order-bulk', 'Choose all 3'],
    ['/admin/orders?view=refunds'],
    ['/admin/orders?view=review'],
    ['/admin/users?search=zuhura'],
    [`/admin/affiliates?search=${payout.code}`],
    [`/admin/commissions?search=${payout.code}`],
    [`/admin/commissions?search=${payout.code}`, '.picks', 'Pick all that wait'],
    [`/admin/payouts?search=${payout.code}`],
    [`/admin/payouts?search=${payout.code}`, '.picks', 'Pick all that wait'],
    ['/admin/affiliates/debts'],
    ['/admin/data'],
  ]
}

it('each dialog of the panel says what it does and sends what its form needs, also after an answer was lost', async () => {
  const { page, expectComplaint } = await shop.visitAsAdmin('phone')
  const asked: Record<string, string> = {}
  for (const where of await everyDialog()) Object.assign(asked, await questionsOf(page, ...where))
  const codes = JSON.stringify(asked).replace(/\b[0-9a-f]{8}\b/g, 'CODE')
  expect(JSON.parse(codes.replace(/\+254 710 \d{3} \d{3}/g, 'NUMBER').replaceAll(formatDate(new Date().toISOString()), 'TODAY'))).toEqual(questions)

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
