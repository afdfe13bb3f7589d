import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { cancelPayout, changePayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { exportBatch, takeBackBatch } from '#features/affiliates/wallet/export-batch.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { refusalOf } from '../../../../test/accounts.ts'
import { affiliate, balanceOf, boss, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { newReceipt, refusedPayout } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const details = { mpesa_phone_number: '0712 345 678', mpesa_full_name: 'Achieng Otieno' }

async function requested() {
  const who = await affiliate(database)
  await earn(database, who, 450)
  const mine = as(contextOn(database), who)
  const admin = as(contextOn(database), await boss(database))
  return { who, mine, admin, payout: await requestPayout(mine, { amount: 300, ...details }) }
}
const standing = async (id: string) =>
  (
    await rowsOf(
      database,
      sql`select status, failure_reason, processed_by, processed_at is not null as processed from affiliate_payouts where id = ${id}`,
    )
  )[0]
const cancelled = { status: 'rejected', failure_reason: 'Cancelled by you', processed_by: null, processed: true }

describe('cancelling a request of one’s own', () => {
  it('rejects it by no admin, gives its money back, and lets the next one be asked for', async () => {
    const { who, mine, payout } = await requested()
    expect(await cancelPayout(mine, payout.id)).toMatchObject({ status: 'rejected', failure_reason: 'Cancelled by you' })
    expect(await standing(payout.id)).toEqual(cancelled)
    expect(await getBalance(mine)).toMatchObject({ available_balance: 450, reserved: 0, open_payout: null })
    expect((await cancelPayout(mine, payout.id)).status, 'twice is done').toBe('rejected')
    await requestPayout(mine, { amount: 450, ...details })
    expect(await balanceOf(database, who.userId)).toBe(0)
  })

  it('does not let the next one go to another number unseen', async () => {
    const { who, mine, admin, payout } = await requested()
    await cancelPayout(mine, payout.id)
    const next = await requestPayout(mine, { amount: 300, ...details, mpesa_phone_number: '0799 999 999' })
    expect(next).toMatchObject({ held: true, status: 'pending' })
    expect((await listPayouts(admin, { needs_review: true, affiliate_id: who.userId })).data).toMatchObject([{ id: next.id, held: true }])
  })

  it('names no admin either when one had tried to send it', async () => {
    const { mine, admin, payout } = await requested()
    admin.mpesa.onPayout(refusedPayout)
    expect(await refusalOf(completePayout(admin, payout.id, {}))).toBe('payout_not_completed')
    await cancelPayout(mine, payout.id)
    expect(await standing(payout.id)).toEqual(cancelled)
  })

  it('is the affiliate’s alone', async () => {
    const { payout } = await requested()
    const stranger = as(contextOn(database), await affiliate(database))
    expect(await refusalOf(cancelPayout(stranger, payout.id))).toBe('payout_not_found')
    expect(await refusalOf(changePayout(stranger, payout.id, { status: 'rejected' }))).toBe('payout_not_found')
    expect(await refusalOf(cancelPayout(contextOn(database), payout.id))).toBe('signed_out')
    expect(await standing(payout.id)).toMatchObject({ status: 'pending' })
  })

  it('by PATCH has the shop’s words, whatever reason is sent', async () => {
    const { mine, payout } = await requested()
    await changePayout(mine, payout.id, { status: 'rejected', reason: 'Paid already' })
    expect(await standing(payout.id)).toEqual(cancelled)
  })

  it('is refused once it may be paid', async () => {
    const { mine, admin, payout } = await requested()
    const words = async () => (await cancelPayout(mine, payout.id).catch((error) => error)).message
    await exportBatch(admin, { payout_ids: [payout.id] })
    expect(await words()).toBe('This request can no longer be cancelled: we are paying it.')
    await takeBackBatch(admin, { payout_ids: [payout.id] })
    await completePayout(admin, payout.id, {})
    expect(await words()).toBe('This request can no longer be cancelled: it is on its way by M-Pesa.')
    expect(await standing(payout.id)).toMatchObject({ status: 'processing' })
  })
})

it('is not given out to be paid by hand when it was cancelled at the same instant', async () => {
  const { mine, admin, payout } = await requested()
  const given: unknown[] = []
  const refusals = await meanwhile(
    database,
    (inside) => cancelPayout({ ...mine, ...inside }, payout.id),
    [async () => given.push(...(await exportBatch(admin, { payout_ids: [payout.id] })).rows)],
    async () => {},
  )
  expect([refusals, given]).toEqual([['not refused'], []])
  expect(await standing(payout.id)).toEqual(cancelled)
})

describe('cancelling beside Mark Paid', () => {
  const affiliateRow = (id: string) => sql`select from profiles where id = ${id} for update`

  it('comes too late when the receipt was first', async () => {
    const { who, mine, admin, payout } = await requested()
    const receipt = newReceipt()
    const refusals = await meanwhile(database, affiliateRow(who.userId), [() => cancelPayout(mine, payout.id)], (inside) =>
      completePayout({ ...admin, ...inside }, payout.id, { receipt }),
    )
    expect(refusals).toEqual(['payout_not_cancelled'])
    expect(await standing(payout.id)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(database, who.userId)).toBe(150)
  })

  it('sends and rejects nothing any more when it was first', async () => {
    const { who, mine, admin, payout } = await requested()
    const acts = [() => completePayout(admin, payout.id, {}), () => rejectPayout(admin, payout.id, { reason: 'Too late' })]
    const refusals = await meanwhile(database, affiliateRow(who.userId), acts, (inside) => cancelPayout({ ...mine, ...inside }, payout.id))
    expect(refusals).toEqual(['payout_settled', 'not refused'])
    expect(await standing(payout.id)).toEqual(cancelled)
    expect(await balanceOf(database, who.userId)).toBe(450)
  })

  it('lets the receipt in when it was first: the money was sent', async () => {
    const { who, mine, admin, payout } = await requested()
    const pay = () => completePayout(admin, payout.id, { receipt: newReceipt(), paid_to: details.mpesa_phone_number })
    const refusals = await meanwhile(database, affiliateRow(who.userId), [pay], (inside) => cancelPayout({ ...mine, ...inside }, payout.id))
    expect(refusals).toEqual(['not refused'])
    expect(await standing(payout.id)).toMatchObject({ status: 'completed', failure_reason: null, processed_by: admin.actor.userId })
    expect(await balanceOf(database, who.userId)).toBe(150)
  })
})

describe('a request that was cancelled after its money was sent by hand', () => {
  const unbooked = async (id: string) =>
    (await rowsOf(database, sql`select status, receipt, unrecorded_receipts, review_reason from affiliate_payouts where id = ${id}`))[0]
  const auditOf = (id: string) => rowsOf<{ action: string }>(database, sql`select action from audit_log where row_id = ${id} order by at, action`)

  it('is completed by its receipt, once', async () => {
    const { who, mine, admin, payout } = await requested()
    await cancelPayout(mine, payout.id)
    const receipt = newReceipt()
    const paid = { status: 'completed', amount_processed: 300, deductions_created: 1 }
    expect(await completePayout(admin, payout.id, { receipt })).toEqual(paid)
    expect(await completePayout(admin, payout.id, { receipt }), 'twice is done').toEqual(paid)
    expect(await refusalOf(completePayout(admin, payout.id, { receipt: newReceipt() }))).toBe('payout_settled')
    expect(await balanceOf(database, who.userId)).toBe(150)
    expect(
      await rowsOf(database, sql`select kind, amount::integer, balance::integer from wallet_entries where payout_id = ${payout.id} order by id`),
    ).toEqual([
      { kind: 'payout requested', amount: -300, balance: 150 },
      { kind: 'payout returned', amount: 300, balance: 450 },
      { kind: 'payout paid after all', amount: -300, balance: 150 },
    ])
    expect(await auditOf(payout.id)).toEqual([{ action: 'payout completed' }])
  })

  it('takes the place of the next request, which the balance no longer covers', async () => {
    const { who, mine, admin, payout } = await requested()
    await cancelPayout(mine, payout.id)
    const next = await requestPayout(mine, { amount: 450, ...details })
    await completePayout(admin, payout.id, { receipt: newReceipt() })
    expect(await standing(next.id)).toMatchObject({
      status: 'rejected',
      failure_reason: 'Your payout of KSh 300 has reached you after all. Ask again for what is left',
    })
    expect(await balanceOf(database, who.userId)).toBe(150)
    // The shop took that one back: an admin may have sent its money by hand as well, and then an admin has to look.
    expect(await refusalOf(completePayout(admin, next.id, { receipt: newReceipt() }))).toBe('payout_uncovered')
    expect(await balanceOf(database, who.userId)).toBe(150)
  })

  it('keeps its receipt on the desk when the next one was paid already', async () => {
    const { who, mine, admin, payout } = await requested()
    await cancelPayout(mine, payout.id)
    const next = await requestPayout(mine, { amount: 450, ...details })
    await completePayout(admin, next.id, { receipt: newReceipt() })
    const receipt = newReceipt()
    for (const _ of ['once', 'twice']) expect(await refusalOf(completePayout(admin, payout.id, { receipt }))).toBe('payout_uncovered')
    expect(await unbooked(payout.id)).toEqual({
      status: 'rejected',
      receipt: null,
      unrecorded_receipts: [receipt],
      review_reason: `An admin wrote its receipt after it was rejected, and its money is gone: ${receipt}`,
    })
    expect(await balanceOf(database, who.userId)).toBe(0)
    expect(await auditOf(payout.id)).toEqual([{ action: 'payout receipt kept' }])
  })

  it('is not meant where an admin rejected it', async () => {
    const { who, admin, payout } = await requested()
    await rejectPayout(admin, payout.id, { reason: 'Wrong number' })
    expect(await refusalOf(completePayout(admin, payout.id, { receipt: newReceipt() }))).toBe('payout_settled')
    expect(await balanceOf(database, who.userId)).toBe(450)
  })
})
