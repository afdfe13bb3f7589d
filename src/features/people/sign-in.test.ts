import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { createAuth } from '#features/people/better-auth.ts'
import { changePassword } from '#features/people/change-password.ts'
import { findActor } from '#features/people/find-actor.ts'
import { readSession, readSessionToken, signOut } from '#features/people/sessions.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, device, entered, goodPassword, refusalOf, signedIn } from '../../../test/accounts.ts'
import { as, contextOn, later, rowsOf, secrets, shopFacts } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { overtaken, overtakingPassword } from '../../../test/overtake.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)

describe('signing in', () => {
  it('answers what a page may know, and a cookie that scripts cannot read', async () => {
    const who = await account(database)
    const answer = await signedIn(ctx(), who)
    expect(answer.session).toEqual({
      user: { id: who.id },
      name: 'Wanjiku Kamau',
      is_affiliate: false,
      is_admin: false,
      role: null,
      affiliate_code: null,
      is_paused: false,
      expires_at: expect.any(String),
    })
    expect(Date.parse(answer.session.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    expect(answer.cookies.filter((each) => each.includes('session_token'))).toEqual([
      expect.stringMatching(/^viatu\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await rowsOf(database, sql`select user_agent, ip_address from auth.sessions where user_id = ${who.id}`)).toEqual([
      { user_agent: device.userAgent, ip_address: '' },
    ])
  })

  it.each(['email', 'EMAIL', 'phone', 'phone in the field of the e-mail'])('goes by %s', async (how) => {
    const who = await account(database)
    const phone = who.phone.replace('+254', '0')
    const sent = {
      email: { email: who.email },
      EMAIL: { email: who.email.toUpperCase() },
      phone: { phone },
      'phone in the field of the e-mail': { email: phone },
    }[how]
    expect(await signIn(ctx(), { ...sent, password: goodPassword }, device)).toMatchObject({ session: { user: { id: who.id } } })
  })

  it('goes by no phone that two proved accounts have; before the e-mail is proved the right password says so, as it does by e-mail', async () => {
    const one = await account(database)
    const other = await account(database, { phone: one.phone, isProved: false })
    expect(await refusalOf(signIn(ctx(), { phone: one.phone, password: goodPassword }, device))).toBe('not refused')
    await database.db.execute(sql`update auth.users set email_verified = true where id = ${other.id}`)
    expect(await refusalOf(signIn(ctx(), { phone: one.phone, password: goodPassword }, device))).toBe('invalid_credentials')
    const unproved = await account(database, { isProved: false })
    expect(await refusalOf(signIn(ctx(), { phone: unproved.phone, password: goodPassword }, device))).toBe('email_not_confirmed')
    expect(await refusalOf(signIn(ctx(), { phone: unproved.phone, password: 'wrong password' }, device))).toBe('invalid_credentials')
    await account(database, { phone: unproved.phone, isProved: false })
    expect(await refusalOf(signIn(ctx(), { phone: unproved.phone, password: goodPassword }, device)), 'two of them').toBe('invalid_credentials')
  })

  it.each([
    {},
    { email: 'a@example.com' },
    { password: 'x' },
    { email: '', password: 'x' },
    { email: ' ', phone: '', password: 'x' },
    { email: 5, password: 'x' },
    null,
    [],
    { email: '\u0000\u200b', password: 'x' },
  ])('needs a name and a password: %j', async (sent) => expect(await refusalOf(signIn(ctx(), sent, device))).toBe('credentials_missing'))

  it('refuses a wrong password and an unknown account in the same words', async () => {
    const who = await account(database)
    const refusals = await Promise.all(
      [
        { email: who.email },
        { email: 'nobody@example.com' },
        { phone: who.phone },
        { phone: '+254711999888' },
        { email: 'not an address' },
        { email: "' or 1=1 --" },
      ].map((name) => signIn(ctx(), { ...name, password: 'wrong-password' }, device).catch((error) => [error.code, error.message, error.details])),
    )
    expect(refusals).toEqual(refusals.map(() => ['invalid_credentials', 'Invalid login credentials', {}]))
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: 'x'.repeat(512) }, device))).toBe('invalid_credentials')
  })

  it('tells that an address is not proved to nobody without the password', async () => {
    const { email } = await account(database, { isProved: false })
    expect(await refusalOf(signIn(ctx(), { email, password: 'wrong-password' }, device))).toBe('invalid_credentials')
    expect(await refusalOf(signIn(ctx(), { email, password: goodPassword }, device))).toBe('email_not_confirmed')
  })

  it('is limited for an account, known or not, and says when to come back', async () => {
    const who = await account(database)
    for (const email of [who.email, 'unknown@example.com']) {
      for (let count = 0; count < 5; count++)
        expect(await refusalOf(signIn(ctx(), { email, password: 'wrong-password' }, device))).toBe('invalid_credentials')
      const error = await signIn(ctx(), { email, password: goodPassword }, device).catch((each) => each)
      expect([error.code, error.details.retryAfter > 50]).toEqual(['too_many', true])
    }
    expect(await refusalOf(signIn(later(ctx(), '61 seconds'), { email: who.email, password: goodPassword }, device))).toBe('not refused')
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: goodPassword }, device)), 'coming in clears the count').toBe('not refused')
  })

  it('is still open to the owner while somebody tries passwords from another network', async () => {
    const { email } = await account(database)
    const from = (address: string) => as(ctx(), { ...anonymous, address })
    for (let count = 0; count < 7; count++) await refusalOf(signIn(from('41.90.5.5'), { email, password: 'wrong-password' }, device))
    expect(await refusalOf(signIn(from('41.90.5.5'), { email, password: goodPassword }, device))).toBe('too_many')
    expect(await refusalOf(signIn(from('105.160.1.1'), { email, password: goodPassword }, device))).toBe('not refused')
    for (let net = 0; net < 15; net++)
      for (let count = 0; count < 5; count++) await refusalOf(signIn(from(`41.90.7.${net}`), { email, password: 'wrong-password' }, device))
    expect(await refusalOf(signIn(from('105.160.1.2'), { email, password: goodPassword }, device)), 'from everywhere at once').toBe('too_many')
  })

  it('is over before it began when the password is changed while it is checked', async () => {
    const who = await account(database)
    expect(await overtaken(database, who.id, () => signIn(ctx(), { email: who.email, password: goodPassword }, device))).toBe('invalid_credentials')
    expect(await rowsOf(database, sql`select from auth.sessions where user_id = ${who.id}`)).toEqual([])
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: overtakingPassword }, device))).toBe('not refused')
  })

  it('is limited for a network that tries one password on many accounts', async () => {
    const from = as(ctx(), { ...anonymous, address: '41.90.9.9' })
    for (let count = 0; count < 30; count++) await refusalOf(signIn(from, { email: `p${count}@example.com`, password: 'wrong-password' }, device))
    expect(await refusalOf(signIn(from, { email: 'p31@example.com', password: 'wrong-password' }, device))).toBe('too_many')
  })
})

