import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { addImage } from '#features/catalogue/add-image.ts'
import { draftOrder } from '#features/checkout/draft-order.ts'
import { createAd } from '#features/content/ads.ts'
import { createPromotion } from '#features/content/promotions.ts'
import { listHelpRows } from '#features/help/help-texts.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { makeLink } from '#features/people/links.ts'
import { requestPayout } from '#features/wallet/request-payout.ts'
import { type Entered, entered } from './accounts.ts'
import { earn, newCode, referred } from './affiliates.ts'
import { as, attemptOf, contextOn, newPhone, placed, putOnShelf, rowsOf, secrets, tellPaid } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import type { Call, kinds, RowName } from './generated-calls.ts'
import { storedPicture } from './pictures.ts'

type Kind = (typeof kinds)[number]
type Person = Exclude<Kind, 'guest' | 'key'>

/** A shop with one row of everything that a call may name, and somebody of each kind. */
export function openApiWorld(database: Pick<TestDatabase, 'db' | 'ownerDb'>) {
  const people: Partial<Record<Person, Entered>> = {}
  let rows = {} as Record<RowName, string>

  /** Everybody as they were: calls change roles, end sessions and delete accounts. */
  async function restorePeople() {
    for (const kind of ['customer', 'affiliate', 'admin'] as const) {
      people[kind] = await stillThere(database, people[kind], kind)
      const isAffiliate = kind === 'affiliate'
      await database.ownerDb.execute(sql`
        update profiles set is_admin = ${kind === 'admin'}, is_affiliate = ${isAffiliate}, affiliate_paused_at = null, affiliate_pause_reason = null,
          affiliate_code = coalesce(affiliate_code, ${isAffiliate ? newCode() : null}) where id = ${people[kind].id}`)
    }
    return people as Record<Person, Entered>
  }

  return {
    people: people as Record<Person, Entered>,
    rowOf: (name: RowName) => rows[name],
    /** Rows anew, and everybody as they were. */
    async refresh() {
      await database.db.execute(sql`delete from rate_limits`)
      const { customer, affiliate, admin } = await restorePeople()
      const ctx = contextOn(database)
      const boss = as(ctx, admin.actor)
      const [profile] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${affiliate.id}`)
      const code = (profile as { code: string }).code
      const shoe = await putOnShelf(database, { sizes: { '40': 500, '41': 3 } })
      const order = await placed(as(ctx, customer.actor), shoe)
      const others = await placed(ctx, shoe)
      const paid = await placed(as(ctx, customer.actor), shoe)
      await tellPaid(paid.ctx, paid.attempt)
      const cancelled = await placed(ctx, shoe)
      await tellPaid(cancelled.ctx, cancelled.attempt)
      await changeStatus(boss, cancelled.id, { status: 'cancelled', reason: 'No such size' })
      const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${cancelled.id}`)
      await earn(database, { code }, 300)
      const commission = await referred(database, { code })
      await tellPaid(commission.ctx, commission.attempt)
      const [help] = (await listHelpRows(ctx)) as [Awaited<ReturnType<typeof listHelpRows>>[number]]
      const wanted = { customer_name: 'Wanjiku Kamau', customer_phone: newPhone(), delivery_address: 'Moi Avenue 12' }
      const draft = await draftOrder(as(ctx, customer.actor), wanted)
      const made = await rowsOf<{ debt: string; snapshot: string; category: string; helpSaved: string }>(
        { db: database.ownerDb },
        sql`with gone as (insert into profiles (full_name, deleted_at) values ('', now()) returning id),
            debt as (insert into affiliate_debts (profile_id, made_at) select id, now() from gone returning profile_id),
            snapshot as (insert into data_snapshots (counts) values ('{}') returning id)
          select (select profile_id from debt) as debt, (select id from snapshot) as snapshot, (select id from categories order by slug limit 1) as category,
            ${help.updated_at}::text as "helpSaved"`,
      )
      const picture = await storedPicture(database, randomUUID())
      await database.db.execute(sql`insert into stored_files (stem, content_type) values ('ad-images/ads/a', 'image/webp') on conflict do nothing`)
      rows = {
        ...(made[0] as (typeof made)[number]),
        product: shoe.id,
        image: (await addImage(boss, { product_id: shoe.id, image_url: await storedPicture(database, randomUUID()) })).id,
        size: shoe.sizes['40'] as string,
        order: order.id,
        orderKey: order.key,
        othersOrder: others.id,
        othersKey: others.key,
        draft: draft.id,
        paidOrder: paid.id,
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
        ...(await openPayout(database, affiliate)),
        ad: (await createAd(boss, { title: 'Ferry', target_url: 'https://shop.example' })).id,
        promotion: (await createPromotion(boss, { title: 'School shoes', content_type: 'text' })).id,
        help: help.id,
        phone: newPhone(),
        email: customer.email,
        adminEmail: admin.email,
        code,
        link: new URL(await makeLink(ctx, 'recover', customer.id)).searchParams.get('token') as string,
        gone: randomUUID(),
      }
    },
    /** A call with the rows that it names, and its caller's headers. */
    addressed({ as: kind, address, headers, body }: Call): { address: string; headers: Record<string, string>; body: Call['body'] } {
      const named = (text: string) => text.replace(/@(\w+)/g, (whole, name) => (Object.hasOwn(rows, name) ? rows[name as RowName] : whole))
      const own = kind === 'guest' ? {} : kind === 'key' ? { 'order-key': rows.orderKey } : { authorization: `Bearer ${people[kind]?.token}` }
      return {
        address: named(address),
        headers: Object.fromEntries(Object.entries({ ...own, ...headers }).map(([name, value]) => [name, named(value)])),
        body: typeof body === 'string' ? named(body) : body,
      }
    },
  }
}

/** The same person, or another one where the session has ended. */
async function stillThere(database: Pick<TestDatabase, 'db'>, who: Entered | undefined, kind: Person): Promise<Entered> {
  const [session] = who ? await rowsOf(database, sql`select from auth.sessions where id = ${who.actor.sessionId} and user_id = ${who.id}`) : []
  return who && session ? who : entered(database, { is_affiliate: kind === 'affiliate', isAdmin: kind === 'admin' })
}

/** A pending payout of KSh 20; the ones before are over. */
async function openPayout(database: Pick<TestDatabase, 'db' | 'ownerDb'>, affiliate: Entered) {
  await database.ownerDb.execute(sql`
    update affiliate_payouts set status = 'rejected', status_requested_at = now(), processed_at = now(), failure_reason = 'Another call'
    where affiliate_id = ${affiliate.id} and status in ('pending', 'processing')`)
  await database.ownerDb.execute(
    sql`update affiliate_payouts set requested_at = requested_at - interval '2 days' where affiliate_id = ${affiliate.id}`,
  )
  const sent = { amount: 20, mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno' }
  const { id } = await requestPayout(contextOn(database, { actor: affiliate.actor }), sent)
  return { payout: id, payoutSecret: secrets.payoutSecret(id) }
}
