import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { payByHand } from '#features/affiliates/wallet/pay-by-hand.ts'
import { completePayout, resolveReview } from '#features/affiliates/wallet/payout-operations.ts'
import { listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { entered, postOf, refusalOf } from '../../../../test/accounts.ts'
import { affiliate, balanceOf, boss, commissionRowOf, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { person } from '../../../../test/people.ts'
import { newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const details = { mpesa_phone_number: '0712 345 678', mpesa_full_name: 'Achieng Otieno' }
const deductionsOf = (payoutId: string) =>
  rowsOf<{ amount: string; kind: string }>(
    database,
    sql`select amount, kind from commission_deductions where payout_id = ${payoutId} order by amount`,
  )

describe('requesting a payout', () => {
  it('reserves its amount, and answers the row', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const mine = as(ctx(), who)
    const payout = await requestPayout(mine, { amount: 300, ...details })
    expect(payout).toMatchObject({
      amount: 300,
      status: 'pending',
      label: 'Pending',
      mpesa_phone_number: '254712345678',
      payout_method: 'mpesa',
      processed_at: null,
    })
    expect(await getBalance(mine)).toMatchObject({
      available_balance: 150,
      total_earned: 450,
      reserved: 300,
      minimum_payout: 10,
      next_request_at: null,
      open_payout: { id: payout.id },
    })
  })

  it.each([0, 451])('of %s is refused in the words of the specification', async (amount) => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const error = await requestPayout(as(ctx(), who), { amount, ...details }).catch((each) => each)
    expect(error).toMatchObject({ code: 'payout_invalid', message: 'Please enter a valid amount within your available balance.' })
  })

  it.each([
    [undefined, 'Write how much you want to be paid, such as 500.'],
    ['five hundred', 'Enter the amount in figures, such as 500 or 1,500.'],
    [10.5, 'Enter whole shillings: M-Pesa pays no cents.'],
  ])('of %s is refused in words of its own', async (amount, message) => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const error = await requestPayout(as(ctx(), who), { amount, ...details }).catch((each) => each)
    expect(error).toMatchObject({ message })
  })

  it('wants phone and name, unless they come later', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const mine = as(ctx(), who)
    const admin = as(ctx(), await boss(database))
    expect(await requestPayout(mine, { amount: 100, ...details, mpesa_full_name: ' ' }).catch((each) => each)).toMatchObject({
      code: 'payout_details_missing',
      message: 'Please provide your M-Pesa phone number and full name.',
    })
    expect(await refusalOf(requestPayout(mine, { amount: 100, ...details, mpesa_phone_number: '12' }))).toBe('bad_input')
    const { id } = await requestPayout(mine, { amount: 100 })
    expect(await refusalOf(completePayout(admin, id, { receipt: newReceipt() }))).toBe('payout_details_missing')
    expect(await refusalOf(setPayoutDetails(as(ctx(), await affiliate(database)), id, details))).toBe('payout_not_found')
    expect(await setPayoutDetails(mine, id, details)).toMatchObject({ mpesa_phone_number: '254712345678' })
    await completePayout(admin, id, { receipt: newReceipt() })
    expect(await refusalOf(setPayoutDetails(mine, id, details))).toBe('payout_frozen')
  })

  it('stops who requests and cancels in turns, at twenty of a day', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const mine = as(ctx(), who)
    for (let each = 0; each < 20; each++) await cancelPayout(mine, (await requestPayout(mine, { amount: 10 })).id)
    expect(await refusalOf(requestPayout(mine, { amount: 10 }))).toBe('too_many')
    expect(await requestPayout(later(mine, '24 hours 1 minute'), { amount: 10 })).toMatchObject({ status: 'pending' })
  })

  it('is for affiliates, one at a time, above the minimum, five a day', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const mine = as(ctx(), who)
    expect(await refusalOf(requestPayout(as(ctx(), await person(database)), { amount: 10 }))).toBe('payout_refused')
    expect(await refusalOf(requestPayout(ctx(), { amount: 10 }))).toBe('signed_out')
    expect(await requestPayout(mine, { amount: 9 }).catch((each) => each)).toMatchObject({
      code: 'payout_too_small',
      message: 'The smallest payout is KSh 10.',
    })
    const admin = as(ctx(), await boss(database))
    for (let turn = 0; turn < 5; turn++) {
      const { id } = await requestPayout(mine, { amount: 10, ...details })
      expect(await refusalOf(requestPayout(mine, { amount: 10 }))).toBe('payout_open')
      await rejectPayout(admin, id, {})
      await cancelPayout(mine, (await requestPayout(mine, { amount: 10, ...details })).id)
    }
    // None of these ten counts.
    expect((await getBalance(mine)).next_request_at).toBe(null)
    const made: string[] = []
    for (let turn = 0; turn < 5; turn++) {
      const { id, requested_at } = await requestPayout(later(mine, `${turn} hours`), { amount: 10, ...details })
      await completePayout(admin, id, { receipt: newReceipt() })
      made.push(requested_at)
    }
    const evening = later(mine, '5 hours')
    const { next_request_at } = await getBalance(evening)
    const wait = Date.parse(next_request_at as string) - Date.parse(made[0] as string) - 86_400_000
    expect([wait > 0, wait <= 60_000], 'a day after the first of the five, at the full minute').toEqual([true, true])
    expect(await requestPayout(evening, { amount: 10 }).catch((each) => each)).toMatchObject({
      code: 'too_many',
      details: {
        detail: 'At most 5 payouts can be requested in 24 hours, or 20 with cancelled ones. Please wait about 20 hours',
        retryAfter: expect.any(Number),
      },
    })
    const nextDay = later(mine, '24 hours 1 minute')
    expect((await getBalance(nextDay)).next_request_at).toBe(null)
    expect(await refusalOf(requestPayout(nextDay, { amount: 10 }))).toBe('not refused')
  })

  it('ten times at once is granted once, and reserved once', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusalOf(requestPayout(as(ctx(), who), { amount: 450, ...details }))))
    expect(answers.filter((answer) => answer === 'not refused')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['not refused', 'payout_open']))
    expect(await balanceOf(database, who.userId)).toBe(0)
    expect(await rowsOf(database, sql`select status, amount from affiliate_payouts where affiliate_id = ${who.userId}`)).toEqual([
      { status: 'pending', amount: '450.00' },
    ])
  })
})

