import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Actor } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { noReferral } from '#domain/referral.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { listUncommissioned } from '#features/affiliates/commissions.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import { lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { anonymiseOrders } from '#features/people/anonymise.ts'
import { deleteAccount, getDeletionTerms, missingToDelete } from '#features/people/delete-account.ts'
import { changeAddress, verifyAddress } from '#features/people/email-address.ts'
import { exportData } from '#features/people/export-data.ts'
import { findActor } from '#features/people/find-actor.ts'
import { signIn } from '#features/people/sign-in.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { account, device, type Entered, entered, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { affiliate, boss, commissionRowOf, earn, referred } from '../../../test/affiliates.ts'
import {
  admin,
  as,
  attemptOf,
  contextOn,
  later,
  orderOf,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  settingsOf,
  tellFailed,
  tellPaid,
  theShop,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { placesOf } from '../../../test/query.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const remove = (who: Entered, password = goodPassword, forfeit = 0) => deleteAccount(as(ctx(), who.actor), { password, forfeit })

async function orderBy(who: Entered) {
  const mine = as(ctx(), who.actor)
  const { order } = await placeOrder(
    mine,
    orderOf(await putOnShelf(database), {
      customer_email: who.email,
      customer_phone: who.phone,
      receiver_name: 'Akoth Wafula',
      receiver_phone: '0712 999 888',
    }),
  )
  return { id: order.id, mine, attempt: await attemptOf(mine, order.id) }
}

describe('deleting an account', () => {
  it('leaves nothing of a person but the books', async () => {
    const who = await entered(database, { is_affiliate: true, full_name: 'Muthoni Njeri' })
    const { id, attempt } = await orderBy(who)
    await tellPaid(ctx(), attempt)
    for (const status of ['shipped', 'delivered']) await changeStatus(as(ctx(), admin), id, { status })
    await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
    const { cookies } = await remove(who)
    expect(cookies[0]).toContain('Max-Age=0')
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: goodPassword }, device))).toBe('invalid_credentials')
    expect(await orderRow(database, id)).toMatchObject({
      status: 'delivered',
      customer_name: 'Deleted account',
      customer_phone: '254700000000',
      customer_email: null,
      delivery_address: 'Deleted',
      user_id: who.id,
    })
    expect((await postOf(database, who.email)).map(({ kind }) => kind)).toEqual(['account-deleted'])
    await database.db.execute(sql`delete from messages where to_address = ${who.email}`)
    expect(await placesOf(database, [who.email, 'Muthoni', who.token, 'Akoth', '254712999888']), 'where the person is still named').toEqual([])
    expect(
      await rowsOf(database, sql`select is_affiliate, affiliate_code, deleted_at is not null as gone from profiles where id = ${who.id}`),
    ).toEqual([{ is_affiliate: false, affiliate_code: null, gone: true }])
    expect(await refusalOf(account(database, { email: who.email }))).toBe('not refused')
  })

  it('takes along what admins wrote about the buyer', async () => {
    const who = await entered(database)
    const { id, attempt } = await orderBy(who)
    await tellPaid(ctx(), attempt)
    const desk = as(ctx(), await boss(database))
    await changeStatus(desk, id, { status: 'cancelled', reason: 'Njeri of Kilimani called' })
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${id}`)
    await completeRefund(desk, refund?.id ?? '', { receipt: newReceipt(), note: 'Spoke to Njeri of Kilimani' })
    await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
    await remove(who)
    expect(await orderRow(database, id)).toMatchObject({ customer_name: 'Deleted account', cancel_reason: null })
    expect(await placesOf(database, ['Njeri of Kilimani']), 'where the words still stand').toEqual([])
  })

  it('locks orders before people: who works on an order of theirs, and then on their wallet, does not wait in a circle', async () => {
    const who = await entered(database, { is_affiliate: true })
    const { id, attempt } = await orderBy(who)
    await tellFailed(ctx(), attempt)
    await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
    const order = sql`select from orders where id = ${id} for update`
    expect(await meanwhile(database, order, [() => remove(who)], ({ db }) => lockAffiliate(db, who.id))).toEqual(['not refused'])
  })

  it('waits with an order on its way until it has arrived', async () => {
    const who = await entered(database)
    const { id, attempt } = await orderBy(who)
    await tellPaid(ctx(), attempt)
    await remove(who)
    expect(await orderRow(database, id)).toMatchObject({ customer_name: 'Wanjiku Kamau' })
    expect(await anonymiseOrders(later(ctx(), '1 day'))).toBe(0)
    for (const status of ['shipped', 'delivered']) await changeStatus(as(ctx(), admin), id, { status })
    expect(await anonymiseOrders(later(ctx(), '1 day'))).toBe(1)
    expect(await orderRow(database, id)).toMatchObject({ customer_name: 'Deleted account' })
    expect(await anonymiseOrders(later(ctx(), '1 day'))).toBe(0)
  })

  it('takes the e-mails about such an order along when it has arrived', async () => {
    const who = await entered(database, { full_name: 'Kerubo Achieng' })
    const mine = as(ctx(), who.actor)
    const sent = orderOf(await putOnShelf(database), { customer_email: who.email, customer_phone: who.phone, customer_name: 'Kerubo Achieng' })
    const { order } = await placeOrder(mine, sent)
    await tellPaid(ctx(), await attemptOf(mine, order.id))
    await remove(who)
    for (const status of ['shipped', 'delivered']) {
      await changeStatus(as(ctx(), admin), order.id, { status })
      await sendNotices(contextOn(database, { actor: theShop }))
    }
    const letters = async () =>
      (await rowsOf<{ kind: string }>(database, sql`select kind from messages where text like '%Kerubo%' order by id`)).map(({ kind }) => kind)
    expect((await letters()).sort()).toEqual(['account-deleted', 'order-delivered', 'order-shipped'])
    await anonymiseOrders(later(ctx(), '1 day'))
    expect(await letters()).toEqual(['account-deleted'])
    expect(await rowsOf(database, sql`select state, mail_id from notices where order_id = ${order.id} and state = 'sent'`)).toEqual([
      { state: 'sent', mail_id: null },
      { state: 'sent', mail_id: null },
    ])
  })

  it('takes the buyer out of an order for the number that stands for nobody', async () => {
    const who = await entered(database)
    const mine = as(ctx(), who.actor)
    const sent = orderOf(await putOnShelf(database), { customer_email: who.email, customer_phone: '+254700000000' })
    const { order } = await placeOrder(mine, sent)
    await tellFailed(mine, await attemptOf(mine, order.id))
    await remove(who)
    await expireOrders(later(ctx(), '31 minutes'))
    expect(await anonymiseOrders(later(ctx(), '1 day'))).toBe(1)
    expect(await orderRow(database, order.id)).toMatchObject({ customer_name: 'Deleted account', customer_email: null, delivery_address: 'Deleted' })
    expect(await anonymiseOrders(later(ctx(), '1 day'))).toBe(0)
  })

  it('takes the phone of a payment along that failed only later', async () => {
    const who = await entered(database)
    const { id, attempt } = await orderBy(who)
    await database.db.execute(sql`
      update payment_attempts set state = 'unknown', needs_review_at = now(), review_reason = 'M-Pesa does not know it', next_check_at = null where id = ${attempt.id}`)
    await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
    await expireOrders(ctx())
    await remove(who)
    const phone = async () => (await attemptOf(ctx(), id)).phone
    expect([await orderRow(database, id), await phone()]).toEqual([
      expect.objectContaining({ customer_name: 'Deleted account' }),
      who.phone.replace('+', ''),
    ])
    await database.db.execute(
      sql`update payment_attempts set state = 'failed', settled_at = now(), needs_review_at = null, review_reason = null where id = ${attempt.id}`,
    )
    await anonymiseOrders(ctx())
    expect(await phone()).toBe('254700000000')
  })

  it('takes the e-mails along that went to other addresses', async () => {
    const who = await entered(database, { full_name: 'Zawadi Njeri' })
    const mine = as(ctx(), who.actor)
    const [fresh, never] = [`zawadi-${who.id}@example.com`, `never-${who.id}@example.com`]
    await changeAddress(mine, { email: fresh, password: goodPassword })
    await verifyAddress(ctx(), 'change', { token: await tokenOf(database, fresh, 'confirm-new-address') })
    await changeAddress(mine, { email: never, password: goodPassword })
    const { letters } = await exportData(mine)
    expect(letters.map(({ kind, to }) => [kind, to])).toEqual([
      ['confirm-new-address', fresh],
      ['address-changed', who.email],
      ['confirm-new-address', never],
    ])
    await remove(who)
    expect(
      await rowsOf(database, sql`select kind, to_address from messages where text like '%Zawadi%' or to_address in (${who.email}, ${never})`),
    ).toEqual([{ kind: 'account-deleted', to_address: fresh }])
  })

  it('is refused while money is on its way, and needs the password', async () => {
    const who = await entered(database, { is_affiliate: true })
    const { mine, attempt } = await orderBy(who)
    expect(await refusalOf(remove(who, 'wrong-password'))).toBe('wrong_password')
    expect(await refusalOf(remove(who))).toBe('account_busy')
    await tellFailed(mine, attempt)
    await earn(database, await codeOf(who), 100)
    const { details, message } = await remove(who).catch((error) => error)
    expect([details?.detail, message]).toEqual([
      'You still have KSh 100 in your wallet: request a payout in your wallet first.',
      'You still have KSh 100 in your wallet: request a payout in your wallet first. Please try again when that is settled.',
    ])
    const dear = { ...ctx().services, settings: settingsOf({ payout_minimum: 500 }) }
    const tooLittle = await deleteAccount({ ...as(ctx(), who.actor), services: dear }, { password: goodPassword }).catch((error) => error)
    expect(tooLittle.message).toContain('KSh 100 in your wallet: a payout can be requested when it has reached KSh 500, our smallest one.')
    const desk = as(ctx(), await boss(database))
    const request = async () =>
      (await requestPayout(as(ctx(), who.actor), { amount: 95, mpesa_phone_number: '0712345678', mpesa_full_name: 'Wanjiku' })).id
    const rejected = await request()
    expect(await remove(who).catch((error) => error.message)).toContain('A payout to you is still on its way.')
    await rejectPayout(desk, rejected, {})
    expect(await refusalOf(remove(who))).toBe('account_busy')
    await completePayout(desk, await request(), { receipt: 'TDELETED00' })
    // KSh 5 are less than M-Pesa pays out: they are given up.
    const { details: refused } = await remove(who).catch((error) => error)
    expect(refused.fields).toEqual({ forfeit: 'Confirm that you give up KSh 5.' })
    expect(await refusalOf(remove(who, goodPassword, 5))).toBe('not refused')
    expect(await rowsOf(database, sql`select mpesa_full_name from affiliate_payouts where affiliate_id = ${who.id} order by status`)).toEqual([
      { mpesa_full_name: 'Wanjiku' },
      { mpesa_full_name: null },
    ])
    expect(await refusalOf(deleteAccount(ctx(), { password: goodPassword }))).toBe('session_missing')
  })

  it('gives up pending commissions only once their sum is confirmed, and none is approved afterwards', async () => {
    const who = await entered(database, { is_affiliate: true })
    const link = await codeOf(who)
    const [paid, unpaid] = [await referred(database, link, 4500), await referred(database, link, 4490)]
    await tellPaid(paid.ctx, paid.attempt)
    expect(await getDeletionTerms(as(ctx(), who.actor))).toEqual({ forfeit: 899_00, owed: 0 })
    const { details } = await remove(who, goodPassword, 898.99).catch((error) => error)
    expect(details.fields).toEqual({ forfeit: 'Confirm that you give up KSh 899.' })
    await database.db.execute(sql`update auth.users set two_factor_enabled = true where id = ${who.id}`)
    expect(await missingToDelete(as(ctx(), who.actor), {})).toEqual({
      forfeit: 'Confirm that you give up KSh 899.',
      password: 'Enter your password.',
      code: 'Enter a code of your app, or one from paper.',
    })
    await database.db.execute(sql`update auth.users set two_factor_enabled = false where id = ${who.id}`)
    expect(await missingToDelete(as(ctx(), who.actor), { password: goodPassword, forfeit: 899 })).toEqual({})
    expect(await refusalOf(remove(who, goodPassword, 899))).toBe('not refused')
    const [letter] = await postOf(database, who.email)
    expect(letter?.text).toContain('You gave up KSh 899 of commissions that had not been paid out.')
    const given = { status: 'rejected', reason: 'The affiliate deleted their account', rejected_by: null }
    expect([await commissionRowOf(database, paid.orderId), await commissionRowOf(database, unpaid.orderId)]).toMatchObject([given, given])
    // A payment that comes now restores none of the rejected commissions.
    await tellPaid(unpaid.ctx, unpaid.attempt)
    expect(await commissionRowOf(database, unpaid.orderId)).toMatchObject(given)
    const desk = as(ctx(), await boss(database))
    expect(await refusalOf(changeCommission(desk, paid.commissionId, { status: 'approved' }))).toBe('commission_settled')
    const refused = await ensureCommission(desk, { order_id: paid.orderId }).catch((error) => error)
    expect([refused.code, refused.message]).toEqual(['commission_unearned', 'The affiliate deleted their account.'])
    expect((await listUncommissioned(desk)).data.map(({ id }) => id)).not.toContain(paid.orderId)
    const byHand = sql`update affiliate_commissions set status = 'approved', approved_at = now(), reason = null, rejected_at = null where id = ${paid.commissionId}`
    await expect(database.ownerDb.execute(byHand)).rejects.toMatchObject({ cause: { constraint: 'affiliate_commissions_of_account' } })
  })

  it('is dated after an approval that began later and came first', async () => {
    const who = await entered(database, { is_affiliate: true })
    const { attempt, ctx: buyer, commissionId } = await referred(database, await codeOf(who), 90)
    await tellPaid(buyer, attempt)
    const desk = later(as(ctx(), await boss(database)), '1 second')
    const profile = sql`select from profiles where id = ${who.id} for update`
    const approve = (inside: { db: Database }) => changeCommission({ ...desk, ...inside }, commissionId, { status: 'approved' })
    expect(await meanwhile(database, profile, [() => remove(who, goodPassword, 9)], approve)).toEqual(['not refused'])
    const [found] = await rowsOf(
      database,
      sql`select c.status, p.deleted_at >= c.approved_at as after from affiliate_commissions c join profiles p on p.id = c.affiliate_id where c.id = ${commissionId}`,
    )
    expect(found).toEqual({ status: 'approved', after: true })
  })

  it('parts the orders from the browser that placed them, and of their visit still one earns', async () => {
    const [who, seller, visitorId] = [await entered(database), await affiliate(database), randomUUID()]
    const from = (actor: Actor) => as(ctx(), { ...actor, referral: { ...noReferral, code: seller.code, visitorId } })
    const [first, second] = [await placed(from(who.actor), await putOnShelf(database)), await placed(from(who.actor), await putOnShelf(database))]
    await database.db.execute(sql`insert into affiliate_clicks (affiliate_id, visitor_id) values (${seller.userId}, ${visitorId})`)
    await tellPaid(first.ctx, first.attempt)
    await tellFailed(second.ctx, second.attempt)
    await remove(who)
    const next = await placed(from(ctx().actor), await putOnShelf(database))
    const browserOf = async (id: string) => (await rowsOf<{ visitor_id: string }>(database, sql`select visitor_id from orders where id = ${id}`))[0]
    const [one, two] = [await browserOf(first.id), await browserOf(second.id)]
    expect(await browserOf(next.id)).toEqual({ visitor_id: visitorId })
    expect([one, one]).toEqual([two, { visitor_id: expect.not.stringContaining(visitorId) }])
    expect(await rowsOf(database, sql`select visitor_id from affiliate_clicks where order_id = ${first.id}`)).toEqual([one])
    await tellPaid(second.ctx, second.attempt)
    expect(await commissionRowOf(database, second.id)).toMatchObject({ status: 'rejected' })
  })

  it('is not for the last admin', async () => {
    const last = await entered(database, { isAdmin: true })
    await database.db.execute(sql`delete from profiles where is_admin and id <> ${last.id}`)
    expect(await refusalOf(remove(last))).toBe('last_owner')
    expect(await findActor(ctx(), last.token)).toMatchObject({ role: 'owner' })
    await account(database, { isAdmin: true })
    expect(await refusalOf(remove(last))).toBe('not refused')
  })

  it('reaches what Clear All User Data has kept, also of an order on its way and of a payout that was not made', async () => {
    const who = await entered(database, { is_affiliate: true, full_name: 'Nekesa Barasa' })
    const mine = as(ctx(), who.actor)
    const buys = (changes = {}) =>
      placed(mine, shoe, { customer_name: 'Nekesa Barasa', customer_email: who.email, customer_phone: who.phone, ...changes })
    const shoe = await putOnShelf(database)
    const paid = await buys({ receiver_name: 'Nafula Barasa', receiver_phone: '0712 999 881' })
    await tellPaid(ctx(), paid.attempt)
    await buys({ delivery_address: 'Nekesa’s, Bungoma' })
    await placed(ctx(), shoe, { customer_name: 'Somebody Else', customer_phone: '0712 999 882' })
    const owner = await entered(database, { isAdmin: true, full_name: 'Amina Owner' })
    await writeNote(as(ctx(), owner.actor), paid.id, { note: 'Nekesa calls back', replaces: null })
    await database.ownerDb.execute(sql`
      insert into affiliate_payouts (affiliate_id, amount, status, mpesa_phone_number, mpesa_full_name, processed_at)
      values (${who.id}, 100, 'rejected', '254712999883', 'Nekesa Barasa', now())`)
    await clearUserData(as(ctx(), owner.actor), { confirmation: 'DELETE', password: goodPassword })
    const copies = async () =>
      (await placesOf(database, ['Nekesa', 'Nafula', who.email, who.phone.slice(1), '254712999881', '254712999883'])).filter((place) =>
        /snapshot/.test(place),
      )
    expect(await copies()).toHaveLength(6)
    await remove(who)
    expect(await copies()).toEqual([])
    expect(await placesOf(database, ['Somebody Else'])).toEqual(['public.data_snapshot_rows: Somebody Else'])
  })
})

describe('the copy of one’s data', () => {
  it('holds all that the shop knows of its person, and nothing of anybody else', async () => {
    const [who, other] = [await entered(database, { is_affiliate: true }), await entered(database)]
    const [{ id, mine }, foreign] = [await orderBy(who), await orderBy(other)]
    const data = await exportData(mine)
    expect(data).toMatchObject({
      account: { email: who.email },
      profile: { full_name: 'Wanjiku Kamau', is_affiliate: true },
      affiliate: { paused_at: null, pause_reason: null, clicks: 0, numbers: [who.phone.slice(1)], commissions: [], payouts: [] },
    })
    expect(data.orders).toEqual([
      expect.objectContaining({
        id,
        total_amount: 4500,
        items: [expect.objectContaining({ name: 'Mbio Wingu' })],
        payments: [expect.objectContaining({ state: 'accepted' })],
      }),
    ])
    expect(data.sessions).toHaveLength(1)
    for (const secret of [other.email, foreign.id, who.token, 'argon2id']) expect(JSON.stringify(data)).not.toContain(secret)
    expect(await getOrder(mine, id)).toMatchObject({ id })
    expect(await refusalOf(exportData(ctx()))).toBe('session_missing')
  })
})

async function codeOf({ id }: Entered): Promise<{ code: string }> {
  const [row] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${id}`)
  return row as { code: string }
}
