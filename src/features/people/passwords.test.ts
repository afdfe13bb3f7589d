import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { changePassword, resetPassword } from '#features/people/change-password.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { changeAddress, verifyAddress } from '#features/people/email-address.ts'
import { requestRecovery } from '#features/people/email-requests.ts'
import { endOtherSessions } from '#features/people/sessions.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, device, type Entered, entered, goodPassword, postOf, refusalOf, signedIn, tokenOf } from '../../../test/accounts.ts'
import { as, contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile, overtaken, overtakingPassword, user } from '../../../test/overtake.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const password = 'mwizi-mkubwa-9'

describe('the old password, checked before a new one took its place', () => {
  const acts: Record<string, (who: Entered) => Promise<unknown>> = {
    'sets no third one': ({ actor }) => changePassword(as(ctx(), actor), { current_password: goodPassword, password }, device),
    'moves the account to no other address': ({ actor, email }) =>
      changeAddress(as(ctx(), actor), { email: `thief-${email}`, password: goodPassword }),
    'deletes nothing': ({ actor }) => deleteAccount(as(ctx(), actor), { password: goodPassword }),
  }
  it.each(Object.entries(acts))('%s', async (_, act) => {
    const who = await entered(database)
    expect(await overtaken(database, who.id, () => act(who))).toBe('wrong_password')
    for (const table of ['sessions', 'links', 'verifications'])
      expect(await rowsOf(database, sql`select * from ${sql.raw(`auth.${table}`)} t where t::text like ${`%${who.id}%`}`), table).toEqual([])
    expect((await postOf(database, `thief-${who.email}`)).length).toBe(0)
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: overtakingPassword }, device))).toBe('not refused')
  })

  it('proves no address', async () => {
    const who = await account(database, { isProved: false })
    const token = await tokenOf(database, who.email, 'verify-address')
    expect(await overtaken(database, who.id, () => verifyAddress(ctx(), 'verify', { token, password: goodPassword }))).toBe('link_invalid')
    expect(await rowsOf(database, sql`select email_verified from auth.users where id = ${who.id}`)).toEqual([{ email_verified: false }])
  })
})

describe('an account that ends meanwhile', () => {
  const gone = (who: Entered) => (inside: object) => deleteAccount({ ...as(ctx(), who.actor), ...inside }, { password: goodPassword })

  it('gets no new password', async () => {
    const who = await entered(database)
    const change = () => changePassword(as(ctx(), who.actor), { current_password: goodPassword, password }, device)
    expect(await meanwhile(database, user(who.id), [change], gone(who))).toEqual(['session_missing'])
  })

  it('has no address to prove', async () => {
    const who = await entered(database)
    await database.db.execute(sql`update auth.users set email_verified = false where id = ${who.id}`)
    const token = await tokenOf(database, who.email, 'verify-address')
    const verify = () => verifyAddress(ctx(), 'verify', { token, password: goodPassword })
    expect(await meanwhile(database, user(who.id), [verify], gone(who))).toEqual(['link_invalid'])
  })

  it('is recovered by nobody', async () => {
    const who = await entered(database)
    await requestRecovery(ctx(), { email: who.email })
    const token = await tokenOf(database, who.email, 'recover-password')
    expect(await meanwhile(database, user(who.id), [() => resetPassword(ctx(), { token, password })], gone(who))).toEqual(['reset_link_invalid'])
  })
})

it('of two who change an account at once one waits for the other, and never both', async () => {
  const who = await entered(database)
  await signedIn(ctx(), who)
  await requestRecovery(ctx(), { email: who.email })
  const token = await tokenOf(database, who.email, 'recover-password')
  const email = `new-${who.email}`
  await changeAddress(as(ctx(), who.actor), { email, password: goodPassword })
  const change = await tokenOf(database, email, 'confirm-new-address')
  const [reset, moved, ended] = await meanwhile(
    database,
    user(who.id),
    [
      () => resetPassword(ctx(), { token, password }),
      () => verifyAddress(ctx(), 'change', { token: change }),
      () => endOtherSessions(as(ctx(), who.actor)),
    ],
    async () => {},
  )
  expect(ended).toBe('not refused')
  // Each request voids the link of the other.
  expect([
    ['not refused', 'link_invalid'],
    ['reset_link_invalid', 'not refused'],
  ]).toContainEqual([reset, moved])
})