describe('a session', () => {
  const headers = (values: Record<string, string>) => readSessionToken({ secrets, shop: shopFacts }, new Headers(values))

  it('is found by its cookie and by its bearer, and never by a changed one', async () => {
    const { cookie, token } = await entered(database)
    expect(headers({ cookie })).toBe(token)
    expect(headers({ cookie: `theme=dark; ${cookie}; a=b` })).toBe(token)
    expect(headers({ authorization: `Bearer ${token}` })).toBe(token)
    const name = cookie.split('=')[0]
    for (const value of ['', 'x', token, `${token}.`, `${token}.AAAA`, `x${decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))}`, '%', '.x'])
      expect(headers({ cookie: `${name}=${value}` }), value).toBe(null)
    expect(headers({ cookie: cookie.replace('viatu', 'other') })).toBe(null)
    expect(headers({ authorization: `Basic ${token}` })).toBe(null)
    expect(await findActor(ctx(), `${token.slice(0, -1)}_`)).toBe(null)
  })

  it('is kept in a cookie of this host alone where the shop is reached by https', async () => {
    const who = await account(database)
    const origin = 'https://shop.example'
    const { services, ...rest } = ctx()
    const auth = createAuth(database.db, { secret: secrets.authSecret, origin, log: rest.log })
    const there = { ...rest, services: { ...services, auth, shop: { ...shopFacts, origin } } }
    const { cookies, token, cookie, actor } = await signedIn(there, who)
    const form = /^__Host-viatu\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    expect(cookies.filter((each) => each.includes('session_token'))).toEqual([expect.stringMatching(form)])
    expect(readSessionToken(there.services, new Headers({ cookie }))).toBe(token)
    expect(readSessionToken(there.services, new Headers({ cookie: cookie.replace('__Host-', '') }))).toBe(null)
    const changed = await changePassword({ ...there, actor }, { current_password: goodPassword, password: 'nyumba-yangu-7' }, device)
    expect(changed.cookies).toEqual([expect.stringMatching(form), expect.stringMatching(/^__Host-viatu\.device=[^;]+; .*Secure/)])
    expect((await signOut({ ...there, actor })).cookies).toEqual(['__Host-viatu.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'])
  })

  it('is always a new one: one that was planted or is left behind opens nothing', async () => {
    const who = await entered(database)
    const again = await signedIn(as(ctx(), who.actor), who)
    expect(again.token).not.toBe(who.token)
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await findActor(ctx(), again.token)).toMatchObject({ userId: who.id })
  })

  it('opens nothing after signing out', async () => {
    const { actor, token } = await entered(database)
    const { cookies } = await signOut(as(ctx(), actor))
    expect(cookies).toEqual(['viatu.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(await findActor(ctx(), token)).toBe(null)
    expect(await readSession(as(ctx(), actor))).toBe(null)
    expect((await signOut(ctx())).cookies).toHaveLength(1)
  })

  it.each([
    ['a shopper', false, '6 days 23 hours', '7 days 1 minute', '5 days', '30 days 1 minute'],
    ['an admin', true, '29 minutes', '31 minutes', '20 minutes', '8 hours 1 minute'],
  ])('of %s ends when it is not used, and in the end whatever happens', async (_, isAdmin, idle, tooIdle, pause, tooOld) => {
    const { token } = await entered(database, { isAdmin })
    expect(await findActor(later(ctx(), tooIdle), token)).toBe(null)
    expect(await findActor(later(ctx(), idle), token)).not.toBe(null)
    expect(await findActor(later(later(ctx(), idle), pause), token), 'use makes it young').not.toBe(null)
    await database.db.execute(sql`update auth.sessions set updated_at = now() + ${tooOld}::interval - interval '1 minute' where token = ${token}`)
    expect(await findActor(later(ctx(), tooOld), token)).toBe(null)
  })

  it('has the roles of this moment', async () => {
    const { id, token } = await entered(database, { isAdmin: true })
    await account(database, { isAdmin: true })
    expect(await findActor(ctx(), token)).toMatchObject({ role: 'owner' })
    await database.db.execute(sql`update profiles set role = null where id = ${id}`)
    expect(await findActor(ctx(), token)).toMatchObject({ role: null })
  })
})
