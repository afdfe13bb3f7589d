import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Context, withOrderKey } from '#core/context.ts'
import { referralOf } from '#core/cookie.ts'
import { mailboxOf } from '#domain/commission.ts'
import { recordClick } from '#features/affiliates/clicks.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { listCommissions, listUncommissioned } from '#features/affiliates/commissions.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import { joinAffiliates, markVisitor } from '#features/affiliates/join-affiliates.ts'
import { requestPayout, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { claimOrder } from '#features/orders/buyer-orders.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { updateProfile } from '#features/people/profiles.ts'
import { knownDevice } from '#features/people/sessions.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, cookieOf, device, entered, goodPassword, postOf, refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, commissionRowOf, earn, newCode, referred } from '../../../test/affiliates.ts'
import { as, attemptOf, contextOn, later, newPhone, placed, putOnShelf, rowsOf, secrets, tellFailed, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const asBoss = async () => as(ctx(), await boss(database))
const own = { status: 'rejected', reason: 'Bought through your own link', rejected_by: null, is_own: true }
const payoutTo = (mpesa_phone_number: string, amount = 10) => ({ amount, mpesa_phone_number, mpesa_full_name: 'Achieng Otieno' })
const numbersOf = async (id: string) =>
  (await rowsOf<{ phone: string }>(database, sql`select phone from affiliate_phones where affiliate_id = ${id} order by known_at`)).map(
    ({ phone }) => phone,
  )
/** Bought through the affiliate's link by a guest with this number, not paid yet. */
const boughtWith = async (who: { code: string }, customer_phone: string) =>
  placed(ctx(), await putOnShelf(database), { affiliate_code: who.code, customer_phone })

describe('a commission that was rejected as the affiliate’s own', () => {
  it('stays rejected for ever, whatever becomes of the number', async () => {
    const who = await affiliate(database)
    const phone = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone })
    const { id, attempt, ctx: buyer } = await boughtWith(who, phone)
    expect(await commissionRowOf(database, id)).toMatchObject(own)
    await updateProfile(as(ctx(), who), who.userId, { phone: newPhone() })
    await updateProfile(as(ctx(), who), who.userId, { phone: '' })
    await tellPaid(buyer, attempt)
    const admin = await asBoss()
    await changeStatus(admin, id, { status: 'shipped' })
    await changeStatus(admin, id, { status: 'delivered' })
    const commission = await commissionRowOf(database, id)
    expect(commission).toMatchObject(own)
    expect(await refusalOf(ensureCommission(admin, { order_id: id }))).toBe('commission_unearned')
    expect(await refusalOf(changeCommission(admin, commission?.id as string, { status: 'approved' }))).toBe('commission_settled')
    expect((await listUncommissioned(admin)).data.map((order) => order.id)).not.toContain(id)
    const byHand = database.ownerDb.execute(sql`update affiliate_commissions set is_own = false where order_id = ${id}`)
    await expect(byHand).rejects.toMatchObject({ cause: { constraint: 'affiliate_commissions_stay_own' } })
  })
})

