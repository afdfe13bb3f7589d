import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'
import { addImage } from '#features/catalogue/product-images.ts'
import { createCategory } from '#features/catalogue/write-category.ts'
import { createAd } from '#features/content/ads.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { createPromotion } from '#features/content/promotions.ts'
import { createOption } from '#features/delivery/options.ts'
import { addPlace } from '#features/delivery/places.ts'
import { createZone } from '#features/delivery/zones.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { draftOrder } from '#features/orders/checkout/place-draft.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { invitePerson } from '#features/people/invitations.ts'
import type { Call, Kind } from '../proof/generated/calls.ts'
import type { RowName } from '../proof/generated/rows.ts'
import { cookieOf, type Entered } from './accounts.ts'
import { earn, referred } from './affiliates.ts'
import { changedPeople, linksAndCodes, type People, restorePeople } from './api-people.ts'
import { as, attemptOf, contextOn, newPhone, placed, putOnShelf, rowsOf, secrets, tellFailed, tellPaid } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import { storedPicture } from './pictures.ts'
import { newReceipt } from './scripted-mpesa.ts'

/** What is new each time that a call names it. */
const fresh: Record<string, (() => string) | undefined> = Object.assign(Object.create(null), {
  newReceipt,
  newEmail: () => `w-${randomUUID()}@example.com`,
})
type Row = Exclude<RowName, 'newReceipt' | 'newEmail'>

