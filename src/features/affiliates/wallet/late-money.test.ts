import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { exportBatch } from '#features/affiliates/wallet/export-batch.ts'
import { payByHand } from '#features/affiliates/wallet/pay-by-hand.ts'
import { resumePayouts } from '#features/affiliates/wallet/payout-breaker.ts'
import { completePayout, resolveReview } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { refusalOf } from '../../../../test/accounts.ts'
import { earn } from '../../../../test/affiliates.ts'
import { contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { type PayoutScene, payoutJobs, pendingPayout } from '../../../../test/payout-scene.ts'
import { failedPayoutBody, failedStatusBody, newReceipt, paidPayoutBody, refusedPayout, statusBody } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
afterEach(() => resumePayouts(contextOn(database, { actor: theShop })))
const sent = async () => (await pendingPayout(database)).send()
/** Sent, silent for a day, asked about a last time, and rejected by an admin. */
async function rejectedFromDesk() {
  const scene = await (await sent()).forget()
  expect(await refusalOf(rejectPayout(scene.admin, scene.id, {}))).toBe('payout_unsure')
  await rejectPayout(later(scene.admin, '11 minutes'), scene.id, {})
  return scene
}
const failed = async () => {
  const scene = await sent()
  await scene.tellFailed()
  return scene
}
const letters = ({ mine }: PayoutScene) =>
  rowsOf<{ kind: string }>(database, sql`select kind from wallet_entries where affiliate_id = ${mine.actor.userId} order by id`)

describe.each([
  ['had failed', failed],
  ['was rejected from the desk', rejectedFromDesk],
])('money that moved although its payout %s', (before, make) => {
  it('is written down, once, while the balance holds it', async () => {
    const scene = await make()
    expect(await scene.balance()).toBe(300)
    const receipt = await scene.tellPaid()
    await scene.tellPaid({ receipt })
    await scene.tellFailed()
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt, needs_review_at: null })
    expect(await scene.balance()).toBe(0)
    expect((await letters(scene)).map(({ kind }) => kind)).toEqual([
      'commission approved',
      'payout requested',
      'payout returned',
      'payout paid after all',
    ])
    await expect(scene.again(10)).rejects.toMatchObject({ code: 'payout_invalid' })
  })

  it('takes the place of the next request while that waits', async () => {
    const scene = await make()
    const next = await scene.again()
    const receipt = await scene.tellPaid()
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt })
    expect(await next.row()).toMatchObject({
      status: 'rejected',
      failure_reason: 'Your payout of KSh 300 has reached you after all. Ask again for what is left',
    })
    expect(await refusalOf(next.send())).toBe('payout_settled')
    expect(await scene.balance()).toBe(0)
  })

  it('leaves a request alone that is too small to make room for it', async () => {
    const scene = await make()
    const next = await scene.again(10)
    const [sold] = await rowsOf<{ id: string }>(
      database,
      sql`select order_id as id from affiliate_commissions where affiliate_id = ${scene.mine.actor.userId}`,
    )
    await changeStatus(scene.admin, sold?.id as string, { status: 'cancelled', reason: 'Sent back' })
    const receipt = await scene.tellPaid()
    expect(await next.row()).toMatchObject({ status: 'pending' })
    expect(await scene.row()).toMatchObject({ receipt: null, unrecorded_receipts: [receipt] })
  })

  it('waits for a person when the next request is given out at that moment, to be paid by hand', async () => {
    const scene = await make()
    const next = await scene.again()
    const receipt = newReceipt()
    await meanwhile(database, sql`select from affiliate_payouts where id = ${next.id} for update`, [() => scene.tellPaid({ receipt })], (inside) =>
      exportBatch({ ...next.admin, ...inside }, { payout_ids: [next.id] }),
    )
    expect(await next.row()).toMatchObject({ status: 'pending', exported_at: expect.any(String) })
    expect(await scene.row()).toMatchObject({ receipt: null, unrecorded_receipts: [receipt] })
    expect(await scene.balance()).toBe(0)
  })

  it('lies on the desk when the next one was paid already, and nothing more is paid until a person has settled it', async () => {
    const scene = await make()
    const next = await scene.again()
    await completePayout(next.admin, next.id, { receipt: newReceipt() })
    const receipt = await scene.tellPaid()
    expect(await scene.row()).toMatchObject({
      review_reason: `M-Pesa paid it after it ${before.replace(' from the desk', '')}, and its money is gone: ${receipt}`,
      unrecorded_receipts: [receipt],
    })
    expect(await scene.balance()).toBe(0)

    await earn(database, scene, 300)
    const third = await scene.again(300)
    expect(await refusalOf(third.send())).toBe('payout_unbooked')
    expect(await refusalOf(payByHand(third.admin, third.id, { receipt: newReceipt() }))).toBe('payout_unbooked')
    await expect(
      database.ownerDb.execute(
        sql`update affiliate_payouts set status = 'processing', sent_at = now(), originator_id = id::text where id = ${third.id}`,
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'affiliate_payouts_unrecorded' } })
    // With that receipt it is recorded, and the waiting one makes room for it.
    expect(await refusalOf(payByHand(scene.admin, scene.id, { receipt: newReceipt() }))).toBe('payout_unbooked')
    await payByHand(scene.admin, scene.id, { receipt })
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt, needs_review_at: null, unrecorded_receipts: [] })
    expect(await third.row()).toMatchObject({ status: 'rejected' })
    expect(await scene.balance()).toBe(0)
  })

  it('lies on the desk while the next one is on its way, and can be let go with a note', async () => {
    const scene = await make()
    const next = await (await scene.again()).send()
    const receipt = await scene.tellPaid()
    expect(await refusalOf(payByHand(scene.admin, scene.id, { receipt }))).toBe('payout_uncovered')
    expect(await refusalOf(rejectPayout(scene.admin, scene.id, {}))).toMatch(/payout_unbooked|not refused/)
    // The payout on its way ends with M-Pesa's answer.
    await next.tellFailed()
    const third = await scene.again(50)
    expect(await refusalOf(third.send())).toBe('payout_unbooked')
    expect(await refusalOf(resolveReview(scene.admin, scene.id, { note: ' ' }))).toBe('bad_input')
    await resolveReview(scene.admin, scene.id, { note: 'M-Pesa reversed it.' })
    expect(await scene.row()).toMatchObject({ needs_review_at: null, unrecorded_payment_at: null, unrecorded_receipts: [] })
    expect(
      await rowsOf(
        database,
        sql`select before ->> 'receipts' as receipts, after ->> 'note' as note from audit_log where action = 'payout looked at' and row_id = ${scene.id}`,
      ),
    ).toEqual([{ receipts: JSON.stringify([receipt]), note: 'M-Pesa reversed it.' }])
    await third.send()
    await third.tellPaid()
    expect(await third.row()).toMatchObject({ status: 'completed' })
  })

  it('lies on the desk when no receipt of it can be read, or nothing at all', async () => {
    const scene = await make()
    await scene.tellPaid({ receipt: 'bad receipt' })
    expect(await scene.row()).toMatchObject({ review_reason: 'M-Pesa says it paid, and names no receipt', unrecorded_receipts: [] })
    await scene.tellPaid({ amount: 301, receipt: 'TOTHER0001' })
    expect(await scene.row()).toMatchObject({
      review_reason: 'M-Pesa says it paid, and names no receipt. M-Pesa paid KSh 301, not the amount of the payout: TOTHER0001',
      unrecorded_receipts: ['TOTHER0001'],
    })
    expect(await refusalOf((await scene.again()).send())).toBe('payout_unbooked')

    const unread = await make()
    await unread.tell('result', '<html>busy</html>')
    expect(await unread.row()).toMatchObject({ review_reason: 'M-Pesa sent a message that cannot be read', unrecorded_payment_at: null })
    const strange = await make()
    await strange.tell('result', paidPayoutBody({ payoutId: 'somebody-elses', amount: 300_00, receipt: newReceipt() }))
    expect(await strange.row()).toMatchObject({ review_reason: 'M-Pesa reported another payout at the address of this one' })
  })
})

