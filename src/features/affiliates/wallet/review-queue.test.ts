import { createDaraja, memoryTokens } from '@viatu/daraja'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { queryPayout } from '#features/affiliates/wallet/check-payouts.ts'
import { exportBatch, takeBackBatch } from '#features/affiliates/wallet/export-batch.ts'
import { getPayoutStop, openPayoutBreaker, resumePayouts } from '#features/affiliates/wallet/payout-breaker.ts'
import { completePayout, resolveReview } from '#features/affiliates/wallet/payout-operations.ts'
import { getPayoutReviewSummary, listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { queuePayoutReview, schedulePayoutQuery } from '#features/affiliates/wallet/review-queue.ts'
import { sendPayouts } from '#features/affiliates/wallet/send-payouts.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { payoutAccount } from '../../../../packages/daraja/test/payout-account.ts'
import { refusalOf } from '../../../../test/accounts.ts'
import { boss } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { payoutDetails, payoutJobs, pendingPayout } from '../../../../test/payout-scene.ts'
import { newReceipt, refusedPayout, statusBody, wrongInitiator } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
afterEach(() => resumePayouts(contextOn(database, { actor: theShop })))
const auditOf = (action: string) =>
  rowsOf<{ after: unknown }>(database, sql`select before, after from audit_log where action = ${action} order by id desc`)

describe('what stands above the list', () => {
  it('is how many wait, are at M-Pesa and need a look, and whether payouts go out', async () => {
    const scene = await (await (await pendingPayout(database)).send()).forget()
    const { counts, sends, stop } = await getPayoutReviewSummary(scene.admin)
    expect({ sends, stop }).toEqual({ sends: true, stop: null })
    await pendingPayout(database)
    expect((await getPayoutReviewSummary(scene.admin)).counts).toEqual({ ...counts, pending: counts.pending + 1 })
    expect(Math.min(counts.processing, counts.review)).toBeGreaterThan(0)
    await openPayoutBreaker(scene.admin, 'A test.', scene.id)
    const byHand = { ...scene.admin, services: { ...scene.admin.services, payments: { ...scene.admin.services.payments, payouts: null } } }
    expect(await getPayoutReviewSummary(byHand)).toMatchObject({ sends: false, stop: { reason: 'A test.' } })
  })
})

describe('the desk', () => {
  it('takes one payout at a time, and asks about one', async () => {
    const [one, other] = [await (await pendingPayout(database)).send(), await (await pendingPayout(database)).send()]
    await database.db.execute(sql`update affiliate_payouts set status_requested_at = now() where id in (${one.id}, ${other.id})`)
    const before = await other.row()
    await queuePayoutReview(one.admin, one.id, 'M-Pesa gave no outcome for a day')
    await schedulePayoutQuery(one.admin, one.id)
    await one.tell('status', statusBody({ payoutId: one.id, status: 'Authorized', amount: 300_00, receipt: newReceipt() }))
    expect(await one.row()).toMatchObject({ review_reason: 'M-Pesa gave no outcome for a day', status_requested_at: null })
    expect(await other.row()).toEqual(before)
  })

  it('is a list of its own', async () => {
    const scene = await (await (await pendingPayout(database)).send()).forget()
    const listed = async (filter: object, ctx = scene.admin) => (await listPayouts(ctx, { limit: 100, ...filter })).data.map(({ id }) => id)
    expect(await listed({ needs_review: true })).toContain(scene.id)
    const { review_reason: reason } = await scene.row()
    expect(scene.admin.logged).toContainEqual({ level: 'warn', message: 'payout needs a look', facts: { payout: scene.id, reason } })
    expect(await listed({ needs_review: false })).not.toContain(scene.id)
    expect(await listed({ needs_review: true, status: 'processing' })).toContain(scene.id)
    expect(await listed({ needs_review: true, status: 'failed' })).not.toContain(scene.id)
    // The affiliate sees a payout on its way, and nothing else.
    expect(await listed({ needs_review: false }, scene.mine)).toEqual([scene.id])
    const [row] = (await listPayouts(scene.mine, {})).data
    expect(row).toMatchObject({ needs_review: false, review_reason: null, unbooked_receipts: [], sent_at: null, exported_at: null })
  })

  it('names the receipts that the books do not hold to admins alone', async () => {
    const scene = await (await pendingPayout(database)).send()
    await scene.tellPaid({ amount: 299, receipt: 'TDESK00001' })
    const rowFor = async (ctx = scene.admin) => (await listPayouts(ctx, { limit: 100 })).data.find(({ id }) => id === scene.id)
    expect(await rowFor()).toMatchObject({ needs_review: true, unbooked: true, unbooked_receipts: ['TDESK00001'] })
    expect(await rowFor(scene.mine)).toMatchObject({ needs_review: false, unbooked: false, unbooked_receipts: [], review_reason: null })
  })

  it('has an end: what a person has looked at is looked up again for another day', async () => {
    const scene = await (await (await pendingPayout(database)).send()).forget()
    await resolveReview(scene.admin, scene.id, { note: 'M-Pesa was away all day.' })
    await resolveReview(scene.admin, scene.id, { note: 'Again.' })
    expect(await auditOf('payout looked at')).toHaveLength(1)
    expect(await scene.row()).toMatchObject({ status: 'processing', needs_review_at: null, checks: 0 })
    expect(await payoutJobs(scene.admin, '2 minutes')).toBe(1)
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Completed', amount: 300_00, receipt: newReceipt() }))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
    expect(await refusalOf(resolveReview(scene.admin, 'nonsense', { note: 'Nothing' }))).toBe('payout_not_found')
  })

  it('asks M-Pesa when an admin wants to know', async () => {
    const scene = await (await (await pendingPayout(database)).send()).forget()
    const asked = scene.admin.mpesa.questions.length
    await queryPayout(scene.admin, scene.id)
    expect(scene.admin.mpesa.questions).toHaveLength(asked + 1)
    expect(await refusalOf(queryPayout(scene.admin, 'nonsense'))).toBe('payout_not_found')
    expect(await refusalOf(queryPayout(scene.admin, (await pendingPayout(database)).id))).toBe('payout_settled')
    scene.admin.mpesa.onQuestion(refusedPayout)
    expect(await refusalOf(queryPayout(scene.admin, scene.id))).toBe('payout_not_completed')
    scene.admin.mpesa.onQuestion(wrongInitiator)
    expect(await refusalOf(queryPayout(scene.admin, scene.id))).toBe('payout_not_completed')
    expect(await refusalOf(queryPayout(scene.admin, scene.id))).toBe('payouts_stopped')
  })
})

describe('the list of payouts', () => {
  it('finds by name, code, number, receipt and id', async () => {
    const scene = await pendingPayout(database)
    await setPayoutDetails(scene.mine, scene.id, { mpesa_phone_number: '0733 123 987', mpesa_full_name: '100%_Wambui' })
    await resolveReview(scene.admin, scene.id, { note: 'It is her number' })
    const receipt = newReceipt()
    await completePayout(scene.admin, scene.id, { receipt })
    const other = await pendingPayout(database)
    for (const search of [
      'wambui',
      '100%',
      '%_w',
      scene.code.toLowerCase(),
      '0733 123',
      '+254733123987',
      receipt.slice(0, 6).toLowerCase(),
      scene.id.slice(0, 13).toUpperCase(),
    ])
      expect(
        (await listPayouts(scene.admin, { search })).data.map(({ id }) => id),
        search,
      ).toEqual([scene.id])
    expect((await listPayouts(scene.admin, { search: receipt })).data[0]?.processed_by).toBe(scene.admin.actor.userId)
    expect((await listPayouts(scene.admin, { search: 'nobody at all' })).data).toEqual([])
    expect((await listPayouts(other.mine, { search: 'wambui' })).data).toEqual([])
    expect((await listPayouts(scene.admin, { search: 'achieng', limit: 100 })).data.map(({ id }) => id)).toContain(other.id)
  })
})

describe('the stop of all payouts', () => {
  it('can be read and lifted by admins, and is told in the audit log', async () => {
    const scene = await (await pendingPayout(database)).send()
    expect(await getPayoutStop(scene.admin)).toBeNull()
    await scene.tellFailed(8006)
    expect(await getPayoutStop(scene.admin)).toEqual({
      reason: 'the initiator is locked.',
      stopped_at: expect.stringMatching(/^\d{4}-.*Z$/),
      payout_id: scene.id,
    })
    await resumePayouts(scene.admin)
    await resumePayouts(scene.admin)
    expect(await getPayoutStop(scene.admin)).toBeNull()
    expect((await auditOf('payouts resumed'))[0]).toMatchObject({ before: { reason: 'the initiator is locked.' } })
  })

  it('uses up no look at what is on its way', async () => {
    const scene = await (await pendingPayout(database)).send()
    await openPayoutBreaker(scene.admin, 'a test.', scene.id)
    for (let i = 1; i < 40; i++) await payoutJobs(scene.admin, `${i * 2} hours`)
    expect(await scene.row()).toMatchObject({ status: 'processing', checks: 0, review_reason: null })
    expect(scene.admin.mpesa.questions).toEqual([])
    await resumePayouts(scene.admin)
    await payoutJobs(scene.admin, '81 hours')
    expect(scene.admin.mpesa.questions).toHaveLength(1)
    await scene.tellPaid()
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })
})

describe('several payouts at once', () => {
  it('are sent one after the other; what refuses one does not keep the others', async () => {
    const [one, two, three] = [await pendingPayout(database), await pendingPayout(database), await pendingPayout(database)]
    await completePayout(two.admin, two.id, { receipt: newReceipt() })
    const sent = await sendPayouts(one.admin, { payout_ids: [one.id, two.id, one.id, 'nonsense', three.id] })
    expect(sent).toEqual([
      { payout_id: one.id, refusal: null },
      { payout_id: two.id, refusal: expect.objectContaining({ code: 'payout_settled' }) },
      { payout_id: 'nonsense', refusal: expect.objectContaining({ code: 'payout_not_found' }) },
      { payout_id: three.id, refusal: null },
    ])
    expect(one.admin.mpesa.payoutRequests.map(({ payoutId }) => payoutId)).toEqual([one.id, three.id])
    for (const payout_ids of [[], Array(21).fill(one.id), undefined])
      expect(await refusalOf(sendPayouts(one.admin, { payout_ids }))).toBe('bad_input')
    for (const scene of [one, three]) await scene.tellPaid()
  })

  it('stop at the first that stops them all', async () => {
    const [one, two] = [await pendingPayout(database), await pendingPayout(database)]
    one.admin.mpesa.onPayout(wrongInitiator)
    const sent = await sendPayouts(one.admin, { payout_ids: [one.id, two.id] })
    expect(sent.map(({ refusal }) => refusal?.code)).toEqual(['payouts_stopped', 'payouts_stopped'])
    expect(one.admin.mpesa.payoutRequests).toHaveLength(1)
    expect([(await one.row()).status, (await two.row()).status]).toEqual(['pending', 'pending'])
  })

  it('are given out as a list, and what stands on it goes by hand alone', async () => {
    const [one, two] = [await pendingPayout(database), await pendingPayout(database)]
    // Another one, which nobody has picked.
    await pendingPayout(database)
    await database.db.execute(sql`update affiliate_payouts set mpesa_full_name = '=cmd|' where id = ${two.id}`)
    const { rows, csv } = await exportBatch(one.admin, { payout_ids: [one.id, two.id] })
    expect(rows).toEqual([
      {
        payout_id: one.id,
        mpesa_full_name: 'Achieng Otieno',
        mpesa_phone_number: '254712345678',
        amount: 300,
        affiliate_code: one.code,
        requested_at: expect.any(String),
      },
      expect.objectContaining({ payout_id: two.id }),
    ])
    expect(csv).toMatch(/^\uFEFFPayout,Name,M-Pesa number,KSh,Affiliate,Requested\r\n/)
    expect(csv).toContain(`${one.id},Achieng Otieno,0712 345 678,300,${one.code},`)
    expect(csv).toContain(`"'=cmd|"`)
    expect((await auditOf('payouts given out'))[0]?.after).toEqual({ ids: [one.id, two.id] })
    const left = (await exportBatch(one.admin, {})).rows.map(({ payout_id }) => payout_id)
    expect(left).not.toContain(one.id)
    expect((await listPayouts(one.mine)).data, 'an affiliate does not read that it was given out').toMatchObject([{ id: one.id, exported_at: null }])
    // Another admin, whose page is older, picks them too: they would be paid from both lists.
    expect((await exportBatch(one.admin, { payout_ids: [one.id, two.id] })).rows).toEqual([])

    expect(await refusalOf(one.send())).toBe('payout_exported')
    expect(await refusalOf(rejectPayout(one.admin, one.id, {}))).toBe('payout_exported')
    expect(await refusalOf(setPayoutDetails(one.mine, one.id, payoutDetails))).toBe('payout_frozen')
    await completePayout(two.admin, two.id, { receipt: newReceipt() })
    expect(await takeBackBatch(one.admin, { payout_ids: [one.id, two.id] })).toBe(1)
    expect((await auditOf('payouts taken back'))[0]?.after).toEqual({ ids: [one.id] })
    await one.send()
    expect((await exportBatch(one.admin, { payout_ids: [one.id] })).rows).toEqual([])
    await one.tellPaid()
  })
})

describe('a request that never left us', () => {
  it('waits as before, and is sent again under the same id', async () => {
    const scene = await pendingPayout(database)
    // No process listens at port 1: the connection is refused before a byte is sent.
    const settings = {
      baseUrl: 'http://127.0.0.1:1',
      consumerKey: 'k',
      consumerSecret: 's',
      shortcode: '174379',
      passkey: 'p',
      transactionType: 'CustomerPayBillOnline' as const,
      till: null,
      payouts: payoutAccount,
    }
    const tokens = memoryTokens()
    await tokens.replace(null, async () => ({ value: 'token', expiresAt: Date.now() + 3_600_000 }))
    const away = { ...scene.admin, services: { ...scene.admin.services, payments: mpesaProvider(createDaraja(settings, { tokens })) } }
    expect(await refusalOf(completePayout(away, scene.id, {}))).toBe('payout_not_completed')
    expect(await scene.row()).toMatchObject({ status: 'pending', originator_id: null })
    await scene.send()
    expect(scene.admin.mpesa.payoutRequests.map(({ payoutId }) => payoutId)).toEqual([scene.id])
    await scene.tellPaid()
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })

  it('is not said of one whose answer was lost: that is looked up, and never sent again', async () => {
    const scene = await pendingPayout(database)
    scene.admin.mpesa.onPayout({ outcome: 'unknown', reason: 'ECONNRESET' })
    await scene.send()
    await scene.send()
    await scene.forget()
    expect(await completePayout(later(scene.admin, '1 hour'), scene.id, {})).toMatchObject({ status: 'processing', amount_processed: 0 })
    expect(await refusalOf(completePayout(as(scene.admin, await boss(database)), scene.id, {}))).toBe('payout_settled')
    expect(scene.admin.mpesa.payoutRequests).toHaveLength(1)
  })
})
