import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { assignDebt, attachDebts, countDebts, listDebts, writeOffDebt } from '#features/affiliates/debts.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { exportBatch } from '#features/affiliates/wallet/export-batch.ts'
import { getStatement } from '#features/affiliates/wallet/get-statement.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { deleteAccount, getDeletionTerms } from '#features/people/delete-account.ts'
import { verifyAddress } from '#features/people/email-address.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { type Account, account, entered, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { balanceOf, boss, earn } from '../../../test/affiliates.ts'
import { as, contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { cancelOrder, codeOf, debtor, paidOut } from '../../../test/debtor.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const desk = async () => as(ctx(), await boss(database))
const named = { mpesa_full_name: 'Achieng Otieno' }

const debtsOf = async (id: string) => (await listDebts(await desk(), { limit: 100 })).data.filter((each) => each.id === id)
const alikeBy = (known_by: string, { id }: { id: string }) => expect.objectContaining({ id, known_by })
const prove = async ({ email }: Account) =>
  verifyAddress(ctx(), 'verify', { token: await tokenOf(database, email, 'verify-address'), password: goodPassword })

describe('an account that owes', () => {
  it('is deleted with a word, and the debt waits under hashes until the e-mail is proved again', async () => {
    const { who, number, orders } = await paidOut(database)
    for (const order of orders) await cancelOrder(database, order)
    // A payout to their own phone that was not made.
    await database.db.execute(sql`
      insert into affiliate_payouts (affiliate_id, amount, status, processed_at, mpesa_phone_number)
      select id, 10, 'rejected', now(), phone from profiles where id = ${who.id}`)
    expect(await getDeletionTerms(as(ctx(), who.actor))).toEqual({ forfeit: 0, owed: 1088_00 })
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    expect((await postOf(database, who.email)).at(-1)?.text).toContain('Your wallet stood at −KSh 1,088. That stays owed')
    const debts = await debtsOf(who.id)
    expect(debts).toEqual([{ id: who.id, made_at: expect.any(String), amount: 1088, attached_to: null, attached_at: null, alike: [] }])
    const hashes = await rowsOf<{ hash: string; proved: boolean }>(
      database,
      sql`select hash, proved from affiliate_debt_hashes where profile_id = ${who.id}`,
    )
    // The e-mail, the phone, and the number of the payout.
    expect(hashes.map(({ proved }) => proved).toSorted()).toEqual([false, false, true])
    for (const plain of [who.email, who.phone.slice(1), number]) expect(JSON.stringify([debts, hashes])).not.toContain(plain)

    const again = await account(database, { email: who.email, phone: who.phone, is_affiliate: true, isProved: false })
    expect([await balanceOf(database, again.id), await debtsOf(who.id)]).toEqual([0, [{ ...debts[0], alike: [alikeBy('e-mail', again)] }]])
    await prove(again)
    expect(await balanceOf(database, again.id)).toBe(-1088)
    expect(await balanceOf(database, who.id)).toBe(0)
    expect((await debtsOf(who.id))[0]).toMatchObject({ amount: 1088, attached_to: { id: again.id }, attached_at: expect.any(String) })
    expect(await rowsOf(database, sql`select from affiliate_debt_hashes where profile_id = ${who.id}`)).toEqual([])
    const elsewhere = database.db.execute(sql`update affiliate_debts set attached_to = profile_id where profile_id = ${who.id}`)
    await expect(elsewhere).rejects.toMatchObject({ cause: { constraint: 'affiliate_debts_stay' } })
    const mine = as(ctx(), { ...who.actor, userId: again.id })
    expect(await getBalance(mine)).toMatchObject({ available_balance: -1088, carried_debt: 1088 })
    expect((await getStatement(mine)).rows).toMatchObject([{ kind: 'debt carried over', text: 'Of an account that was deleted', amount: -1088 }])
    expect((await postOf(database, who.email)).filter(({ kind }) => kind === 'debt-carried-over')).toMatchObject([
      { subject: 'KSh 1,088 was taken off your balance at Viatu' },
    ])
    await joinAffiliates(mine)
    expect(await balanceOf(database, again.id)).toBe(-1088)
  })

  it('leaves a request alone that the balance covers all the same, and is kept without a phone as well', async () => {
    const { who, orders } = await paidOut(database)
    for (const order of orders) await cancelOrder(database, order)
    await database.db.execute(sql`update profiles set phone = null where id = ${who.id}`)
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    expect(await rowsOf(database, sql`select from affiliate_debt_hashes where profile_id = ${who.id}`), 'of e-mail and payout').toHaveLength(2)
    const again = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await earn(database, await codeOf(database, again.id), 2000)
    const { id } = await requestPayout(as(ctx(), { ...who.actor, userId: again.id }), { amount: 100 })
    await prove(again)
    expect(await balanceOf(database, again.id)).toBe(2000 - 100 - 1088)
    expect(await rowsOf(database, sql`select status from affiliate_payouts where id = ${id}`)).toEqual([{ status: 'pending' }])
  })

  it('finds somebody who joins only after the e-mail was proved', async () => {
    const { who } = await debtor(database)
    const again = await account(database, { email: who.email, isProved: false })
    await prove(again)
    expect([await balanceOf(database, again.id), (await debtsOf(who.id))[0]?.alike]).toEqual([0, []])
    await joinAffiliates(as(ctx(), { ...who.actor, userId: again.id }))
    expect(await balanceOf(database, again.id)).toBe(-1088)
  })

  it('is not attached by a number that was merely paid: an owner sees the likeness and decides', async () => {
    const { who, number } = await paidOut(database)
    const [friend, mine] = [await entered(database, { is_affiliate: true }), as(ctx(), who.actor)]
    // A part of it was paid to the number of another affiliate.
    const shared = (await earn(database, await codeOf(database, who.id), 10)).orderId
    const { id } = await requestPayout(mine, { amount: 10, mpesa_phone_number: friend.phone, ...named }, undefined, goodPassword)
    await completePayout(await desk(), id, { receipt: newReceipt() })
    await cancelOrder(database, shared)
    await deleteAccount(mine, { password: goodPassword })
    await earn(database, await codeOf(database, friend.id), 500)
    const theirs = as(ctx(), friend.actor)
    const payout = await requestPayout(theirs, { amount: 500, mpesa_phone_number: friend.phone, ...named })
    expect(payout).toMatchObject({ status: 'pending', needs_review: false })
    const reviewed = async () =>
      (await rowsOf<{ why: string | null }>(database, sql`select review_reason as why from affiliate_payouts where id = ${payout.id}`))[0]?.why
    expect(await reviewed(), 'the admin who is to pay it reads of it').toBe(
      'A deleted account that owes the shop had this number: see Debts of deleted accounts',
    )
    expect([await balanceOf(database, friend.id), await debtsOf(who.id)]).toMatchObject([
      0,
      [{ amount: 10, attached_to: null, alike: [alikeBy('number', friend)] }],
    ])

    const other = await entered(database, { is_affiliate: true })
    await earn(database, await codeOf(database, other.id), 300)
    const later = await requestPayout(as(ctx(), other.actor), { amount: 300 })
    await setPayoutDetails(as(ctx(), other.actor), later.id, { mpesa_phone_number: number, ...named })
    expect(await rowsOf(database, sql`select from affiliate_payouts where id = ${later.id} and needs_review_at is not null`)).toHaveLength(1)
    const owner = await desk()
    expect((await debtsOf(who.id))[0]?.alike).toEqual([alikeBy('number', other), alikeBy('number', friend)])

    const stranger = await entered(database, { is_affiliate: true })
    for (const [debt, to, refusal] of [
      [who.id, stranger.id, 'debt_not_alike'],
      [who.id, who.id, 'debt_not_alike'],
      [stranger.id, other.id, 'debt_not_found'],
      ['all', other.id, 'debt_not_found'],
    ] as const)
      expect(await refusalOf(assignDebt(owner, debt, to))).toBe(refusal)
    await Promise.all([assignDebt(owner, who.id, other.id), assignDebt(owner, who.id, other.id)])
    expect(await balanceOf(database, other.id)).toBe(290)
    expect(await refusalOf(assignDebt(owner, who.id, friend.id))).toBe('debt_not_alike')
    expect(await rowsOf(database, sql`select actor_id, after from audit_log where action = 'debt attached' and row_id = ${who.id}`)).toEqual([
      { actor_id: owner.actor.userId, after: { attached_to: other.id } },
    ])
    const [waited] = await rowsOf(database, sql`select status, failure_reason from affiliate_payouts where id = ${later.id}`)
    expect(waited).toEqual({ status: 'rejected', failure_reason: 'Your balance does not cover it any more' })
  })

  it('is not attached by an e-mail that the deleted account had only typed', async () => {
    const { who, orders } = await paidOut(database, [300])
    await database.db.execute(sql`update auth.users set email_verified = false where id = ${who.id}`)
    await cancelOrder(database, orders[0] as string)
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const stranger = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await prove(stranger)
    expect([await balanceOf(database, stranger.id), await debtsOf(who.id)]).toMatchObject([
      0,
      [{ amount: 300, attached_to: null, alike: [alikeBy('e-mail', stranger)] }],
    ])
  })

  it('says nothing about a number while the deleted account owes nothing', async () => {
    const { who, number } = await paidOut(database, [300])
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const other = await entered(database, { is_affiliate: true })
    await earn(database, await codeOf(database, other.id), 100)
    const { id } = await requestPayout(as(ctx(), other.actor), { amount: 100, mpesa_phone_number: number, ...named })
    expect(await rowsOf(database, sql`select from affiliate_payouts where id = ${id} and needs_review_at is not null`)).toEqual([])
  })

  it('grows and shrinks with orders that are cancelled, or good after all, when it has found its affiliate', async () => {
    const { who, orders } = await paidOut(database, [300, 200])
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    expect(await debtsOf(who.id)).toEqual([])
    const again = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await prove(again)
    expect(await balanceOf(database, again.id)).toBe(0)
    expect((await postOf(database, who.email)).map(({ kind }) => kind)).not.toContain('debt-carried-over')
    await cancelOrder(database, orders[0] as string)
    expect(await balanceOf(database, again.id)).toBe(-300)
    await cancelOrder(database, orders[1] as string)
    expect(await balanceOf(database, again.id)).toBe(-500)
    await recordPayment(await desk(), orders[0] as string, { receipt: newReceipt() })
    expect([await balanceOf(database, again.id), await balanceOf(database, who.id)]).toEqual([-200, 0])
  })

  it('goes on from one deleted account to the next', async () => {
    const { who, orders } = await paidOut(database, [300, 200])
    await cancelOrder(database, orders[0] as string)
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const second = await entered(database, { email: who.email, is_affiliate: true })
    await attachDebts(ctx(), second.id)
    expect(await getDeletionTerms(as(ctx(), second.actor))).toEqual({ forfeit: 0, owed: 300_00 })
    await deleteAccount(as(ctx(), second.actor), { password: goodPassword })
    expect([await debtsOf(who.id), await debtsOf(second.id)]).toMatchObject([[], [{ amount: 300, attached_to: null }]])
    const third = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await prove(third)
    await cancelOrder(database, orders[1] as string)
    expect(await Promise.all([who, second, third].map(({ id }) => balanceOf(database, id)))).toEqual([0, 0, -500])
  })

  it('goes on from an account that was itself paid nothing and owed nothing when it was deleted', async () => {
    const { who, orders } = await paidOut(database, [300])
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const second = await entered(database, { email: who.email, is_affiliate: true })
    await attachDebts(ctx(), second.id)
    await deleteAccount(as(ctx(), second.actor), { password: goodPassword })
    await cancelOrder(database, orders[0] as string)
    expect([await debtsOf(who.id), await debtsOf(second.id)]).toMatchObject([[], [{ amount: 300, attached_to: null }]])
    const third = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await prove(third)
    expect(await balanceOf(database, third.id)).toBe(-300)
  })

  it('does not attach to an account that is being deleted', async () => {
    const { who, orders } = await paidOut(database, [300])
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const second = await entered(database, { email: who.email, is_affiliate: true })
    const held = sql`select from profiles where id = ${second.id} for update`
    await meanwhile(database, held, [() => attachDebts(ctx(), second.id)], (inside) =>
      deleteAccount({ ...as(ctx(), second.actor), ...inside }, { password: goodPassword }),
    )
    await cancelOrder(database, orders[0] as string)
    expect(await debtsOf(who.id)).toMatchObject([{ amount: 300, attached_to: null }])
    const third = await account(database, { email: who.email, is_affiliate: true, isProved: false })
    await prove(third)
    expect(await balanceOf(database, third.id)).toBe(-300)
  })

  it('leaves a payout alone that is just being given out on a list: it may be paid', async () => {
    const { who, orders } = await paidOut(database, [300])
    await deleteAccount(as(ctx(), who.actor), { password: goodPassword })
    const again = await entered(database, { email: who.email, is_affiliate: true })
    await attachDebts(ctx(), again.id)
    await earn(database, await codeOf(database, again.id), 500)
    const { id } = await requestPayout(as(ctx(), again.actor), { amount: 500, mpesa_phone_number: again.phone, ...named })
    const [boss, held] = [await desk(), sql`select from affiliate_payouts where id = ${id} for update`]
    const refusals = await meanwhile(database, held, [() => cancelOrder(database, orders[0] as string)], (inside) =>
      exportBatch({ ...boss, ...inside }, { payout_ids: [id] }),
    )
    expect([refusals, await balanceOf(database, again.id)]).toEqual([['not refused'], -300])
    expect(await completePayout(boss, id, { receipt: newReceipt() })).toMatchObject({ status: 'completed', amount_processed: 500 })
  })

  it('counts what a wallet has earned against two debts once, for the older one', async () => {
    const [older, newer] = [await debtor(database, [300]), await debtor(database, [300])]
    const other = await entered(database, { is_affiliate: true })
    await earn(database, await codeOf(database, other.id), 250)
    await database.db.execute(sql`update profiles set phone = ${newer.number.slice(1)} where id = ${other.id}`)
    await assignDebt(await desk(), newer.who.id, other.id)
    await database.db.execute(sql`update auth.users set email = ${older.who.email} where id = ${other.id}`)
    await attachDebts(ctx(), other.id)
    const both = async () => [await balanceOf(database, other.id), ...(await debtsOf(older.who.id)), ...(await debtsOf(newer.who.id))]
    expect(await both()).toMatchObject([-350, { amount: 50 }, { amount: 300 }])
    expect(await writeOffDebt(await desk(), newer.who.id)).toBe(300)
    expect(await both()).toMatchObject([-50, { amount: 50 }])
    expect(await writeOffDebt(await desk(), older.who.id)).toBe(50)
    expect(await both()).toEqual([0])
  })

  it('is written off by an admin, as far as it is still owed', async () => {
    const [lone, found] = [await debtor(database), await debtor(database)]
    const boss = await desk()
    expect(await refusalOf(writeOffDebt(boss, crypto.randomUUID()))).toBe('debt_not_found')
    expect([await writeOffDebt(boss, lone.who.id), await writeOffDebt(boss, lone.who.id)]).toEqual([1088, 0])
    expect([await debtsOf(lone.who.id), await balanceOf(database, lone.who.id)]).toEqual([[], 0])
    const again = await entered(database, { email: lone.who.email, is_affiliate: true })
    await attachDebts(ctx(), again.id)
    expect(await balanceOf(database, again.id)).toBe(0)

    const other = await entered(database, { email: found.who.email, is_affiliate: true })
    await earn(database, await codeOf(database, other.id), 88)
    await attachDebts(ctx(), other.id)
    expect(await balanceOf(database, other.id)).toBe(-1000)
    expect(await writeOffDebt(boss, found.who.id)).toBe(1000)
    expect([await balanceOf(database, other.id), await balanceOf(database, found.who.id)]).toEqual([0, 0])
    expect((await getStatement(as(ctx(), other.actor))).rows.at(-1)).toMatchObject({ kind: 'debt written off', amount: 1000, balance: 0 })
    expect(
      await rowsOf(
        database,
        sql`select actor_id, after -> 'amount' as amount from audit_log where action = 'debt written off' and row_id in (${lone.who.id}, ${found.who.id}) order by id`,
      ),
    ).toEqual([1088, 1000].map((amount) => ({ actor_id: boss.actor.userId, amount })))
  })

  it('goes with the books when they are cleared', async () => {
    const [lone, found] = [await debtor(database), await debtor(database)]
    const other = await entered(database, { email: found.who.email, is_affiliate: true })
    await attachDebts(ctx(), other.id)
    const owner = as(ctx(), (await entered(database, { isAdmin: true })).actor)
    const { data: owed } = await listDebts(await desk(), { limit: 100 })
    expect(owed.map(({ id }) => id)).toEqual(expect.arrayContaining([lone.who.id, found.who.id]))
    const { data, next } = await listDebts(await desk(), { limit: 1 })
    expect([...data, ...(await listDebts(await desk(), { limit: 100, cursor: next as string })).data]).toEqual(owed)
    const sum = owed.reduce((all, { amount }) => all + amount, 0)
    expect(await countDebts(await desk())).toEqual({ debts: owed.length, sum })
    const { snapshot_id, counts } = await clearUserData(owner, { confirmation: 'DELETE', password: goodPassword })
    expect(counts.affiliate_debts).toBe(owed.length)
    const kept = await rowsOf<{ amount: number }>(
      database,
      sql`select (row ->> 'amount')::float as amount from data_snapshot_rows where snapshot_id = ${snapshot_id} and table_name = 'affiliate_debts'`,
    )
    expect(kept.reduce((all, { amount }) => all + amount, 0)).toBe(sum)
    expect(await countDebts(await desk())).toEqual({ debts: 0, sum: 0 })
    expect(await Promise.all([lone.who, found.who, other].map(({ id }) => balanceOf(database, id)))).toEqual([0, 0, 0])
    expect(await rowsOf(database, sql`select from affiliate_debts`)).toEqual([])
  })
})
