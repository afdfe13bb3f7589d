import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#features/people/delete-account.ts'
import { demoteAdmin, listUsers, type UserFilter } from '#features/people/users.ts'
import { account, entered, goodPassword, refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, earn } from '../../../test/affiliates.ts'
import { as, contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const asBoss = async () => as(ctx(), await boss(database))

describe('the list of users', () => {
  it('shows each with the balance of their wallet', async () => {
    const who = await account(database, { full_name: 'Zuhura Listed', is_affiliate: true })
    const [profile] = await rowsOf<{ code: string }>(database, sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const code = profile?.code as string
    await earn(database, { code }, 450)
    expect((await listUsers(await asBoss(), { search: who.email })).data).toEqual([
      {
        id: who.id,
        full_name: 'Zuhura Listed',
        email: who.email,
        phone: `254${who.phone.replace(/^\+?(254|0)/, '')}`,
        is_affiliate: true,
        affiliate_code: code,
        available_balance: 450,
        is_admin: false,
        role: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ])
  })

  it('is searched by a part of a name, phone, e-mail or code, and narrowed to admins or affiliates', async () => {
    const admin = await asBoss()
    const one = await account(database, { full_name: 'Moraa 50%_off' })
    const other = await affiliate(database, 'Moraa Nyaboke')
    const found = async (filter: UserFilter) => (await listUsers(admin, filter)).data.map(({ id }) => id)
    expect(await found({ search: ' moraa ' })).toEqual([other.userId, one.id])
    expect(await found({ search: '50%_' })).toEqual([one.id])
    expect(await found({ search: one.email.slice(2, 20).toUpperCase() })).toEqual([one.id])
    expect(await found({ search: other.code.toLowerCase() })).toEqual([other.userId])
    const digits = one.phone.replace(/^\+?(254|0)/, '')
    for (const search of [`0${digits}`, `+254 ${digits.slice(0, 3)} ${digits.slice(3)}`, digits]) expect(await found({ search })).toEqual([one.id])
    expect(await found({ search: 'moraa', is_affiliate: true })).toEqual([other.userId])
    expect(await found({ search: 'moraa', is_admin: true })).toEqual([])
    expect(await found({ search: randomUUID() })).toEqual([])
    expect((await listUsers(admin, { is_admin: true, limit: 100 })).data.every(({ is_admin }) => is_admin)).toBe(true)
  })

  it('leaves out accounts that were deleted, is paged by key, and is for admins alone', async () => {
    const admin = await asBoss()
    const gone = await entered(database)
    await deleteAccount(as(ctx(), gone.actor), { password: goodPassword })
    const whole = (await listUsers(admin, { limit: 100 })).data.map(({ id }) => id)
    expect(whole).not.toContain(gone.id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listUsers(admin, { limit: 2, cursor })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(whole)
    expect(await refusalOf(listUsers(admin, { cursor: 'nonsense' }))).toBe('malformed')
  })
})

describe('an admin in the panel', () => {
  it('and another who demote each other at once leave one', async () => {
    const [one, two] = [await account(database, { isAdmin: true }), await account(database, { isAdmin: true })]
    await database.ownerDb.execute(sql`update profiles set role = null where id not in (${one.id}, ${two.id})`)
    const acting = (id: string) => as(ctx(), { ...ctx().actor, userId: id, role: 'owner' })
    const answers = await Promise.all([
      refusalOf(demoteAdmin(acting(one.id), { id: two.id })),
      refusalOf(demoteAdmin(acting(two.id), { id: one.id })),
    ])
    expect(answers.sort()).toEqual(['forbidden', 'not refused'])
    expect(await rowsOf(database, sql`select from profiles where is_admin`)).toHaveLength(1)
  })
})
