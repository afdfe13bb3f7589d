import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { answerEmailRequests, requestRecovery } from '#features/people/email-requests.ts'
import { account, postOf } from '../../../test/accounts.ts'
import { as, contextOn, later, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile, user } from '../../../test/overtake.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const shop = () => as(ctx(), theShop)
const kindsTo = async (email: string) => (await postOf(database, email)).map(({ kind }) => kind)

describe('an e-mail that was asked for', () => {
  it('that cannot be written keeps no other waiting, is tried again, and is given up in the end', async () => {
    const [odd, who] = [await account(database), await account(database)]
    await answerEmailRequests(shop())
    // No header can carry it: its e-mail throws.
    const email = `odd(${odd.id}@example.com`
    await database.db.execute(sql`update auth.users set email = ${email} where id = ${odd.id}`)
    await database.db.execute(sql`insert into messages (kind, to_address) values ('recover', ${email})`)
    await requestRecovery(ctx(), { email: who.email })

    const job = shop()
    expect(await answerEmailRequests(job)).toBe(1)
    expect(await kindsTo(who.email)).toEqual(['recover-password'])
    const left = () => rowsOf(database, sql`select tries, next_at > now() + interval '9 seconds' as waits from messages where text is null`)
    expect(await left()).toEqual([{ tries: 1, waits: true }])
    expect(await rowsOf(database, sql`select from auth.links where user_id = ${odd.id}`), 'a link without a letter').toEqual([])
    expect(job.logged).toMatchObject([{ level: 'error', facts: { kind: 'recover', tries: 1, pause: 10 } }])

    expect(await answerEmailRequests(shop()), 'not yet').toBe(0)
    expect(await answerEmailRequests(later(shop(), '11 seconds'))).toBe(0)
    expect(await left()).toMatchObject([{ tries: 2 }])
    for (let tries = 2; tries < 40 && (await left()).length > 0; tries++) await answerEmailRequests(later(shop(), `${tries * 5} hours`))
    expect(await left()).toEqual([])
  })

  it('goes to no mailbox that is not the account’s any more', async () => {
    const who = await account(database)
    await requestRecovery(ctx(), { email: who.email })
    await meanwhile(database, user(who.id), [() => answerEmailRequests(shop())], ({ db }) =>
      db.execute(sql`update auth.users set email = ${`new-${who.email}`} where id = ${who.id}`),
    )
    expect([...(await kindsTo(who.email)), ...(await kindsTo(`new-${who.email}`))]).toEqual([])
    expect(await rowsOf(database, sql`select from auth.links where user_id = ${who.id}`)).toEqual([])
  })
})
