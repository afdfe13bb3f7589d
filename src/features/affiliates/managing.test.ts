import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { type AffiliateFilter, listAffiliates, pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { recordClick } from '#features/affiliates/clicks.ts'
import { changeCommissions } from '#features/affiliates/commission-operations.ts'
import { listCommissions } from '#features/affiliates/commissions.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { verifyAddress } from '#features/people/email-address.ts'
import { getProfile, updateProfile } from '#features/people/profiles.ts'
import { readSession } from '#features/people/sessions.ts'
import { account, entered, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { affiliate, balanceOf, boss, commissionRowOf, earn, referred } from '../../../test/affiliates.ts'
import { addProfile, as, contextOn, newPhone, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const asBoss = async () => as(ctx(), await boss(database))
const browser = { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0' }
/** A paid order with a pending commission. */
const waiting = async (who: { code: string }, total?: number) => {
  const order = await referred(database, who, total)
  await tellPaid(order.ctx, order.attempt)
  return order
}

describe('the list of affiliates', () => {
  it('shows each with their figures, as the wallet has them', async () => {
    const who = await affiliate(database, 'Zawadi Figures')
    const other = await affiliate(database)
    await recordClick(ctx(), { affiliate_code: other.code }, browser)
    for (let click = 0; click < 3; click++) await recordClick(ctx(), { affiliate_code: who.code }, browser)
    await earn(database, who, 300)
    await earn(database, who, 200)
    await waiting(who, 1000)
    const details = { mpesa_phone_number: newPhone(), mpesa_full_name: 'Zawadi Figures' }
    const paid = await requestPayout(as(ctx(), who), { amount: 310, ...details })
    await completePayout(await asBoss(), paid.id, { receipt: newReceipt() })
    await requestPayout(as(ctx(), who), { amount: 90, ...details })
    const { data } = await listAffiliates(await asBoss(), { search: who.code })
    expect(data).toEqual([
      {
        id: who.userId,
        full_name: 'Zawadi Figures',
        phone: null,
        affiliate_code: who.code,
        is_paused: false,
        pause_reason: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        total_clicks: 3,
        referral_orders: 3,
        available_balance: 100,
        total_earned: 500,
        taken_back: 0,
        total_pending: 100,
        reserved: 90,
        paid_out: 310,
      },
    ])
  })

  it('is searched by name, code and phone, and told who is paused', async () => {
    const admin = await asBoss()
    const [one, two] = [await affiliate(database, 'Njeri 100%_true'), await affiliate(database, 'Njeri Wafula')]
    const phone = newPhone()
    await updateProfile(as(ctx(), two), two.userId, { phone })
    await pauseAffiliate(admin, one.userId, true, { reason: 'A test' })
    const found = async (filter: AffiliateFilter) => (await listAffiliates(admin, filter)).data.map(({ id }) => id)
    expect(await found({ search: 'njeri' })).toEqual([two.userId, one.userId])
    expect(await found({ search: '100%_' })).toEqual([one.userId])
    expect(await found({ search: '%' })).toEqual([one.userId])
    expect(await found({ search: one.code.toLowerCase() })).toEqual([one.userId])
    expect(await found({ search: ` 0${phone.slice(4)} ` })).toEqual([two.userId])
    expect(await found({ search: 'njeri', is_paused: true })).toEqual([one.userId])
    expect(await found({ search: 'njeri', is_paused: false })).toEqual([two.userId])
    expect(await found({ search: randomUUID() })).toEqual([])
  })

  it('is paged by key', async () => {
    const admin = await asBoss()
    const whole = await listAffiliates(admin, { limit: 100 })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listAffiliates(admin, { limit: 2, cursor })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(whole.data.map(({ id }) => id))
    expect(seen.length).toBeGreaterThan(2)
    expect(await refusalOf(listAffiliates(admin, { cursor: 'nonsense' }))).toBe('malformed')
  })
})

describe('pressed twice at once', () => {
  const letters = async (email: string, kind: string) => (await postOf(database, email)).filter((letter) => letter.kind === kind)

  it('joining and pausing write one letter each', async () => {
    const who = await entered(database)
    const [join, admin] = [() => joinAffiliates(as(ctx(), who.actor)), await asBoss()]
    const held = sql`select from profiles where id = ${who.id} for update`
    expect(await meanwhile(database, held, [join, join], async () => {})).toEqual(['not refused', 'not refused'])
    expect(await letters(who.email, 'affiliate-welcome')).toHaveLength(1)
    const pause = () => pauseAffiliate(admin, who.id, true, { reason: 'Clicks that no people made' })
    expect(await meanwhile(database, held, [pause, pause], async () => {})).toEqual(['not refused', 'not refused'])
    expect(await letters(who.email, 'affiliate-paused')).toHaveLength(1)
    const { actor, id } = await entered(database)
    await database.db.execute(sql`update profiles set full_name = '', phone = null, deleted_at = now() where id = ${id}`)
    expect(await refusalOf(joinAffiliates(as(ctx(), actor)))).toBe('signed_out')
  })
})

describe('pausing', () => {
  it('keeps the reason for the next admin until they go on, and each change in the audit log', async () => {
    const admin = await asBoss()
    const who = await affiliate(database)
    const shown = async () => (await listAffiliates(admin, { search: who.code })).data.map(({ is_paused, pause_reason }) => [is_paused, pause_reason])
    await pauseAffiliate(admin, who.userId, true, { reason: ' Clicks that no people made ' })
    await pauseAffiliate(admin, who.userId, true, {})
    expect(await shown()).toEqual([[true, 'Clicks that no people made']])
    await pauseAffiliate(admin, who.userId, false, { reason: 'Not kept' })
    expect(await shown()).toEqual([[false, null]])
    expect(await rowsOf(database, sql`select action, after from audit_log where row_id = ${who.userId} order by id`)).toEqual([
      { action: 'affiliate paused', after: { paused: true, reason: 'Clicks that no people made' } },
      { action: 'affiliate resumed', after: { paused: false, reason: null } },
    ])
    const { details } = await pauseAffiliate(admin, who.userId, true, {}).catch((error) => error)
    expect(details.fields).toEqual({ reason: 'Write why: the affiliate reads it.' })
    expect(await refusalOf(pauseAffiliate(admin, who.userId, true, { reason: 'x'.repeat(501) }))).toBe('bad_input')
  })
})

describe('commissions', () => {
  it('are searched by order, buyer and affiliate; by an affiliate among their own, by order alone', async () => {
    const admin = await asBoss()
    const [who, other] = [await affiliate(database, 'Kiprono Searched'), await affiliate(database)]
    const [mine, theirs] = [await referred(database, who), await referred(database, other)]
    await database.db.execute(sql`update orders set customer_name = 'Otieno Unmistakable' where id = ${theirs.orderId}`)
    const found = async (search: string, at = admin) => (await listCommissions(at, { search })).data.map(({ order_id }) => order_id)
    expect(await found(`#${mine.orderId.slice(0, 8)}`)).toEqual([mine.orderId])
    expect(await found('unmistakable')).toEqual([theirs.orderId])
    expect(await found('kiprono s')).toEqual([mine.orderId])
    expect(await found(other.code)).toEqual([theirs.orderId])
    expect(await found('  ')).toContain(mine.orderId)
    expect(await found(theirs.orderId.slice(0, 8), as(ctx(), other))).toEqual([theirs.orderId])
    for (const search of ['unmistakable', mine.orderId.slice(0, 8)]) expect(await found(search, as(ctx(), other))).toEqual([])
  })

  it('tell an admin which of them look like the affiliate’s own purchase, also after they were approved', async () => {
    const who = await affiliate(database)
    const { orderId, attempt } = await earn(database, who, 100)
    const admin = await asBoss()
    const own = async (at = admin) => (await listCommissions(at, { affiliate_id: who.userId })).data.map(({ order_id, is_own }) => [order_id, is_own])
    expect(await own()).toEqual([[orderId, false]])
    await requestPayout(as(ctx(), who), { amount: 100, mpesa_phone_number: attempt.phone, mpesa_full_name: 'Achieng Otieno' })
    expect(await own()).toEqual([[orderId, true]])
    expect(await own(as(ctx(), who))).toEqual([[orderId, null]])
    expect(await commissionRowOf(database, orderId)).toMatchObject({ status: 'approved' })
  })
})

describe('several commissions at once', () => {
  it('are approved or rejected each for itself, with the reason, in the audit log', async () => {
    const admin = await asBoss()
    const who = await affiliate(database)
    const [one, two] = [await waiting(who, 1000), await waiting(who, 2000)]
    const unpaid = await referred(database, who)
    const gone = randomUUID()
    const ids = [one.commissionId, unpaid.commissionId, gone, two.commissionId, one.commissionId]
    expect(await changeCommissions(admin, { ids, status: 'approved' })).toEqual([
      { id: one.commissionId, status: 'approved', code: null, error: null },
      { id: unpaid.commissionId, status: null, code: 'commission_unearned', error: 'The order is not paid: Awaiting Payment.' },
      { id: gone, status: null, code: 'commission_not_found', error: expect.any(String) },
      { id: two.commissionId, status: 'approved', code: null, error: null },
    ])
    expect(await balanceOf(database, who.userId)).toBe(300)
    expect(
      await changeCommissions(admin, { ids: [unpaid.commissionId, one.commissionId], status: 'rejected', reason: 'Not a real sale' }),
    ).toMatchObject([{ status: 'rejected' }, { code: 'commission_settled' }])
    expect(await commissionRowOf(database, unpaid.orderId)).toMatchObject({
      status: 'rejected',
      reason: 'Not a real sale',
      rejected_by: admin.actor.userId,
    })
    const audit = sql`select row_id, action from audit_log where row_id in (${one.commissionId}, ${two.commissionId}, ${unpaid.commissionId}) order by id`
    expect(await rowsOf(database, audit)).toEqual([
      { row_id: one.commissionId, action: 'commission approve' },
      { row_id: two.commissionId, action: 'commission approve' },
      { row_id: unpaid.commissionId, action: 'commission reject' },
    ])
  })

  it('are between one and a hundred', async () => {
    const admin = await asBoss()
    const id = randomUUID()
    for (const sent of [
      { ids: [], status: 'approved' },
      { ids: ['nonsense'], status: 'approved' },
      { ids: Array.from({ length: 101 }, () => id), status: 'approved' },
      { ids: [id], status: 'paid' },
      { ids: [id] },
      {},
    ])
      expect(await refusalOf(changeCommissions(admin, sent))).toBe('bad_input')
  })
})

describe('the code of a new affiliate', () => {
  it('is drawn again when another affiliate has it', async () => {
    const who = await entered(database)
    let drawn = ''
    const { db } = ctx()
    const raced = new Proxy(db, {
      get: (target, name) =>
        name !== 'transaction'
          ? Reflect.get(target, name)
          : (work: (tx: Database) => Promise<unknown>) => db.transaction((tx) => work(overtaking(tx))),
    })
    // Another affiliate gets the code that was drawn first.
    const overtaking = (tx: Database) =>
      new Proxy(tx, {
        get: (target, name) =>
          name === 'execute' && drawn === '' ? (query: SQL) => addAffiliate(query).then(() => tx.execute(query)) : Reflect.get(target, name),
      })
    const addAffiliate = async (query: SQL) => {
      drawn = query.queryChunks.findLast((chunk) => typeof chunk === 'string') as string
      await addProfile(database, { code: drawn })
    }
    const { affiliate_code } = await joinAffiliates({ ...as(ctx(), who.actor), db: raced })
    expect([drawn, affiliate_code]).toEqual([expect.stringMatching(/^\w{7}$/), expect.stringMatching(/^\w{7}$/)])
    expect(affiliate_code).not.toBe(drawn)
  })
})

describe('e-mails to an affiliate', () => {
  const kinds = async (email: string) => (await postOf(database, email)).map(({ kind }) => kind).filter((kind) => kind.startsWith('affiliate'))

  it('welcome whoever joins, once their e-mail is proved, with code and link', async () => {
    const [late, early] = [await entered(database), await account(database, { is_affiliate: true, isProved: false })]
    const mine = as(ctx(), late.actor)
    const { affiliate_code } = await joinAffiliates(mine)
    for (const _ of [1, 2]) {
      expect(await kinds(late.email)).toEqual(['affiliate-welcome'])
      await joinAffiliates(mine)
    }
    expect(await kinds(late.email)).toEqual(['affiliate-welcome'])
    expect((await postOf(database, late.email)).at(-1)?.text).toContain(
      `Your link to the home page: ${ctx().services.shop.origin}/?ref=${affiliate_code}`,
    )
    expect(await kinds(early.email)).toEqual([])
    await verifyAddress(ctx(), 'verify', { token: await tokenOf(database, early.email, 'verify-address'), password: goodPassword })
    expect(await kinds(early.email)).toEqual(['affiliate-welcome'])
  })

  it('say why their links are paused, and when they count again', async () => {
    const who = await entered(database, { is_affiliate: true })
    const desk = as(ctx(), await boss(database))
    await pauseAffiliate(desk, who.id, true, { reason: 'Clicks that no people made' })
    await pauseAffiliate(desk, who.id, true, { reason: 'Clicks that no people made' })
    expect((await postOf(database, who.email)).at(-1)?.text).toContain('We paused your affiliate links: Clicks that no people made.')
    expect(await getProfile(as(ctx(), who.actor), who.id)).toMatchObject({ is_paused: true, pause_reason: 'Clicks that no people made' })
    expect(await readSession(as(ctx(), who.actor))).toMatchObject({ is_paused: true })
    await pauseAffiliate(desk, who.id, false)
    await pauseAffiliate(desk, who.id, false)
    expect(await kinds(who.email)).toEqual(['affiliate-paused', 'affiliate-resumed'])
  })
})