describe('one’s own purchase is known', () => {
  it('by a number of the profile, past or present', async () => {
    const who = await affiliate(database)
    const [first, second] = [newPhone(), newPhone()]
    for (const phone of [first, second]) await updateProfile(as(ctx(), who), who.userId, { phone })
    for (const phone of [first, second, ` 0${second.slice(4)} `]) {
      const { id } = await boughtWith(who, phone)
      expect(await commissionRowOf(database, id), phone).toMatchObject(own)
    }
    expect(await commissionRowOf(database, (await referred(database, who)).orderId)).toMatchObject({ status: 'pending', is_own: false })
  })

  it('by the number that the profile had when its person joined', async () => {
    const who = await account(database)
    const phone = newPhone()
    const mine = as(ctx(), { ...ctx().actor, userId: who.id })
    await updateProfile(mine, who.id, { phone })
    expect(await numbersOf(who.id)).toEqual([])
    const { affiliate_code: code } = await joinAffiliates(mine)
    await updateProfile(mine, who.id, { phone: newPhone() })
    expect(await commissionRowOf(database, (await boughtWith({ code }, phone)).id)).toMatchObject(own)
  })

  // By the trigger affiliate_payouts_remember_phone.
  it('by a number that a payout went or was to go to', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const [first, second] = [newPhone(), newPhone()]
    const payout = await requestPayout(as(ctx(), who), payoutTo(first))
    await setPayoutDetails(as(ctx(), who), payout.id, { mpesa_phone_number: second, mpesa_full_name: 'Achieng Otieno' })
    for (const phone of [first, second]) expect(await commissionRowOf(database, (await boughtWith(who, phone)).id), phone).toMatchObject(own)
  })

  it('by the e-mail of their account, in capitals or not', async () => {
    const who = await account(database, { is_affiliate: true })
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const boughtBy = async (customer_email: string) => placed(ctx(), await putOnShelf(database), { affiliate_code: code, customer_email })
    for (const email of [who.email, who.email.toUpperCase()])
      expect(await commissionRowOf(database, (await boughtBy(email)).id), email).toMatchObject(own)
    expect(await commissionRowOf(database, (await boughtBy(`not-${who.email}`)).id)).toMatchObject({ status: 'pending', is_own: false })
    // The shop learns of it only after the order: the commission is not approved, and is rejected with the order's next move.
    const later = await boughtBy('Achieng.of.old@example.com')
    await tellPaid(later.ctx, later.attempt)
    await database.db.execute(sql`update auth.users set email = 'achieng.of.old@example.com' where id = ${who.id}`)
    const admin = await asBoss()
    const { id } = (await commissionRowOf(database, later.id)) as { id: string }
    expect(await changeCommission(admin, id, { status: 'approved' }).catch((each) => each)).toMatchObject({
      message: 'Bought through your own link.',
    })
    await changeStatus(admin, later.id, { status: 'shipped' })
    expect(await commissionRowOf(database, later.id)).toMatchObject(own)
  })

  it('by the mailbox of that e-mail, however it is written, as the domain and the database both read it', async () => {
    const name = `achieng.${randomUUID().slice(0, 8)}`
    const who = await account(database, { is_affiliate: true, email: `${name}@gmail.com` })
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    for (const [customer_email, isOwn] of [
      [`${name}+shoes@gmail.com`, true],
      [`${name.replace('.', '')}@googlemail.com`, true],
      [`${name}@example.com`, false],
    ] as const) {
      const { id } = await placed(ctx(), await putOnShelf(database), { affiliate_code: code, customer_email })
      expect(await commissionRowOf(database, id), customer_email).toMatchObject(isOwn ? own : { status: 'pending', is_own: false })
    }
    for (const email of ['Me@Example.com', 'm.e+a+b@googlemail.com', 'm.e+a@example.com', '+254@example.com'])
      expect(await rowsOf(database, sql`select mailbox_of(${email}) as mailbox`)).toEqual([{ mailbox: mailboxOf(email) }])
  })

  it('by the number of the receiver', async () => {
    const who = await affiliate(database)
    const phone = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone })
    const sentTo = async (receiver_phone: string) =>
      placed(ctx(), await putOnShelf(database), { affiliate_code: who.code, receiver_name: 'Otieno Were', receiver_phone })
    expect(await commissionRowOf(database, (await sentTo(phone)).id)).toMatchObject(own)
    expect(await commissionRowOf(database, (await sentTo(newPhone())).id)).toMatchObject({ status: 'pending', is_own: false })
  })

  it('not by a name alone: that marks the commission, for an admin', async () => {
    const who = await affiliate(database, 'Baraka Ouko')
    await placed(ctx(), await putOnShelf(database), { affiliate_code: who.code, customer_name: 'Ouko Baraka' })
    const read = async (context: Context) => (await listCommissions(context, { affiliate_id: who.userId })).data
    expect(await read(await asBoss())).toMatchObject([{ status: 'pending', is_own: false, likeness: 'Like the affiliate: same name' }])
    expect(await read(as(ctx(), who))).toMatchObject([{ likeness: null }])
  })

  it('by the number that paid, whatever number the order has', async () => {
    const who = await affiliate(database)
    const phone = newPhone()
    await updateProfile(as(ctx(), who), who.userId, { phone })
    const { orderId, ctx: buyer, attempt, commissionId } = await referred(database, who)
    await tellFailed(buyer, attempt)
    await requestPayment(later(buyer, '4 minutes'), orderId, { phone })
    await tellPaid(buyer, await attemptOf(database, orderId))
    expect(await commissionRowOf(database, orderId)).toMatchObject(own)
    const admin = await asBoss()
    expect((await listUncommissioned(admin)).data.map(({ id }) => id)).not.toContain(orderId)
    expect(await refusalOf(changeCommission(admin, commissionId, { status: 'approved' }))).toBe('commission_settled')
  })

  it('also when the number becomes known while the commission is pending: it is not approved, and rejected with the next move', async () => {
    const who = await affiliate(database)
    const phone = newPhone()
    const { id, ctx: buyer, attempt } = await boughtWith(who, phone)
    await tellPaid(buyer, attempt)
    const commission = await commissionRowOf(database, id)
    expect(commission).toMatchObject({ status: 'pending' })
    await updateProfile(as(ctx(), who), who.userId, { phone })
    const admin = await asBoss()
    expect(await changeCommission(admin, commission?.id as string, { status: 'approved' }).catch((each) => each)).toMatchObject({
      code: 'commission_unearned',
      message: 'Bought through your own link.',
    })
    // Direct SQL cannot do it either.
    const byHand = sql`update affiliate_commissions set status = 'approved', approved_at = now() where id = ${commission?.id}`
    await expect(database.ownerDb.execute(byHand)).rejects.toMatchObject({ cause: { constraint: 'affiliate_commissions_not_own' } })
    await changeStatus(admin, id, { status: 'shipped' })
    expect(await commissionRowOf(database, id)).toMatchObject(own)
  })

  it('by the browser in which the affiliate signed in before, also as a guest and with another number', async () => {
    const who = await account(database, { is_affiliate: true })
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const carried = (cookies: string[]) => referralOf(ctx().services, new Headers({ cookie: cookieOf(cookies) }), Date.now())
    const { cookies } = (await signIn(ctx(), { email: who.email, password: goodPassword }, device)) as { cookies: string[] }
    const guest = as(ctx(), { ...ctx().actor, referral: carried(cookies) })
    const click = await recordClick(guest, { affiliate_code: code }, { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0' })
    const buyer = as(ctx(), { ...ctx().actor, referral: carried(click.cookies) })
    expect(buyer.actor.referral.visitorId).toBe(guest.actor.referral.visitorId)
    const mine = await placed(buyer, await putOnShelf(database))
    expect(await commissionRowOf(database, mine.id)).toMatchObject(own)
    await tellPaid(mine.ctx, mine.attempt)
    expect(await commissionRowOf(database, mine.id)).toMatchObject(own)
    // Through another affiliate's link it is an ordinary purchase.
    const other = await affiliate(database)
    const theirs = await placed(as(ctx(), { ...ctx().actor, referral: { ...buyer.actor.referral, code: other.code } }), await putOnShelf(database))
    expect(await commissionRowOf(database, theirs.id)).toMatchObject({ status: 'pending' })
  })

  it('by the browser that opened the link signed in', async () => {
    const who = await affiliate(database)
    const visitorId = randomUUID()
    const referral = { code: who.code, visitorId, visit: 0 }
    await recordClick(as(ctx(), { ...who, referral }), { affiliate_code: who.code }, { userAgent: 'Mozilla/5.0' })
    const { id } = await placed(as(ctx(), { ...ctx().actor, referral }), await putOnShelf(database))
    expect(await commissionRowOf(database, id)).toMatchObject(own)
  })

  it('by the browser in which their account was the last, though they joined only there', async () => {
    const who = await entered(database)
    const { affiliate_code: code } = await joinAffiliates(as(ctx(), who.actor))
    const device = knownDevice(ctx().services, new Headers({ cookie: who.cookie }))
    const { id } = await placed(as(ctx(), { ...ctx().actor, device }), await putOnShelf(database), { affiliate_code: code })
    expect(await commissionRowOf(database, id)).toMatchObject(own)
  })

  it('and what is known of it goes with the account', async () => {
    const who = await entered(database, { is_affiliate: true })
    const mine = as(ctx(), who.actor)
    await updateProfile(mine, who.id, { phone: newPhone() })
    await signIn(ctx(), { email: who.email, password: goodPassword }, device)
    await deleteAccount(mine, { password: goodPassword })
    const left = sql`select affiliate_id from affiliate_phones where affiliate_id = ${who.id} union all select affiliate_id from affiliate_visitors where affiliate_id = ${who.id}`
    expect(await rowsOf(database, left)).toEqual([])
  })
})