describe('Mark Paid by hand', () => {
  it('pays the oldest commissions first, and says how many', async () => {
    const who = await affiliate(database)
    const admin = as(ctx(), await boss(database))
    const [first, second] = [await earn(database, who, 300), await earn(database, who, 200)]
    const { id } = await requestPayout(as(ctx(), who), { amount: 400, ...details })
    const receipt = newReceipt()
    expect(await completePayout(admin, id, { receipt: ` ${receipt.toLowerCase()} ` })).toEqual({
      status: 'completed',
      amount_processed: 400,
      deductions_created: 2,
    })
    expect(await deductionsOf(id)).toEqual([
      { amount: '100.00', kind: 'payout' },
      { amount: '300.00', kind: 'payout' },
    ])
    expect(await commissionRowOf(database, first.orderId)).toMatchObject({ status: 'paid', paid_out: true })
    expect(await commissionRowOf(database, second.orderId)).toMatchObject({ status: 'approved', paid_out: false })
    expect(await completePayout(admin, id, { receipt }), 'the same again').toEqual({
      status: 'completed',
      amount_processed: 400,
      deductions_created: 2,
    })
    expect(await balanceOf(database, who.userId)).toBe(100)
  })

  it('goes on within the commission that the payout before it paid a part of', async () => {
    const who = await affiliate(database)
    const admin = as(ctx(), await boss(database))
    const [first, second] = [await earn(database, who, 300), await earn(database, who, 200)]
    const paid = async (amount: number) => {
      const { id } = await requestPayout(as(ctx(), who), { amount, ...details })
      await completePayout(admin, id, { receipt: newReceipt() })
      return (await deductionsOf(id)).map((part) => Number(part.amount)).sort((a, b) => a - b)
    }
    expect(await paid(100)).toEqual([100])
    expect(await paid(300)).toEqual([100, 200])
    expect(await commissionRowOf(database, first.orderId)).toMatchObject({ status: 'paid', paid_out: true })
    expect(await commissionRowOf(database, second.orderId)).toMatchObject({ status: 'approved', paid_out: false })
    expect(await paid(100)).toEqual([100])
    expect(await commissionRowOf(database, second.orderId)).toMatchObject({ status: 'paid', paid_out: true })
  })

  it('takes each receipt once, and asks for one', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const admin = as(ctx(), await boss(database))
    const byHandOnly = { ...admin, services: { ...admin.services, payments: { ...admin.services.payments, payouts: null } } }
    const receipt = newReceipt()
    const first = await requestPayout(as(ctx(), who), { amount: 100, ...details })
    await completePayout(byHandOnly, first.id, { receipt })
    const { id } = await requestPayout(as(ctx(), who), { amount: 100, ...details })
    expect(await refusalOf(completePayout(byHandOnly, id, {}))).toBe('bad_input')
    expect(await refusalOf(completePayout(byHandOnly, id, { receipt: 'x' }))).toBe('bad_input')
    expect(await refusalOf(completePayout(admin, id, { receipt }))).toBe('receipt_used')
    const [payment] = await rowsOf(database, sql`select receipt from payment_attempts where receipt is not null limit 1`)
    expect(await refusalOf(completePayout(admin, id, { receipt: payment?.receipt })), 'the money of a buyer').toBe('receipt_used')
    expect(await refusalOf(completePayout(admin, 'nonsense', { receipt: newReceipt() }))).toBe('payout_not_found')
    expect((await rowsOf(database, sql`select status from affiliate_payouts where id = ${id}`))[0]).toEqual({ status: 'pending' })
  })

  it('is refused when the number that was paid is not the payout’s any more', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const admin = as(ctx(), await boss(database))
    const { id } = await requestPayout(as(ctx(), who), { amount: 300, ...details })
    await setPayoutDetails(as(ctx(), who), id, { ...details, mpesa_phone_number: '0799 999 999' })
    expect(await payByHand(admin, id, { receipt: newReceipt(), paid_to: '0712345678' }).catch((error) => error)).toMatchObject({
      code: 'payout_details_changed',
      message: 'The M-Pesa number was changed meanwhile. It is now +254 799 999 999.',
    })
    await resolveReview(admin, id, { note: 'It is her number' })
    expect(await payByHand(admin, id, { receipt: newReceipt(), paid_to: '+254 799 999999' })).toMatchObject({ status: 'completed' })
  })

  it('is settled by the first of two admins; the second is told what it is now', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const [one, two] = [as(ctx(), await boss(database)), as(ctx(), await boss(database))]
    const { id } = await requestPayout(as(ctx(), who), { amount: 300, ...details })
    const pay = (at: typeof one) => payByHand(at, id, { receipt: newReceipt(), paid_to: details.mpesa_phone_number }).catch((error) => error)
    const answers = await Promise.all([pay(one), pay(two)])
    expect(answers.filter(({ status }) => status === 'completed')).toEqual([{ status: 'completed', amount_processed: 300, deductions_created: 1 }])
    expect(answers.find(({ code }) => code)).toMatchObject({
      code: 'payout_settled',
      message: 'This payout has been settled meanwhile. It is now: Paid.',
    })
    expect(await deductionsOf(id)).toHaveLength(1)
    expect(await rowsOf(database, sql`select from audit_log where row_id = ${id} and action = 'payout completed'`)).toHaveLength(1)
  })

  it('and rejecting race each other, twenty times over: one of the two happens, once', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const admin = as(ctx(), await boss(database))
    const { id } = await requestPayout(as(ctx(), who), { amount: 300, ...details })
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        refusalOf(turn % 2 ? completePayout(admin, id, { receipt: newReceipt() }) : rejectPayout(admin, id, {})),
      ),
    )
    const [row] = await rowsOf<{ status: string }>(database, sql`select status from affiliate_payouts where id = ${id}`)
    expect(await balanceOf(database, who.userId)).toBe(row?.status === 'completed' ? 0 : 300)
    expect((await deductionsOf(id)).length).toBe(row?.status === 'completed' ? 1 : 0)
  })

  it('tells the affiliate by e-mail that it was paid, or why not', async () => {
    const who = await entered(database, { is_affiliate: true, full_name: 'Achieng Otieno' })
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    await earn(database, { code }, 300)
    const mine = as(ctx(), { ...who.actor, isAffiliate: true })
    const admin = as(ctx(), await boss(database))
    const one = await requestPayout(mine, { amount: 100, ...details })
    await rejectPayout(admin, one.id, { reason: 'The name is another one' })
    const two = await requestPayout(mine, { amount: 200, ...details })
    const receipt = newReceipt()
    await completePayout(admin, two.id, { receipt })
    const letters = (await postOf(database, who.email)).filter(({ kind }) => /commission|payout/.test(kind))
    expect(letters.map(({ kind }) => kind)).toEqual(['commission-approved', 'payout-rejected', 'payout-paid'])
    expect(letters[1]?.text).toContain('KSh 100 was not made: The name is another one.')
    expect(letters[2]?.text).toContain(`KSh 200 went to your M-Pesa number 07•• ••• 678. M-Pesa receipt: ${receipt}.`)
    expect(letters[2]?.text).not.toContain('712345678')
  })
})

