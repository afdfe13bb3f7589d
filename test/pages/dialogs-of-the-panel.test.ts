import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formatDate } from '#domain/nairobi-time.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { keepLostPayment } from '#features/orders/payments/find-lost-payments.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { invitePerson } from '#features/people/invitations.ts'
import { account } from '../accounts.ts'
import { affiliate, boss, earn, referred } from '../affiliates.ts'
import { as, contextOn, tellPaid } from '../checkout.ts'
import { codeOf, debtor } from '../debtor.ts'
import { orderFor } from '../orders-of.ts'
import { payoutDetails, pendingPayout } from '../payout-scene.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { questionsIn, scriptedPanels } from '../scripted-panel.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const draw = scriptedPanels()

/** By the name of its button: title, text and buttons of each dialog, and the intent and other fields that it sends. */
const questions = {
  'Rider or courier: order CODE':
    'Who brings order CODE? Orders that are ready are shipped, and each buyer gets a message. Who Akinyi (0) A new rider A courier Ship Cancel [intent=assign, ids=the paid order, rider_day_id]',
  'Cancel order CODE':
    'Cancel order CODE? Its pairs go back on the shelf. If money comes for it after all, it goes on the refund list. Reason Cancel order Keep order [intent=change, id=the assumed order, status=cancelled, reason]',
  'Name an affiliate':
    "Who brought order CODE? It came by no affiliate's link. The affiliate you name earns 10% of it, once you have approved the commission. This can be done once, within 30 days of the order, and stands in the audit log. Affiliate code As shown under Affiliate Management. Name affiliate Cancel [intent=name-affiliate, id=the assumed order, affiliate_code]",
  'Solved, payment of order CODE':
    'Is the problem of this payment solved? It leaves this list; nothing else changes. What you found It stays in the audit log permanently: no names or phone numbers. Solved Not yet [intent=looked-at, attempt=the attempt, note]',
  'Record payment':
    'Record payment? You have seen KSh 9,000 for order CODE on the M-Pesa statement, or have it in cash. It becomes paid and ready to ship. M-Pesa receipt Paid in cash Leave the receipt empty: the shop numbers the payment. Record payment Not yet [intent=record, id=the failed order, receipt, cash]',
  'Confirm Order CODE':
    'Confirm order CODE? M-Pesa has reported no payment. The order counts as paid on your word, and can be delivered. Confirm Order Cancel [intent=change, id=the assumed order, status=confirmed]',
  'Confirm Order: 1 order selected':
    'Confirm Order: 1 order? M-Pesa has reported no payment for them. They count as paid on your word, and can be delivered. CODE 2 more that you chose have another status and stay as they are. Confirm Order Cancel [intent=many, ids=the assumed order, status=confirmed]',
  'Confirm Shipment: 1 order selected':
    'Confirm Shipment: 1 order? They leave the shop. Each buyer sees it on the page of the order. CODE 2 more that you chose have another status and stay as they are. Confirm Shipment Cancel [intent=many, ids=the paid order, status=shipped]',
  'Delete customer':
    'Delete Wambui Paid? Name, number, address, e-mails and notes are gone for good. Make sure that it is they who ask. An account with this number stays, because a number proves no account: it loses these orders and the number, and we write to it. Delete customer Cancel [intent=delete]',
  'Demote Rehema Salim':
    'Demote this admin? Rehema Salim is signed out everywhere and no longer gets in here. Their account and orders stay. Demote Cancel [intent=demote, id=Rehema]',
  'Promote to Admin: Zuhura Salim':
    'Promote to Admin? Zuhura Salim (zuhura@example.com) becomes a manager: they see every order, pay affiliates, and can promote others. They are signed out everywhere, and sign in again as a manager. Promote to Admin Cancel [intent=promote, id=Zuhura]',
  'Refund done':
    "Refund done? KSh 2,549 went back to the buyer. The refund leaves the list and cannot be opened again. M-Pesa code of the money back The code of the reversal or of your payment back, not the buyer's receipt. Number the money went to Number hidden by M-Pesa: ask the buyer. I reversed the payment Leave the number empty: a reversal finds the payer by itself. Note (optional) Refund done Not yet [intent=refund-done, refund=ID, receipt, phone, reversed, note]",
  'Refund done, order CODE':
    "Refund done? KSh 5,440 went back to NUMBER. The refund leaves the list and cannot be opened again. M-Pesa code of the money back The code of the reversal or of your payment back, not the buyer's receipt. Note (optional) Refund done Not yet [intent=refund-done, refund=ID, receipt, note]",
  'Resume Kiprono Ruto':
    'Resume this affiliate? The links of Kiprono Ruto count again from now on, and they get an e-mail. They were paused for this reason: Clicks that no people made Resume Cancel [intent=resume, id=Kiprono]',
  'Role of Rehema Salim':
    'Role of Rehema Salim They are signed out everywhere, and sign in again with the new role. Role Owner: everything, also m-pesa, keys and other owners Manager: runs the shop: orders, payments, products, people Packer: packs and ships paid orders, and sees no money Content: products, pictures, texts, promotions and ads None: a shopper Save Cancel [intent=role, id=Rehema, role]',
  'Role of Zuhura Salim':
    'Role of Zuhura Salim They are signed out everywhere, and sign in again with the new role. Role Owner: everything, also m-pesa, keys and other owners Manager: runs the shop: orders, payments, products, people Packer: packs and ships paid orders, and sees no money Content: products, pictures, texts, promotions and ads None: a shopper Save Cancel [intent=role, id=Zuhura, role]',
  'Send the prompt again (2)':
    'Send the prompt again: 2 orders? The phone of each buyer asks for the M-Pesa PIN once more. Where a prompt is still open, nothing is sent. CODE, CODE Send the prompt again Cancel [intent=prompt, ids=the assumed order the failed order]',
  'Cancel the link of Akinyi':
    'Cancel the link of Akinyi? The link stops working. Orders that are on the way stay with the rider until you give them to another. Cancel link Keep link [intent=take-back, id=ID]',
  'Withdraw the invitation of otieno@example.com':
    'Withdraw this invitation? The link that otieno@example.com got opens nothing any more. Withdraw Cancel [intent=withdraw, id=ID]',
  'Write off KSh 1,088 of TODAY':
    'Write this debt off? KSh 1,088 is owed no more. This cannot be undone; the audit log keeps it. Write off Cancel [intent=write-off, id=the debtor]',
  'Attach KSh 1,088 to Zawadi Alike':
    'Is it Zawadi Alike’s debt? KSh 1,088 is taken off what Zawadi Alike earns, and they are notified by e-mail. Attach it only if you are sure that the deleted account was theirs: a number alone can be another person’s. This cannot be undone. Attach Cancel [intent=attach, id=the debtor, affiliate_id=Zawadi]',
  'Clear All User Data': expect.stringContaining('For 30 days an owner can put it back, while nothing new stands in its way.'),
}
const moneyQuestions = {
  'Pause Achieng Otieno':
    'Pause this affiliate? The links of Achieng Otieno earn nothing while they are paused. What was earned stays, and can be paid out. They get an e-mail with the reason. Reason The affiliate reads it. Pause Cancel [intent=pause, id=Achieng, reason]',
  'Approve selected':
    'Approve 1 commission? Not delivered yet: all of them. What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions. KSh 450 in all. What cannot be approved stays as it is, and you see why. Approve Cancel [intent=approve-all, ids=the commission]',
  'Approve the commission of order CODE':
    'Approve before delivery? Not delivered yet: Paid - Ready to Ship. What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions. KSh 450 for order CODE goes into the wallet of Achieng Otieno, who is notified by e-mail. Approve before delivery Cancel [intent=approve, id=the commission]',
  'Export batch':
    'Export a batch? All pending payouts that have M-Pesa details and are on no list yet, as a table for spreadsheets (CSV). What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is not changed; it can be taken back from the list. Export Cancel [intent=export, key]',
  'Export selected':
    'Export 1 payout? KSh 300 in all, as a table for spreadsheets (CSV). Left out is what lacks M-Pesa details or is on a list already. What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is not changed; it can be taken back from the list. Export Cancel [intent=export, ids=the payout, key]',
  'Mark Paid: the payout of KSh 200 to Baraka Mwangi':
    'Mark as paid? Send the money yourself first, then write down the code of M-Pesa’s message. To Baraka Mwangi Number +254 712 345 678 Amount KSh 200 M-Pesa receipt code Mark Paid Cancel [intent=paid, id=the listed payout, paid_to=254712345678, receipt]',
  'Mark Paid: the payout of KSh 300 to Achieng Otieno':
    'Mark as paid? Send the money yourself first, then write down the code of M-Pesa’s message. To Achieng Otieno Number +254 712 345 678 Amount KSh 300 M-Pesa receipt code Mark Paid Cancel [intent=paid, id=the payout, paid_to=254712345678, receipt]',
  'Mark Paid: the payout of KSh 300 to Baraka Mwangi':
    'Mark as paid? The affiliate cancelled this request. If you have sent the money already, write the receipt. To Baraka Mwangi Number +254 712 345 678 Amount KSh 300 M-Pesa receipt code Mark Paid Cancel [intent=paid, id=the cancelled payout, paid_to=254712345678, receipt]',
  'Pay by M-Pesa: the payout of KSh 300 to Achieng Otieno':
    'Pay by M-Pesa? The shop’s M-Pesa account pays at once; M-Pesa’s result completes the payout. To Achieng Otieno Number +254 712 345 678 Amount KSh 300 Pay KSh 300 Cancel [intent=send, id=the payout]',
  'Pay selected by M-Pesa':
    'Pay 1 payout by M-Pesa? KSh 300 in all. What cannot be sent stays as it is, and you see why. M-Pesa may take a few seconds for each: please keep this page open. Pay KSh 300 Cancel [intent=send-all, ids=the payout]',
  'Reject selected':
    'Reject 1 commission? KSh 450 in all is not paid. Reason (optional) Every one of the affiliates reads it. Reject Cancel [intent=reject-all, ids=the commission, reason]',
  'Reject the commission of order CODE':
    'Reject this commission? Achieng Otieno does not get KSh 450 for order CODE, and is notified by e-mail. Reason (optional) The affiliate reads it. Reject Cancel [intent=reject, id=the commission, reason]',
  'Reject the payout of KSh 300 to Achieng Otieno':
    'Reject this payout? The money goes back into the balance, and the affiliate is notified by e-mail. To Achieng Otieno Number +254 712 345 678 Amount KSh 300 Reason (optional) The affiliate reads it. Reject Cancel [intent=reject, id=the payout, reason]',
  'Take back from the list: the payout of KSh 200 to Baraka Mwangi':
    'Take back from the list? Only do this if no one is paying it by hand any more: it could be paid twice. Take back Cancel [intent=take-back, ids=the listed payout]',
}
const markPaid = 'Mark Paid: the payout of KSh 300 to Achieng Otieno'
const reject = 'Reject the payout of KSh 300 to Achieng Otieno'
/** While payouts are stopped, of one that needs a look: it can be paid by hand or rejected, and not sent. */
const stoppedQuestions = {
  'Let payouts go out again':
    'Let payouts go out again? They were stopped for this reason: the initiator is locked. Do this once the cause is fixed: each try with wrong credentials brings the account closer to being locked. Let them go out Cancel [intent=resume]',
  'Solved: the payout of KSh 300 to Achieng Otieno':
    'Is the problem solved? M-Pesa names no receipt What you found The audit log keeps it. Solved Cancel [intent=looked, id=the payout, note]',
}