/** A shop with one row of everything that a call may name, and somebody of each kind. */
export function openApiWorld(database: Pick<TestDatabase, 'db' | 'ownerDb'>) {
  const people: Partial<People> = {}
  let rows = {} as Record<Row, string>
  let refreshed = 0

  const named = (text: string) => text.replace(/@(\w+)/g, (whole, name) => fresh[name]?.() ?? (Object.hasOwn(rows, name) ? rows[name as Row] : whole))
  const world = {
    people: people as People,
    rowOf: (name: Row) => rows[name],
    /** After what may sign somebody out, change a role or clear everything: whoever it was anew, with the orders of the one before, or all rows where that is not enough. */
    async refreshIfChanged() {
      const [order] = await rowsOf(database, sql`select from orders where id = ${rows.order}`)
      const changed = order ? await changedPeople(database, people as People) : []
      if (!order || changed.includes('affiliate')) return world.refresh()
      await database.db.execute(sql`delete from rate_limits`)
      if (changed.length === 0) return
      const { customer, admin } = await restorePeople(database, people)
      const own = sql`user_id = ${customer.id} where id in (${rows.order}, ${rows.paidOrder}, ${rows.failedOrder}, ${rows.discarded}, ${rows.draft})`
      await database.ownerDb.execute(sql`with drafts as (update order_drafts set ${own}) update orders set ${own}`)
      rows = { ...rows, customer: customer.id, email: customer.email, session: customer.actor.sessionId, admin: admin.id, adminEmail: admin.email }
      rows = { ...rows, ...(await linksAndCodes(database, people as People)) }
    },
    /** Rows anew, and everybody as they were. */
    async refresh() {
      await database.db.execute(sql`delete from rate_limits`)
      const { customer, affiliate, admin } = await restorePeople(database, people)
      const ctx = contextOn(database)
      const boss = as(ctx, admin.actor)
      const [profile] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${affiliate.id}`)
      const code = (profile as { code: string }).code
      const shoe = await putOnShelf(database, { sizes: { '40': 500, '41': 3 } })
      const order = await placed(as(ctx, customer.actor), shoe)
      const others = await placed(ctx, shoe)
      const paid = await placed(as(ctx, customer.actor), shoe)
      await tellPaid(paid.ctx, paid.attempt)
      const sent = await placed(ctx, shoe)
      await tellPaid(sent.ctx, sent.attempt)
      const riderDay = await makeRiderDay(boss, { name: 'Otieno', phone: newPhone() })
      await changeStatus(boss, sent.id, { status: 'shipped', rider_day_id: riderDay })
      const failed = await placed(as(ctx, customer.actor), shoe)
      await tellFailed(failed.ctx, failed.attempt)
      const discarded = await placed(as(ctx, customer.actor), shoe)
      await discardOrder(discarded.ctx, discarded.id)
      const cancelled = await placed(ctx, shoe)
      await tellPaid(cancelled.ctx, cancelled.attempt)
      await changeStatus(boss, cancelled.id, { status: 'cancelled', reason: 'No such size' })
      const ended = await placed(ctx, shoe)
      await tellFailed(ended.ctx, ended.attempt)
      await changeStatus(boss, ended.id, { status: 'cancelled', reason: 'No such size' })
      await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${ended.id}`)
      const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${cancelled.id}`)
      await earn(database, { code }, 300)
      const commission = await referred(database, { code })
      await tellPaid(commission.ctx, commission.attempt)
      const [help] = (await listHelpRows(ctx)) as [Awaited<ReturnType<typeof listHelpRows>>[number]]
      const wanted = { customer_name: 'Wanjiku Kamau', customer_phone: newPhone(), delivery_address: 'Moi Avenue 12' }
      const draft = await draftOrder(as(ctx, customer.actor), wanted)
      const made = await rowsOf<{ debt: string; snapshot: string; helpSaved: string }>(
        { db: database.ownerDb },
        sql`with gone as (insert into profiles (full_name, deleted_at) values ('', now()) returning id),
            debt as (insert into affiliate_debts (profile_id, made_at) select id, now() from gone returning profile_id),
            alike as (insert into affiliate_debt_hashes (profile_id, hash) select profile_id, ${secrets.debtHash(affiliate.email)} from debt),
            snapshot as (insert into data_snapshots (counts, is_whole) values ('{}', true) returning id)
          select (select profile_id from debt) as debt, (select id from snapshot) as snapshot,
            ${help.updated_at}::text as "helpSaved"`,
      )
      const picture = await storedPicture(database, randomUUID())
      await database.db.execute(sql`insert into stored_files (stem, content_type) values ('ad-images/ads/a', 'image/webp') on conflict do nothing`)
      rows = {
        ...(made[0] as (typeof made)[number]),
        category: (await createCategory(boss, { name: `Kind ${randomUUID()}` })).id,
        product: shoe.id,
        image: (await addImage(boss, { product_id: shoe.id, image_url: await storedPicture(database, randomUUID()) })).id,
        size: shoe.sizes['40'] as string,
        order: order.id,
        orderKey: order.key,
        othersOrder: others.id,
        othersKey: others.key,
        draft: draft.id,
        paidOrder: paid.id,
        failedOrder: failed.id,
        delivery: sent.id,
        riderDay,
        discarded: discarded.id,
        endedOrder: ended.id,
        invitation: await invitePerson(boss, { email: `${randomUUID()}@example.com`, role: 'packer' }),
        refund: refund?.id as string,
        attempt: order.attempt.id,
        attemptSecret: secrets.callbackSecret(order.attempt.id),
        checkout: (await attemptOf(database, order.id)).checkout_request_id as string,
        session: customer.actor.sessionId,
        picture,
        adPicture: '/files/ad-images/ads/a.webp',
        customer: customer.id,
        affiliate: affiliate.id,
        admin: admin.id,
        commission: commission.commissionId,
        ...(await openPayout(database, affiliate, boss, refreshed++)),
        ad: (await createAd(boss, { title: 'Ferry', target_url: 'https://shop.example' })).id,
        promotion: (await createPromotion(boss, { title: 'School shoes', content_type: 'text' })).id,
        help: help.id,
        ...(await deliveryRows(boss)),
        phone: newPhone(),
        email: customer.email,
        adminEmail: admin.email,
        code,
        ...(await linksAndCodes(database, people as People)),
        gone: randomUUID(),
      }
    },
    named,
    /** The same the other way: the names of rows in place of what they are. */
    unnamed: (text: string) =>
      Object.entries(rows).reduce((whole, [name, value]) => (value.length < 8 ? whole : whole.replaceAll(value, `@${name}`)), text),
    /** The cookies of a browser in which somebody is signed in. */
    cookiesOf: (kind: Kind) => (kind === 'guest' || kind === 'key' ? '' : cookieOf(people[kind]?.cookies ?? [])),
    /** A call with the rows that it names, and its caller's headers. */
    addressed({ as: kind, address, headers, body }: Call): { address: string; headers: Record<string, string>; body: Call['body'] } {
      const own = kind === 'guest' ? {} : kind === 'key' ? { 'order-key': rows.orderKey } : { authorization: `Bearer ${people[kind]?.token}` }
      return {
        address: named(address),
        headers: Object.fromEntries(Object.entries({ ...own, ...headers }).map(([name, value]) => [name, named(value)])),
        body: typeof body === 'string' ? named(body) : body,
      }
    },
  }
  return world
}

/** A zone with an option and a place of its own, and a day without delivery. */
async function deliveryRows(boss: Context) {
  const zone = await createZone(boss, { name: `Zone ${randomUUID()}` })
  const option = await createOption(boss, { zone_id: zone.id, kind: 'door', name: 'Rider', fee: 200, days_from: 1, days_to: 2 })
  const place = await addPlace(boss, { name: `Kijiji ${randomUUID()}`, kind: 'town', parent_id: 'kenya', zone_id: zone.id })
  await boss.db.execute(sql`insert into holidays (day, name) values ('2031-04-05', 'Stock-taking') on conflict do nothing`)
  return { zone: zone.id, option: option.id, place: place.id, holiday: '2031-04-05' }
}

/** A payout of KSh 20, in turn pending, on its way, and rejected; the ones before are over. */
async function openPayout(database: Pick<TestDatabase, 'db' | 'ownerDb'>, affiliate: Entered, boss: Context, turn: number) {
  await database.ownerDb.execute(sql`
    update affiliate_payouts set status = 'rejected', status_requested_at = now(), processed_at = now(), failure_reason = 'Another call', next_check_at = null
    where status in ('pending', 'processing')`)
  await database.ownerDb.execute(
    sql`update affiliate_payouts set unrecorded_payment_at = null, unrecorded_receipts = '{}' where needs_review_at is not null`,
  )
  await database.ownerDb.execute(
    sql`update affiliate_payouts set requested_at = requested_at - interval '2 days' where affiliate_id = ${affiliate.id}`,
  )
  const sent = { amount: 20, mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno' }
  const { id } = await requestPayout(contextOn(database, { actor: affiliate.actor }), sent)
  if (turn % 3 === 1) await startB2cPayout(boss, id)
  if (turn % 3 === 2) await rejectPayout(boss, id, { reason: 'Another number, please' })
  return { payout: id, payoutSecret: secrets.payoutSecret(id) }
}
