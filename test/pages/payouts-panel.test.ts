import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { account } from '../accounts.ts'
import { affiliate, earn } from '../affiliates.ts'
import { as, contextOn, newPhone, rowsOf } from '../checkout.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const boss = async () => shop.visitAs(await account(shop.database, { isAdmin: true }))
const outcome = (desk: PageVisitor) => desk.text('main .notice[role]')
const list = (code: string) => `/admin/payouts?search=${code}`
const buttons = (desk: PageVisitor, amount: string) =>
  desk
    .page('.record', amount)
    .queryAllByRole('button', { name: /./ })
    .filter((each) => !each.closest('dialog'))
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)

/** An affiliate with KSh 500 who asked for payouts; all but the last are cancelled again. */
async function asking(full_name: string, amounts: number[]) {
  const who = await affiliate(shop.database, full_name)
  await earn(shop.database, who, 500)
  const mine = as(contextOn(shop.database), who)
  const to = { mpesa_phone_number: newPhone(), mpesa_full_name: full_name }
  const ids: string[] = []
  for (const amount of amounts) {
    if (ids.length > 0) await cancelPayout(mine, ids.at(-1) as string)
    ids.push((await requestPayout(mine, { amount, ...to })).id)
  }
  return { ...who, mine, ids, id: ids.at(-1) as string }
}

it('a payout is paid by hand with its receipt, and once', async () => {
  const who = await asking('Achieng Odero', [300])
  const [desk, other] = [await (await boss()).open(list(who.code)), await boss()]
  expect(desk.text('.record')).toMatch(
    new RegExp(`^Select the payout of Achieng OderoKSh 300Asked for .*Achieng Odero ${who.code}To \\+254.*, Achieng OderoPending`),
  )
  expect(buttons(desk, 'KSh 300')).toEqual([
    'Mark Paid: the payout of KSh 300 to Achieng Odero',
    'Pay by M-Pesa: the payout of KSh 300 to Achieng Odero',
    'Reject the payout of KSh 300 to Achieng Odero',
  ])
  expect(desk.text('.toolbar [role=status]')).toMatch(/^\d+ pending, \d+ at M-Pesa$/)
  await desk.post(desk.address, { intent: 'paid', id: who.id, receipt: '' })
  expect([desk.status, desk.html]).toEqual([400, expect.stringContaining('Enter the M-Pesa receipt code')])
  const receipt = newReceipt()
  await desk.post(desk.address, { intent: 'paid', id: who.id, receipt })
  expect(outcome(desk)).toBe('Payout completed KSh 300, 1 deduction')
  expect(desk.text('.record')).toMatch(new RegExp(`PaidM-Pesa ${receipt}, `))
  expect(buttons(desk, 'KSh 300')).toEqual([])
  expect(await rowsOf(shop.database, sql`select status, receipt from affiliate_payouts where id = ${who.id}`)).toEqual([
    { status: 'completed', receipt },
  ])
  await other.post(list(who.code), { intent: 'paid', id: who.id, receipt: newReceipt() })
  expect([other.status, other.html]).toEqual([409, expect.stringContaining('This payout has been settled meanwhile. It is now: Paid.')])
})

it('a payout is rejected with a reason, which stands in the list', async () => {
  const who = await asking('Baraka Mwangi', [300])
  const desk = await boss()
  await desk.post(list(who.code), { intent: 'reject', id: who.id, reason: 'Wrong number' })
  expect(outcome(desk)).toBe('Payout status updated Rejected: the money is back in the balance.')
  expect(desk.text('.record')).toMatch(/RejectedWrong number/)
  for (const [show, count] of Object.entries({ Pending: 0, Rejected: 1 })) {
    await desk.press('Apply filters', { search: who.code, Status: show })
    expect([show, desk.texts('.record').length]).toEqual([show, count])
  }
  expect((await desk.open(list('nobody-of-this-name'))).text('.empty-note')).toBe('No payout requests found')
})