const amina = async () => shop.visitAs(await account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' }))

/** An address, the part of its page, and what is picked first. */
type Where = [path: string, scope?: string, pick?: string]
const on = () => ({ db: shop.database.db })

async function dialogsOfOrders(): Promise<Where[]> {
  const [paid, failed, assumed] = [
    named('the paid order', await orderFor(on(), 'Wambui Paid', 'paid')),
    named('the failed order', await orderFor(on(), 'Wambui Failed', 'failed')),
    named('the assumed order', await orderFor(on(), 'Wambui Assumed', 'pending')),
  ]
  named('the attempt', failed.attempt)
  await queuePaymentReview(failed.ctx, failed.attempt.id, 'M-Pesa gave no outcome for a day')
  const lost = { receipt: newReceipt(), amount: 254_900, phone: null, maskedPhone: '2547 ***** 126', reference: 'ABCD1234' }
  await keepLostPayment(contextOn(on()), lost)
  await shop.database.db.execute(
    sql`insert into rider_days (name, phone, day, token_hash) values ('Akinyi', '254733444555', (now() at time zone 'Africa/Nairobi')::date, repeat('x', 43))`,
  )
  return [
    [`/admin/orders/${paid.id}`, '.pane'],
    [`/admin/orders/${failed.id}`, '.pane'],
    [`/admin/orders/${assumed.id}`, '.pane'],
    ['/admin/orders?search=Wambui', '.order-bulk', 'Select all 3'],
    ['/admin/orders?view=refunds'],
    ['/admin/orders?view=review'],
    ['/admin/orders/riders'],
    [`/admin/customers/${paid.id}`],
  ]
}

async function dialogsOfPeople(): Promise<Where[]> {
  named('Zuhura', await account(on(), { full_name: 'Zuhura Salim', email: 'zuhura@example.com' }))
  named('Rehema', await account(on(), { full_name: 'Rehema Salim', email: 'rehema@example.com', role: 'manager' }))
  await invitePerson(as(contextOn(on()), await boss(on())), { email: 'otieno@example.com', role: 'packer' })
  const resting = named('Kiprono', await account(on(), { full_name: 'Kiprono Ruto', is_affiliate: true }))
  await shop.database.db.execute(
    sql`update profiles set affiliate_paused_at = now(), affiliate_pause_reason = 'Clicks that no people made' where id = ${resting.id}`,
  )
  const { who, number } = await debtor(on())
  named('the debtor', who)
  const alike = named('Zawadi', await account(on(), { full_name: 'Zawadi Alike', is_affiliate: true }))
  await shop.database.db.execute(sql`update profiles set phone = ${number.slice(1)} where id = ${alike.id}`)
  return [
    ['/admin/users?search=Salim'],
    [`/admin/affiliates?search=${(await codeOf(on(), resting.id)).code}`],
    ['/admin/affiliates/debts'],
    ['/admin/data'],
  ]
}

/** Of an affiliate with an open payout, and of one with a cancelled one and one on a list. */
async function dialogsOfMoney(): Promise<[open: string, more: Where[]]> {
  const payout = named('the payout', await pendingPayout(on()))
  named('Achieng', { id: payout.mine.actor.userId as string })
  const other = await affiliate(on(), 'Baraka Mwangi')
  await earn(on(), other, 300)
  const mine = as(contextOn(on()), other)
  const ask = (amount: number) => requestPayout(mine, { amount, ...payoutDetails, mpesa_full_name: 'Baraka Mwangi' })
  const cancelled = named('the cancelled payout', await ask(300))
  await cancelPayout(mine, cancelled.id)
  const listed = named('the listed payout', await ask(200))
  await shop.database.db.execute(sql`update affiliate_payouts set exported_at = now() where id = ${listed.id}`)
  const sale = await referred(on(), payout)
  named('the commission', { id: sale.commissionId })
  await tellPaid(sale.ctx, sale.attempt)
  return [
    payout.id,
    [
      [`/admin/affiliates?search=${payout.code}`],
      [`/admin/commissions?search=${payout.code}`],
      [`/admin/commissions?search=${payout.code}`, '.picks', 'Select all that wait'],
      [`/admin/payouts?search=${payout.code}`],
      [`/admin/payouts?search=${payout.code}`, '.picks', 'Select all that wait'],
      [`/admin/payouts?search=${other.code}`],
    ],
  ]
}

/** What the rows of a scene are called instead of by their ids. */
const names = new Map<string, string>()
function named<Row extends { id: string }>(name: string, row: Row): Row {
  names.set(row.id, name)
  return row
}

async function expectQuestions(visitor: PageVisitor, dialogs: Where[], words: Record<string, unknown>) {
  const asked: Record<string, string> = {}
  for (const [path, scope, pick] of dialogs) {
    const page = await draw(visitor, path)
    if (pick) page.box(pick).click()
    Object.assign(asked, await questionsIn(page.part(scope)))
  }
  const plain = JSON.stringify(asked)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? 'ID')
    .replace(/\b[0-9a-f]{8}\b/g, 'CODE')
    .replace(/\+254 710 \d{3} \d{3}/g, 'NUMBER')
    .replaceAll(formatDate(new Date().toISOString()), 'TODAY')
  expect(JSON.parse(plain)).toEqual(words)
}

it('each dialog of orders and people says what it does, and sends what its form needs', async () => {
  const visitor = await amina()
  await expectQuestions(visitor, [...(await dialogsOfOrders()), ...(await dialogsOfPeople())], questions)
})

it('each dialog of commissions and payouts says what it does, and sends what its form needs', async () => {
  const visitor = await amina()
  const [open, dialogs] = await dialogsOfMoney()
  await expectQuestions(visitor, dialogs, moneyQuestions)
  await shop.database.db.execute(
    sql`update affiliate_payouts set needs_review_at = now(), review_reason = 'M-Pesa names no receipt' where id = ${open}`,
  )
  await shop.database.db.execute(sql`insert into payout_hold (reason, payout_id) values ('the initiator is locked.', ${open})`)
  await expectQuestions(
    visitor,
    [
      ['/admin/payouts?show=review', '.panel-notice'],
      ['/admin/payouts?show=review', '.rows'],
    ],
    { ...stoppedQuestions, [markPaid]: moneyQuestions[markPaid], [reject]: moneyQuestions[reject] },
  )
})
