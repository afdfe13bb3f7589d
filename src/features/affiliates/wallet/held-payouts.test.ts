import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { cancelPayout, changePayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { exportBatch } from '#features/affiliates/wallet/export-batch.ts'
import { heldReason } from '#features/affiliates/wallet/hold-payout.ts'
import { completePayout, resolveReview } from '#features/affiliates/wallet/payout-operations.ts'
import { getPayoutReviewSummary, listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { requestPayout, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { sendPayouts } from '#features/affiliates/wallet/send-payouts.ts'
import { entered, goodPassword, postOf, refusalOf } from '../../../../test/accounts.ts'
import { boss, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { overtaken } from '../../../../test/overtake.ts'
import { newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const [known, other] = ['254712345678', '254799999999']
const to = (mpesa_phone_number: string) => ({ mpesa_phone_number, mpesa_full_name: 'Achieng Otieno' })
const request = (phone: string) => ({ amount: 100, ...to(phone) })
/** The password that a form with an empty field sends, and that of a program, which has no field. */
const [form, program] = ['', undefined]

/** An affiliate who was paid to the known number, and signed in eleven minutes ago. */
async function paidBefore() {
  const who = await entered(database, { is_affiliate: true, full_name: 'Achieng Otieno' })
  const [row] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
  await earn(database, row as { code: string }, 450)
  const fresh = as(contextOn(database), who.actor)
  const mine = later(fresh, '11 minutes')
  const admin = as(contextOn(database), await boss(database))
  const { id } = await requestPayout(mine, request(known), undefined, form)
  await completePayout(admin, id, { receipt: newReceipt() })
  return { who, fresh, mine, admin }
}
const held = { held: true, status: 'pending' }
const free = { held: false, status: 'pending' }

describe('a form that names another number than the last', () => {
  it('asks for the password, and makes nothing before it has it', async () => {
    const { who, mine } = await paidBefore()
    // Somebody else has just signed in.
    const { actor } = await entered(database)
    await database.db.execute(sql`update auth.sessions set created_at = now() + interval '11 minutes' where id = ${actor.sessionId}`)
    const refusal = await requestPayout(mine, request(other), undefined, form).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'password_needed', details: { fields: { password: expect.stringContaining('Enter your password') } } })
    expect(await refusalOf(requestPayout(mine, request(other), undefined, 'mwizi-mkubwa-9'))).toBe('wrong_password')
    expect((await getBalance(mine)).open_payout).toBeNull()
    expect(await requestPayout(mine, request(other), undefined, goodPassword)).toMatchObject(free)
    expect(await postOf(database, who.email)).not.toContainEqual(expect.objectContaining({ kind: 'payout-held' }))
  })

  it('asks for nothing within ten minutes of signing in, nor for the last number, nor for the first', async () => {
    const { fresh, mine } = await paidBefore()
    const { id } = await requestPayout(mine, request(known), undefined, form)
    await cancelPayout(mine, id)
    expect(await requestPayout(fresh, request(other), undefined, form)).toMatchObject(free)
  })

  it('takes a password that was changed meanwhile for none', async () => {
    const { who, mine } = await paidBefore()
    expect(await overtaken(database, who.id, () => requestPayout(mine, request(other), undefined, goodPassword))).toBe('wrong_password')
    expect((await getBalance(mine)).open_payout).toBeNull()
  })

  it('asks as well when a pending request is to go elsewhere', async () => {
    const { mine } = await paidBefore()
    const { id } = await requestPayout(mine, request(known), undefined, form)
    expect(await refusalOf(setPayoutDetails(mine, id, to(other), form))).toBe('password_needed')
    expect(await setPayoutDetails(mine, id, { ...to(known), mpesa_full_name: 'A. Otieno' }, form)).toMatchObject({
      ...free,
      mpesa_full_name: 'A. Otieno',
    })
    expect(await setPayoutDetails(mine, id, to(other), goodPassword)).toMatchObject({ ...free, mpesa_phone_number: other })
  })
})

describe('a program that names another number than the last', () => {
  it('has its payout held until an admin has looked, and the affiliate is told', async () => {
    const { who, mine, admin } = await paidBefore()
    const { review } = (await getPayoutReviewSummary(admin)).counts
    const payout = await requestPayout(mine, request(other), undefined, program)
    const { id } = payout
    expect(payout).toMatchObject({ ...held, needs_review: false, review_reason: null })
    expect(await getBalance(mine)).toMatchObject({ open_payout: { id, held: true }, reserved: 100 })
    expect((await postOf(database, who.email)).filter(({ kind }) => kind === 'payout-held')).toHaveLength(1)
    expect((await getPayoutReviewSummary(admin)).counts.review).toBe(review + 1)
    expect((await listPayouts(admin, { needs_review: true, affiliate_id: who.id })).data).toMatchObject([{ id, ...held, review_reason: heldReason }])

    expect(await refusalOf(completePayout(admin, id, { receipt: newReceipt() }))).toBe('payout_held')
    expect(await refusalOf(completePayout(admin, id, {}))).toBe('payout_held')
    expect(await sendPayouts(admin, { payout_ids: [id] })).toMatchObject([{ refusal: { code: 'payout_held' } }])
    expect((await exportBatch(admin, { payout_ids: [id] })).rows).toEqual([])
    expect(await resolveReview(admin, id, { note: 'Rang her: it is her number' })).toMatchObject({ ...free, needs_review: false })
    await completePayout(admin, id, { receipt: newReceipt() })
    expect(await requestPayout(mine, request(other), undefined, program), 'now it is the last').toMatchObject(free)
  })

  it('may name the last one, or any right after signing in', async () => {
    const { mine, fresh } = await paidBefore()
    const { id } = await requestPayout(mine, request(known), undefined, program)
    expect(await changePayout(mine, id, to(known))).toMatchObject(free)
    await cancelPayout(mine, id)
    expect(await requestPayout(fresh, request(other), undefined, program)).toMatchObject(free)
  })

  it('does not make a number its last by having it held', async () => {
    const { mine, admin } = await paidBefore()
    for (let turn = 0; turn < 2; turn++) {
      const { id } = await requestPayout(mine, request(other), undefined, program)
      expect(await changePayout(mine, id, to(other)), 'nor by naming it again').toMatchObject(held)
      await cancelPayout(mine, id)
    }
    const { id } = await requestPayout(mine, { amount: 100 }, undefined, program)
    expect(await changePayout(mine, id, to(other)), 'nor by naming it later').toMatchObject(held)
    expect(await refusalOf(completePayout(admin, id, {}))).toBe('payout_held')
  })

  it('is let go when the last number is named again, or the password given, and no other with it', async () => {
    const [{ who, mine, admin }, bystander] = [await paidBefore(), await paidBefore()]
    await requestPayout(bystander.mine, request(other), undefined, program)
    const { id } = await requestPayout(mine, request(known), undefined, program)
    expect(await changePayout(mine, id, to(other))).toMatchObject(held)
    expect(await changePayout(mine, id, { ...to(other), mpesa_full_name: 'A. Otieno' })).toMatchObject(held)
    expect(
      (await postOf(database, who.email)).filter(({ kind }) => kind === 'payout-held'),
      'one letter for one number',
    ).toHaveLength(1)
    expect(await changePayout(mine, id, to(known))).toMatchObject(free)
    expect(await changePayout(mine, id, to(other))).toMatchObject(held)
    expect(await setPayoutDetails(mine, id, to(other), goodPassword)).toMatchObject(free)
    expect((await listPayouts(admin, { affiliate_id: who.id, status: 'pending' })).data).toMatchObject([{ needs_review: false, review_reason: null }])
    expect((await listPayouts(admin, { affiliate_id: bystander.who.id, status: 'pending' })).data).toMatchObject([held])
  })

  it('can have it cancelled by its owner, and rejected by an admin', async () => {
    const { mine, admin } = await paidBefore()
    const one = await requestPayout(mine, request(other), undefined, program)
    expect(await cancelPayout(mine, one.id)).toMatchObject({ held: false, status: 'rejected' })
    const two = await requestPayout(mine, request(other), undefined, program)
    expect(await changePayout(admin, two.id, { status: 'rejected', reason: 'Not her number' })).toMatchObject({ held: false, status: 'rejected' })
    expect(await getBalance(mine)).toMatchObject({ available_balance: 350, open_payout: null })
  })
})