it('payouts on a list of a batch say so, are not sent by M-Pesa meanwhile, and are taken back', async () => {
  const who = await asking('Chebet Rono', [300])
  const desk = await (await boss()).open(list(who.code))
  desk.page('main').getByRole('button', { name: 'Export batch' })
  await desk.post(desk.address, { intent: 'export', ids: who.id, key: 'a key of this press' })
  expect(outcome(desk)).toBe('Batch exported 1 payout to pay by hand.')
  expect(desk.text('.record')).toContain('On a list since')
  const payout = 'the payout of KSh 300 to Chebet Rono'
  expect(buttons(desk, 'KSh 300')).toEqual([`Mark Paid: ${payout}`, `Take back from the list: ${payout}`])
  await desk.post(desk.address, { intent: 'export', ids: who.id })
  expect(outcome(desk)).toBe('Nothing to export No pending payout with M-Pesa details is without a list.')
  await desk.post(desk.address, { intent: 'take-back', ids: who.id })
  expect(outcome(desk)).toBe('Payout status updated 1 payout taken back from the list.')
  expect(desk.text('.record')).not.toContain('On a list since')
})

it('what was paid by hand before the affiliate cancelled it is written down, and its receipt kept where the balance is gone', async () => {
  const who = await asking('Dalila Omar', [300, 400, 150])
  const [first, second, third] = who.ids as [string, string, string]
  const desk = await (await boss()).open(list(who.code))
  const pay = (id: string, receipt: string) => desk.post(list(who.code), { intent: 'paid', id, receipt })
  expect(desk.texts('.record').filter((each) => each.includes('Cancelled by the affiliate'))).toHaveLength(2)
  expect(buttons(desk, 'KSh 400')).toEqual(['Mark Paid: the payout of KSh 400 to Dalila Omar'])
  await pay(first, newReceipt())
  expect(outcome(desk)).toBe('Payout completed KSh 300, 1 deduction')
  const receipt = newReceipt()
  await pay(second, receipt)
  expect([desk.status, desk.html]).toEqual([409, expect.stringContaining('The balance no longer holds this payout. Its receipt is kept')])
  desk.page('.record', 'KSh 400').getByText(`Not in the books: ${receipt}`)
  await pay(third, newReceipt())
  const refusal = `Money was paid to this affiliate that is not in the books: receipt ${receipt}. Settle that first.`
  expect([desk.status, desk.html]).toEqual([409, expect.stringContaining(refusal)])
})

it('a payout that an own program asked for to a new number is looked at first', async () => {
  const who = await asking('Achieng Otieno', [300])
  await shop.database.db.execute(
    sql`update affiliate_payouts set held_at = now(), needs_review_at = now(), review_reason = 'It goes to another number' where id = ${who.id}`,
  )
  const desk = await (await boss()).open(list(who.code))
  expect(desk.text('.record')).toContain('Problem: It goes to another number')
  const payout = 'the payout of KSh 300 to Achieng Otieno'
  expect(buttons(desk, 'KSh 300')).toEqual([`Solved: ${payout}`, `Reject ${payout}`])
  await desk.post(desk.address, { intent: 'looked', id: who.id, note: 'Rang her: it is her number' })
  expect(outcome(desk)).toBe('Payout status updated It is no longer among the problems.')
  expect(buttons(desk, 'KSh 300')[0]).toBe(`Mark Paid: ${payout}`)
})

it('payouts by M-Pesa that are stopped say why until an admin lets them go on, and what needs a look says so', async () => {
  const who = await asking('Wambui Stopped', [200])
  await shop.database.db.execute(sql`insert into payout_hold (reason, payout_id) values ('the initiator is locked.', ${who.id})`)
  await shop.database.db.execute(
    sql`update affiliate_payouts set needs_review_at = now(), review_reason = 'M-Pesa names no receipt' where id = ${who.id}`,
  )
  const desk = await (await boss()).open('/admin/payouts')
  expect(desk.text('.panel-notice')).toMatch(
    /Payouts by M-Pesa are stopped: the initiator is locked\. Since .* none goes out.*\d payouts? ha(s|ve) a problem\./,
  )
  expect(desk.page('main').queryByRole('button', { name: /^Pay by M-Pesa: / })).toBeNull()
  await desk.follow(/^Show (it|them)$/)
  expect(desk.address).toBe('/admin/payouts?show=review')
  desk.page('.record', 'M-Pesa names no receipt')
  await desk.post(desk.address, { intent: 'looked', id: who.id, note: 'Nothing was paid' })
  expect(outcome(desk)).toBe('Payout status updated It is no longer among the problems.')
  desk.page('main').getByRole('button', { name: 'Let payouts go out again' })
  await desk.post(desk.address, { intent: 'resume' })
  expect([outcome(desk), desk.text()]).toEqual(['Payouts go out again', expect.not.stringContaining('are stopped')])
  await desk.open(list(who.code))
  expect(buttons(desk, 'KSh 200')).toContain('Pay by M-Pesa: the payout of KSh 200 to Wambui Stopped')
})
