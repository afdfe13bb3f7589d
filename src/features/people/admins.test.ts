import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { resetPassword } from '#features/people/change-password.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, passSecondFactor } from '#features/people/change-second-factor.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { requestRecovery } from '#features/people/email-requests.ts'
import { findActor } from '#features/people/find-actor.ts'
import { signIn } from '#features/people/sign-in.ts'
import { demoteAdmin, makeAdmin, makeOwner, signOutEverywhere } from '#features/people/users.ts'
import { account, device, entered, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { as, contextOn, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { allSessions, overtaken, overtakingPassword, passwordOf } from '../../../test/overtake.ts'
import { codeOf } from '../../../test/totp.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const shop = () => as(ctx(), theShop)

describe('making an admin', () => {
  it('is by address or id, ends old sessions, and stands in the audit log', async () => {
    const who = await entered(database)
    await makeAdmin(shop(), { email: ` ${who.email.toUpperCase()} ` })
    await makeAdmin(shop(), { id: who.id })
    expect(await findActor(ctx(), who.token)).toBe(null)
    const [log] = await rowsOf(database, sql`select action, before, after from audit_log where row_id = ${who.id}`)
    expect(log).toEqual({ action: 'change role', before: { role: null }, after: { role: 'manager' } })
    expect(await signIn(ctx(), { email: who.email, password: goodPassword }, device)).toMatchObject({ session: { is_admin: true } })
  })

  it('takes the rights back at once, but never the last one’s', async () => {
    await database.db.execute(sql`insert into profiles (role) values ('owner')`)
    const [who, other] = [await entered(database, { isAdmin: true }), await entered(database)]
    await demoteAdmin(shop(), { email: who.email })
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await refusalOf(makeAdmin(shop(), { email: 'nobody@example.com' }))).toBe('account_not_found')
    await makeOwner(shop(), { id: other.id })
    await makeAdmin(shop(), { id: other.id })
    await database.db.execute(
      sql`delete from profiles where is_admin and id <> ${other.id} and not exists (select from auth.users u where u.id = profiles.id)`,
    )
    for (const { id } of await rowsOf<{ id: string }>(database, sql`select id from profiles where is_admin and id <> ${other.id}`))
      await demoteAdmin(shop(), { id })
    expect(await refusalOf(demoteAdmin(shop(), { id: other.id }))).toBe('last_owner')
    expect(await refusalOf(demoteAdmin(shop(), { email: other.email }))).toBe('last_owner')
  })
})

it('an admin ends all sessions of an account, which keeps its rights', async () => {
  const [boss, who] = [await entered(database, { isAdmin: true }), await entered(database, { isAdmin: true })]
  await signOutEverywhere(as(ctx(), boss.actor), { email: who.email })
  expect(await findActor(ctx(), who.token)).toBe(null)
  expect(await findActor(ctx(), boss.token)).not.toBe(null)
  expect(await signIn(ctx(), { email: who.email, password: goodPassword }, device)).toMatchObject({ session: { is_admin: true } })
  expect(await rowsOf(database, sql`select action, actor_id, before from audit_log where row_id = ${who.id}`)).toEqual([
    { action: 'sign out everywhere', actor_id: boss.id, before: null },
  ])
})

it('a session that was over for an admin stays over for who is none any more', async () => {
  await database.db.execute(sql`insert into profiles (role) values ('owner')`)
  const who = await entered(database, { isAdmin: true })
  await database.db.execute(
    sql`update auth.sessions set created_at = now() - interval '3 days', updated_at = now() - interval '2 days' where user_id = ${who.id}`,
  )
  expect(await findActor(ctx(), who.token)).toBe(null)
  await demoteAdmin(shop(), { id: who.id })
  expect(await findActor(ctx(), who.token)).toBe(null)
})

describe('a second factor', () => {
  async function withFactor() {
    const who = await entered(database, { isAdmin: true })
    const { uri, backup_codes } = await beginSecondFactor(as(ctx(), who.actor), { password: goodPassword }, device)
    // A code counts once, so the following steps take a later one, or one from paper.
    const confirmed = await confirmSecondFactor(as(ctx(), who.actor), { code: codeOf(uri) }, device)
    return { ...who, uri, backup_codes, confirmed, actor: { ...who.actor, ...(await findActor(ctx(), confirmed.token)) } as typeof who.actor }
  }
  const challenged = async (email: string, password = goodPassword) => {
    const answer = await signIn(ctx(), { email, password }, device)
    if (!('challenge' in answer)) throw new Error('no code was asked for')
    return answer
  }

  it('is asked for after the password, and only its code lets in', async () => {
    const who = await withFactor()
    expect(await findActor(ctx(), who.token), 'sessions from before are over').toBe(null)
    const { challenge, cookies } = await challenged(who.email)
    expect(cookies.filter((each) => each.includes('session_token') && !each.includes('Max-Age=0'))).toEqual([])
    expect(await refusalOf(passSecondFactor(ctx(), { challenge, code: '000000' }, device))).toBe('wrong_code')
    const answer = await passSecondFactor(ctx(), { challenge, code: codeOf(who.uri, 1) }, device)
    expect(answer).toMatchObject({ session: { user: { id: who.id }, is_admin: true } })
    const again = { challenge, code: who.backup_codes[0] }
    expect(await refusalOf(passSecondFactor(ctx(), again, device)), 'a challenge is answered once').toBe('challenge_over')
  })

  it('lets in with a code of the app once, whoever read it over a shoulder', async () => {
    const who = await withFactor()
    const code = codeOf(who.uri, 1)
    const pass = async () => refusalOf(passSecondFactor(ctx(), { challenge: (await challenged(who.email)).challenge, code }, device))
    expect((await Promise.all([pass(), pass(), pass()])).sort()).toEqual(['not refused', 'wrong_code', 'wrong_code'])
    expect(await pass()).toBe('wrong_code')
    const end = { password: goodPassword, code }
    expect(await refusalOf(endSecondFactor(as(ctx(), who.actor), end, device)), 'nor is it good for anything else').toBe('wrong_code')
    expect(JSON.stringify(await rowsOf(database, sql`select * from auth.used_codes`))).not.toContain(code)
  })

  it('is not passed with a challenge of a password that was changed meanwhile', async () => {
    const who = await withFactor()
    await database.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
    const { challenge } = await challenged(who.email)
    const pass = () => passSecondFactor(ctx(), { challenge, code: codeOf(who.uri, 1) }, device)
    expect(await overtaken(database, who.id, pass, allSessions)).toBe('challenge_over')
    expect(await rowsOf(database, sql`select from auth.sessions where user_id = ${who.id}`)).toEqual([])
    expect((await signIn(ctx(), { email: who.email, password: overtakingPassword }, device)).cookies.length).toBeGreaterThan(0)
    expect(await overtaken(database, who.id, () => signIn(ctx(), { email: who.email, password: goodPassword }, device)), 'nor asked for').toBe(
      'invalid_credentials',
    )
  })

  it('is not passed by guessing, nor by a recovered password', async () => {
    const who = await withFactor()
    const { challenge } = await challenged(who.email)
    const went: string[] = []
    for (let count = 0; count < 6; count++)
      went.push(await refusalOf(passSecondFactor(ctx(), { challenge, code: String(count).padStart(6, '0') }, device)))
    expect(went).toEqual([...Array(5).fill('wrong_code'), 'too_many'])
    await requestRecovery(ctx(), { email: who.email })
    await resetPassword(ctx(), { token: await tokenOf(database, who.email, 'recover-password'), password: 'nyumba-yangu-7' })
    expect(await refusalOf(passSecondFactor(ctx(), { challenge, code: codeOf(who.uri) }, device)), 'what the old password had opened').toBe(
      'challenge_over',
    )
    expect((await challenged(who.email, 'nyumba-yangu-7')).challenge).not.toBe(challenge)
  })

  it('is for everybody, needs the password, and is set up once', async () => {
    const [user, who] = [await entered(database), await withFactor()]
    expect(await refusalOf(beginSecondFactor(as(ctx(), who.actor), { password: 'wrong-password' }, device))).toBe('wrong_password')
    expect(await refusalOf(beginSecondFactor(as(ctx(), who.actor), { password: goodPassword }, device))).toBe('second_factor_set')
    const { uri } = await beginSecondFactor(as(ctx(), user.actor), { password: goodPassword }, device)
    await confirmSecondFactor(as(ctx(), user.actor), { code: codeOf(uri) }, device)
    expect(await signIn(ctx(), { email: user.email, password: goodPassword }, device)).toMatchObject({ challenge: expect.any(String) })
    expect(await refusalOf(beginSecondFactor(ctx(), { password: goodPassword }, device))).toBe('session_missing')
    expect(await refusalOf(confirmSecondFactor(as(ctx(), who.actor), { code: codeOf(who.uri, 1) }, device))).toBe('second_factor_set')
    const boss = await entered(database, { isAdmin: true })
    const end = { password: goodPassword, code: '123456' }
    expect(await refusalOf(endSecondFactor(as(ctx(), boss.actor), end, device))).toBe('second_factor_unset')
    expect(await refusalOf(confirmSecondFactor(as(ctx(), boss.actor), { code: '123456' }, device))).toBe('second_factor_unset')
    const [row] = await rowsOf<{ secret: string }>(database, sql`select secret from auth.two_factors where user_id = ${who.id}`)
    expect(row?.secret).not.toContain(new URL(who.uri).searchParams.get('secret'))
  })

  it('is asked for before the account is deleted', async () => {
    const who = await withFactor()
    const remove = (code?: string) => deleteAccount(as(ctx(), who.actor), { password: goodPassword, code })
    const { details } = await remove().catch((error) => error)
    expect(details.fields).toEqual({ code: 'Enter a code of your app, or one from paper.' })
    expect(await refusalOf(remove('000000'))).toBe('wrong_code')
    expect(await refusalOf(remove(who.backup_codes[0]))).toBe('not refused')
    expect(await rowsOf(database, sql`select from auth.two_factors where user_id = ${who.id}`)).toEqual([])
  })

  it('goes with the password and a code, and then signing in takes one step', async () => {
    const who = await withFactor()
    const end = (password: string, code?: string) => endSecondFactor(as(ctx(), who.actor), { password, code }, device)
    expect(await refusalOf(end(goodPassword))).toBe('bad_input')
    expect(await refusalOf(end('wrong-password', codeOf(who.uri, 1)))).toBe('wrong_password')
    expect(await refusalOf(end(goodPassword, '000000'))).toBe('wrong_code')
    const answer = await end(goodPassword, who.backup_codes[0])
    expect(await findActor(ctx(), who.confirmed.token)).toBe(null)
    expect(await findActor(ctx(), answer.token)).toMatchObject({ userId: who.id })
    expect(await signIn(ctx(), { email: who.email, password: goodPassword }, device)).toMatchObject({ session: { user: { id: who.id } } })
  })

  it('tells its owner when it is turned on or off, and the audit log', async () => {
    const who = await withFactor()
    await endSecondFactor(as(ctx(), who.actor), { password: goodPassword, code: codeOf(who.uri, 1) }, device)
    const letters = (await postOf(database, who.email)).filter(({ kind }) => kind === 'second-factor-changed')
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringMatching(/turned on$/), expect.stringMatching(/turned off$/)])
    expect(await rowsOf(database, sql`select action, before, after, actor_id from audit_log where row_id = ${who.id} order by id`)).toEqual([
      { action: 'turn on second factor', before: { second_factor: false }, after: { second_factor: true }, actor_id: who.id },
      { action: 'turn off second factor', before: { second_factor: true }, after: { second_factor: false }, actor_id: who.id },
    ])
  })

  it('is neither turned off nor on by an old password', async () => {
    const who = await withFactor()
    const isOn = async ({ id }: { id: string }) =>
      (await rowsOf<{ on: boolean }>(database, sql`select two_factor_enabled as on from auth.users where id = ${id}`))[0]?.on
    const end = () => endSecondFactor(as(ctx(), who.actor), { password: goodPassword, code: codeOf(who.uri, 1) }, device)
    expect(await overtaken(database, who.id, end, passwordOf(who.id))).toBe('wrong_password')
    expect(await isOn(who)).toBe(true)
    const boss = await entered(database, { isAdmin: true })
    const { uri } = await beginSecondFactor(as(ctx(), boss.actor), { password: goodPassword }, device)
    const confirm = () => confirmSecondFactor(as(ctx(), boss.actor), { code: codeOf(uri) }, device)
    expect(await overtaken(database, boss.id, confirm, passwordOf(boss.id))).toBe('session_missing')
    expect(await isOn(boss)).toBe(false)
    for (const { id } of [who, boss]) expect(await rowsOf(database, sql`select from auth.sessions where user_id = ${id}`)).toEqual([])
  })

  it.each(['', 'x', 'x.y', "'or'1'='1"])('knows no challenge %j', async (challenge) =>
    expect(await refusalOf(passSecondFactor(ctx(), { challenge, code: '123456' }, device))).toBe('challenge_over'),
  )
})

it('an account is nobody’s by an address in other letters', async () => {
  const { email } = await account(database)
  expect(await refusalOf(account(database, { email: email.toUpperCase() }))).toBe('user_already_exists')
})
