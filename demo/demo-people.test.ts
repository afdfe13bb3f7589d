import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { passwordRefusal } from '#domain/account.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, device } from '../test/accounts.ts'
import { as, contextOn, rowsOf, theShop } from '../test/checkout.ts'
import { useDatabase } from '../test/database.ts'
import { makeDemoPeople } from './demo-people.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => as(contextOn(database), theShop)

it('makes an admin, an affiliate and a shopper on a first start, also when two start at once, and tells only sign-ins that still work', async () => {
  const [told] = await Promise.all([makeDemoPeople(ctx()), makeDemoPeople(ctx())])
  const again = await makeDemoPeople(ctx())
  expect(again.map(({ role }) => role)).toEqual(['admin', 'affiliate', 'shopper'])
  expect(told.length).toBeLessThanOrEqual(3)
  const [admin, affiliate] = await Promise.all(again.map(({ email, password }) => signIn(contextOn(database), { email, password }, device)))
  expect([admin, affiliate]).toMatchObject([{ session: { is_admin: true } }, { session: { is_affiliate: true, affiliate_code: expect.any(String) } }])
  expect(again.map(({ password }) => passwordRefusal(password))).toEqual([null, null, null])
  await database.db.execute(sql`update auth.accounts set password = replace(password, '$argon2id$v=19$m=19456', '$argon2id$v=19$m=19455')`)
  expect(await makeDemoPeople(ctx())).toEqual([])
  expect(await rowsOf(database, sql`select from auth.users`)).toHaveLength(3)
})

it('makes nobody where people have accounts already', async () => {
  await database.db.execute(sql`delete from auth.users`)
  await account(database)
  expect(await makeDemoPeople(ctx())).toEqual([])
})
