import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { as, contextOn, putOnShelf, rowsOf, theShop } from '../test/checkout.ts'
import { useDatabase } from '../test/database.ts'
import { demoAffiliateEmail, makeDemoPeople } from './demo-people.ts'
import { leaveDemo } from './leave-demo-mode.ts'
import { makeDemoPast } from './open-demo.ts'

const database = useDatabase()

it('gives the affiliate who can sign in a part of the past, which leaves with the rest of it', async () => {
  for (const size of ['40', '41', '42']) await putOnShelf(database, { sizes: { [size]: 5 } })
  const ctx = as(contextOn(database), theShop)
  await makeDemoPeople(ctx)
  expect(await makeDemoPast(ctx, database.ownerUrl)).toBe(true)
  const theirs = () =>
    rowsOf(
      database,
      sql`select count(distinct o.id) > 2 as orders, count(distinct c.order_id) > 2 as commissions,
          exists (select from affiliate_clicks k where k.affiliate_id = u.id) as clicks
        from auth.users u left join orders o on o.affiliate_id = u.id left join affiliate_commissions c on c.affiliate_id = u.id
        where u.email = ${demoAffiliateEmail} group by u.id`,
    )
  expect(await theirs()).toEqual([{ orders: true, commissions: true, clicks: true }])
  await leaveDemo({ db: database.ownerDb, actor: theShop, now: sql`now()` })
  expect(await theirs()).toEqual([])
})