describe('a payout that M-Pesa says it paid, and that cannot be written down as it is', () => {
  it('lies on the desk without a receipt, and is asked about at once', async () => {
    const scene = await sent()
    await scene.tellPaid({ receipt: 'bad receipt' })
    expect(await scene.row()).toMatchObject({ status: 'processing', review_reason: 'M-Pesa says it paid, and names no receipt' })
    expect(await payoutJobs(scene.admin, '1 second')).toBe(1)
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Completed', amount: 300_00, receipt: 'TASKED0001' }))
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt: 'TASKED0001', needs_review_at: null, unrecorded_payment_at: null })
  })

  it('is not sent again when it had never been sent at all', async () => {
    const scene = await pendingPayout(database)
    await scene.tellPaid({ receipt: 'bad receipt' })
    expect(await refusalOf(scene.send())).toBe('payout_unbooked')
    await payByHand(scene.admin, scene.id, { receipt: 'TNEVER0001' })
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt: 'TNEVER0001', unrecorded_payment_at: null })
  })

  it.each([
    ['another amount', { amount: 301, receipt: 'TAMOUNT001' }],
    ['no receipt', { receipt: 'bad receipt' }],
  ])('with %s stays there when M-Pesa says afterwards that it failed', async (_, told) => {
    const scene = await sent()
    await scene.tellPaid(told)
    await scene.tellFailed()
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Declined' }))
    expect(await scene.row()).toMatchObject({
      status: 'processing',
      review_reason: expect.stringMatching(/^M-Pesa .*\. Afterwards M-Pesa said that it had failed: 17$/),
    })
    expect(await scene.balance()).toBe(0)
    // An admin cannot reject a payout that M-Pesa reports as paid.
    expect(await refusalOf(rejectPayout(later(scene.admin, '1 hour'), scene.id, {}))).toBe('payout_unbooked')
    await resolveReview(scene.admin, scene.id, { note: 'It was another payment' })
    await scene.tellFailed()
    expect(await scene.row()).toMatchObject({ status: 'failed' })
    expect(await scene.balance()).toBe(300)
  })

  it('keeps a second receipt on the desk after it was paid, and a third', async () => {
    const scene = await sent()
    await scene.tellPaid({ amount: 299, receipt: 'TFIRST0001' })
    const receipt = await scene.tellPaid()
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt, unrecorded_receipts: ['TFIRST0001'] })
    await scene.tellPaid({ receipt: 'TSECOND001' })
    await scene.tellPaid({ receipt: 'TSECOND001' })
    expect(await scene.row()).toMatchObject({ receipt, unrecorded_receipts: ['TFIRST0001', 'TSECOND001'] })
    await earn(database, scene, 300)
    expect(await refusalOf((await scene.again(20)).send())).toBe('payout_unbooked')
  })
})