describe('an order that is cancelled', () => {
  it('after its commission was paid out takes it back, and no second payout comes of it', async () => {
    const who = await affiliate(database)
    const admin = as(ctx(), await boss(database))
    const { orderId } = await earn(database, who, 300)
    const { id } = await requestPayout(as(ctx(), who), { amount: 300, ...details })
    await completePayout(admin, id, { receipt: newReceipt() })
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'Came back' })
    expect(await balanceOf(database, who.userId)).toBe(-300)
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'paid' })
    expect(await refusalOf(requestPayout(as(ctx(), who), { amount: 10 }))).toBe('payout_invalid')
    await earn(database, who, 350)
    expect(await refusalOf(requestPayout(as(ctx(), who), { amount: 51 }))).toBe('payout_invalid')
    const next = await requestPayout(as(ctx(), who), { amount: 50, ...details })
    await completePayout(admin, next.id, { receipt: newReceipt() })
    expect(await balanceOf(database, who.userId)).toBe(0)
  })
})

describe('the list of payouts', () => {
  it('shows an affiliate their own payouts, newest first, page by page', async () => {
    const [who, other] = [await affiliate(database), await affiliate(database)]
    const admin = as(ctx(), await boss(database))
    await earn(database, who, 300)
    await earn(database, other, 300)
    const theirs = await requestPayout(as(ctx(), other), { amount: 20, ...details })
    const ids: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { id } = await requestPayout(as(ctx(), who), { amount: 20, ...details })
      await rejectPayout(admin, id, {})
      ids.unshift(id)
    }
    const page = await listPayouts(as(ctx(), who), { limit: 2, affiliate_id: who.userId })
    const rest = await listPayouts(as(ctx(), who), { limit: 2, cursor: page.next as string })
    expect([...page.data, ...rest.data].map(({ id }) => id)).toEqual(ids)
    expect([page.data[0]?.label, page.data[0]?.failure_reason, rest.next]).toEqual(['Rejected', 'Rejected by the shop', null])
    expect((await listPayouts(as(ctx(), who), { affiliate_id: other.userId })).data).toEqual([])
    expect((await listPayouts(admin, { affiliate_id: other.userId, status: 'pending' })).data).toMatchObject([
      { id: theirs.id, affiliate: { affiliate_code: other.code } },
    ])
    expect(await refusalOf(getBalance(as(ctx(), who), other.userId))).toBe('affiliate_not_found')
    expect(await getBalance(admin, other.userId)).toMatchObject({ available_balance: 280 })
    expect(await refusalOf(listPayouts(ctx()))).toBe('signed_out')
  })
})