describe('a commission', () => {
  const phone = newPhone()
  const visitorId = randomUUID()
  const email = 'achieng.herself@example.com'
  it.each([
    ['their account', true, (who: string) => ({ actor: { userId: who } })],
    ['their e-mail, in capitals', true, () => ({ body: { customer_email: email.toUpperCase() } })],
    ['their number', true, () => ({ body: { customer_phone: phone } })],
    ['their browser', true, (_: string, code: string) => ({ actor: { referral: { code, visitorId, visit: 0 } } })],
    ['another browser', false, (_: string, code: string) => ({ actor: { referral: { code, visitorId: randomUUID(), visit: 0 } } })],
    ['none of them', false, () => ({ body: { customer_email: `not-${email}`, customer_phone: newPhone() } })],
  ])('is the same whether it is written with its order or afterwards: bought with %s', async (_, isOwn, facts) => {
    const who = await account(database, { is_affiliate: true })
    await database.ownerDb.execute(sql`update auth.users set email = concat(id, '@example.com') where email = ${email}`)
    await database.ownerDb.execute(sql`update auth.users set email = ${email} where id = ${who.id}`)
    await updateProfile(as(ctx(), { ...ctx().actor, userId: who.id }), who.id, { phone })
    await markVisitor(ctx(), who.id, visitorId)
    const [{ code } = { code: '' }] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const { actor = {}, body = {} }: { actor?: object; body?: object } = facts(who.id, code)
    const { id, ctx: buyer } = await placed(as(ctx(), { ...ctx().actor, ...actor }), await putOnShelf(database), { affiliate_code: code, ...body })
    const written = async () => ({ ...(await commissionRowOf(database, id)), id: '', created_at: '', rejected_at: '' })
    const withOrder = await written()
    expect(withOrder).toMatchObject(isOwn ? own : { status: 'pending', reason: null, is_own: false })
    await database.ownerDb.execute(sql`delete from affiliate_commissions where order_id = ${id}`)
    await ensureCommission(buyer, { order_id: id })
    expect(await written()).toEqual(withOrder)
  })
})

describe('giving up a commission by claiming its order', () => {
  it('is written to the audit log, and the affiliate is told', async () => {
    const who = await entered(database, { is_affiliate: true })
    const code = newCode()
    await database.db.execute(sql`update profiles set affiliate_code = ${code} where id = ${who.id}`)
    const { orderId, commissionId } = await earn(database, { code }, 100)
    await claimOrder(withOrderKey(as(ctx(), who.actor), secrets.orderKey(orderId)), orderId)
    expect(await commissionRowOf(database, orderId)).toMatchObject(own)
    const audit = sql`select action, actor_id, before, after from audit_log where row_id = ${commissionId} order by id desc limit 1`
    expect(await rowsOf(database, audit)).toEqual([
      { action: 'commission given up', actor_id: who.id, before: { status: 'approved' }, after: { status: 'rejected', reason: own.reason } },
    ])
    const letters = (await postOf(database, who.email)).filter(({ kind }) => kind === 'commission-rejected')
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('was rejected: Bought through your own link.')])
  })
})