describe('a payout that was sent', () => {
  it('is rejected only when M-Pesa was asked a last time and had its time to answer', async () => {
    const scene = await (await sent()).forget()
    const asked = scene.admin.mpesa.questions.length
    expect(await refusalOf(rejectPayout(scene.admin, scene.id, {}))).toBe('payout_unsure')
    expect(await refusalOf(rejectPayout(later(scene.admin, '9 minutes'), scene.id, {}))).toBe('payout_unsure')
    expect(scene.admin.mpesa.questions.length).toBe(asked + 1)
    expect(await scene.balance()).toBe(0)
    // Still on its way: the question proves nothing any more.
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Authorized' }))
    expect(await refusalOf(rejectPayout(later(scene.admin, '11 minutes'), scene.id, {}))).toBe('payout_unsure')
    await scene.tell('status', failedStatusBody('R000002', 'Unknown transaction'))
    expect(await rejectPayout(later(scene.admin, '22 minutes'), scene.id, { reason: 'It never arrived' })).toMatchObject({ status: 'rejected' })
    expect(await scene.balance()).toBe(300)
  })

  it('is not rejected when M-Pesa would not take the question', async () => {
    const scene = await (await sent()).forget()
    scene.admin.mpesa.onQuestion(refusedPayout, refusedPayout)
    for (const at of [scene.admin, later(scene.admin, '11 minutes')])
      expect(await refusalOf(rejectPayout(at, scene.id, {}))).toBe('payout_not_completed')
  })

  it('is settled by what the last look finds', async () => {
    const scene = await (await sent()).forget()
    await refusalOf(rejectPayout(scene.admin, scene.id, {}))
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Completed', amount: 300_00, receipt: newReceipt() }))
    expect(await refusalOf(rejectPayout(later(scene.admin, '11 minutes'), scene.id, {}))).toBe('payout_settled')
    expect(await scene.balance()).toBe(0)
  })

  it('is not rejected where nobody can be asked', async () => {
    const scene = await (await sent()).forget()
    const byHand = { ...scene.admin, services: { ...scene.admin.services, payments: { ...scene.admin.services.payments, payouts: null } } }
    expect(await refusalOf(rejectPayout(byHand, scene.id, {}))).toBe('payout_not_completed')
    await scene.tell('result', failedPayoutBody(scene.id, 4))
    expect(await scene.row()).toMatchObject({ status: 'failed' })
  })
})
